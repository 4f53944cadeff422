"""Under which domain a host was registered, by the Public Suffix List.

The list is the one that the package `publicsuffixlist` carries; nothing is fetched. Its private
part names companies under whose domains anyone may have a name (`github.io`, `uk.com`).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


def registrable(host: str) -> str | None:
    """The domain that somebody registered: a public suffix and one label. None for a suffix.

    `host` is canonical and a name, not an address.
    """
    return _all().privatesuffix(host)


def let_by(host: str) -> str | None:
    """The company's domain under which a host's name was let, None under a registry's own."""
    suffix = _all().publicsuffix(host)
    return suffix if suffix != _of_registries().publicsuffix(host) else None


@cache
def _all() -> PublicSuffixList:
    """The whole list: 35 ms, once."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


@cache
def _of_registries() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList(only_icann=True)

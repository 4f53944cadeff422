"""Web addresses: what they name, read as the strictest of the programs that will read them."""

from veracity.rules.urls.address import Address, Refused, parse

__all__ = ["Address", "Refused", "parse"]

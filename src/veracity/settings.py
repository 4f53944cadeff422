"""Settings: read once, frozen, and handed to whoever wires the parts.

A value comes from the first of these that names it: the command line, an environment variable
`VERACITY_<NAME>`, `settings.toml` in the home folder, the default below. The home folder itself
comes from the command line, `VERACITY_HOME`, or the place that the operating system keeps for a
program's files.

This module is imported before anything else, so it needs the standard library alone.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, cast

from veracity.domain.errors import BadInput, StorageError

FILE = "settings.toml"
PREFIX = "VERACITY_"
LOCAL = "local"
NO_MODEL = "none"
NO_PACK = "none"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person may set. Each field's note says what it means, with its unit."""

    home: Path
    """Holds the journal, its blobs, the archive, the models, the cases and `settings.toml`."""
    namespace: str = "local"
    """Whose keys these are: tenants on one journal do not see each other's exchanges."""
    model: str = "local"
    """`local` (the pinned model), the id of another local model, `provider:model` for a model of
    another provider, or `none`: what code cannot decide is left open then."""
    model_file: Path | None = None
    """A GGUF file to use instead of fetching the pinned one."""
    speech_model: Path | None = None
    """The folder of a Whisper model in CTranslate2's form, for recordings. Needs extra `speech`."""
    archive: Path | None = None
    """The archive's folder; None is `archive` in the home folder."""
    concurrency: int = 4
    """Claims in work at once."""
    threads: int = 0
    """Threads for the local model and the embedder; 0 is as many as this process may use."""
    deadline_ask: float = 300.0
    """Seconds in which a model must answer one request."""
    deadline_search: float = 300.0
    """Seconds in which a search must answer."""
    deadline_fetch: float = 30.0
    """Seconds in which a page must arrive."""
    budget_usd: Decimal | None = None
    """US dollars that one run may spend; None is no limit."""
    budget_calls: int | None = None
    """Paid or local calls that one run may make; None is no limit."""
    budget_claim_usd: Decimal | None = None
    """US dollars that one claim may spend; None is no limit."""
    budget_claim_calls: int | None = None
    """Paid or local calls that may be made for one claim; None is no limit."""
    budget_day_usd: Decimal | None = None
    """US dollars that all runs on this home together may spend in one day (UTC); None is no limit.
    A run without this cap is counted up to the first call of the day that has it."""
    budget_day_calls: int | None = None
    """Paid or local calls that they may make in one day; None is no limit."""
    fresh_search: float = 86400.0
    """Seconds for which the journal's reply to a web search is reused."""
    fresh_fetch: float = 604800.0
    """Seconds for which a page in the journal is reused."""
    search: tuple[str, ...] = ()
    """Who searches the web, parted by commas: `wikipedia`, `searxng`, `brave`, `tavily`, `serper`,
    `exa`, `factcheck`, `crossref`, `ddgs`. Empty reaches no network."""
    pack: str | None = "int"
    """The source pack on whose sites `routed` searches the web first: `us`, `uk`, `eu`, `in`, `lk`,
    `int`, or `none` for all of the web at once."""
    user_agent: str | None = None
    """How a fetch of a page names itself to sites; None is `Veracity/` and the version."""
    contact: str | None = None
    """An address of a page or a mailbox where sites can reach whoever runs this. Sent with every
    fetch when it is set."""
    robots: str = "obey"
    """`obey` leaves alone what a site's robots.txt asks programs to leave alone; `ignore` fetches
    it all the same, and each fetch says so."""
    fetch_megabytes: int = 20
    """MiB that a page may have, as sent and as decompressed."""
    fetch_pdf_pages: int = 500
    """Pages that a PDF may have."""
    fetch_delay: float = 0.5
    """Seconds between the starts of two requests to one host."""
    fetch_allow: tuple[str, ...] = ()
    """Hosts that are fetched although they are not public, as `host:port`, parted by commas: a
    server of your own. `host:port=host:port` connects to the second for the first: a mirror. Any
    page that is read can lead a fetch there."""
    keep_found: bool = True
    """Whether pages of the web that a verdict shows are kept in the archive, marked as found: the
    next claim on the topic starts with them. They never make a claim covered."""
    roles: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict[str, Any])
    """Which model plays which role, for the roles that `model` does not play. Whoever names `model`
    on the command line or in the environment has it play every role."""
    fallbacks: Mapping[str, str] = field(default_factory=dict[str, str])
    """Who is asked in place of a model that cannot answer, both as `provider:model`."""
    keys: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Keys by provider or search backend, before those of the environment and of `.env`."""
    urls: Mapping[str, str] = field(default_factory=dict[str, str])
    """Addresses by provider or search backend, in place of its own."""
    prices: Mapping[str, tuple[Decimal, Decimal]] = field(
        default_factory=dict[str, tuple[Decimal, Decimal]]
    )
    """US dollars for a million tokens in and out, by `provider:model`."""
    traces: str | None = None
    """The address of an OTLP collector that takes spans over HTTP, such as `http://127.0.0.1:4318`.
    Needs the extra `traces`. None for the one that `OTEL_EXPORTER_OTLP_ENDPOINT` names, if any."""
    trace_content: bool = False
    """Whether spans hold what was asked, found and concluded, too."""
    lock_wait: float = 30.0
    """Seconds to wait for a journal or an archive that another process holds."""

    @property
    def archive_folder(self) -> Path:
        """Where the archive lies."""
        return self.archive if self.archive is not None else self.home / "archive"

    @property
    def journal_file(self) -> Path:
        """Where the journal lies."""
        return self.home / "journal.sqlite3"

    @property
    def blobs_folder(self) -> Path:
        """Where the contents lie that the journal points to."""
        return self.home / "blobs"

    @property
    def models_folder(self) -> Path:
        """Where the weights lie."""
        return self.home / "models"

    @property
    def cases_folder(self) -> Path:
        """Where finished cases are kept."""
        return self.home / "cases"

    @property
    def elsewhere(self) -> str | None:
        """The model of another provider, as `provider:model`; None for a local one and for none."""
        named = ":" in self.model and not self.model.startswith(f"{LOCAL}:")
        return self.model if named else None

    @property
    def uses_local(self) -> bool:
        """Whether a local model may be asked."""
        return self.model != NO_MODEL and self.elsewhere is None


def read_settings(
    given: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None
) -> Settings:
    """The settings of this run. `given` is what the command line named; None in it is not named.

    Raises `BadInput` for an unknown key in `settings.toml` or a value that does not fit, and
    `StorageError` for a settings file that cannot be read.
    """
    environ = os.environ if environ is None else environ
    named = {name: value for name, value in (given or {}).items() if value is not None}
    place = named.pop("home", None) or environ.get(f"{PREFIX}HOME") or _default_home()
    home: Path = _fit("home", place, "The home folder")
    known = [field.name for field in fields(Settings) if field.name != "home"]

    values: dict[str, Any] = {}
    for name, value in _from_file(home / FILE).items():
        if name not in known:
            raise BadInput(
                f"{home / FILE} has an unknown key '{name}'.", f"Known: {', '.join(known)}."
            )
        values[name] = _fit(name, value, f"{home / FILE}: {name}")
    if "model" in named or environ.get(f"{PREFIX}MODEL"):
        values.pop("roles", None)
    for name in known:
        if name in _TABLES:
            continue
        variable = f"{PREFIX}{name.upper()}"
        if environ.get(variable):
            values[name] = _fit(name, environ[variable], variable)
    for name, value in named.items():
        values[name] = _fit(name, value, f"--{name.replace('_', '-')}")
    return Settings(home=home, **values)


def _default_home() -> str:
    from platformdirs import user_data_dir

    return user_data_dir("veracity", appauthor=False)


def _from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))  # Some editors begin with a mark.
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} is not TOML: {error}.", "Mend it or move it away.") from None
    except OSError as error:
        raise StorageError(
            f"{path} cannot be read: {error.strerror}.", "Check who owns it."
        ) from None


def _at_least(low: int) -> Callable[[Any], int]:
    def count(value: Any) -> int:
        number = int(value)
        if isinstance(value, bool | float) or number < low:
            raise ValueError(f"a whole number of at least {low} is needed")
        return number

    return count


def _seconds(value: Any) -> float:
    number = float(value)
    if isinstance(value, bool) or not 0 < number < float("inf"):
        raise ValueError("a number of seconds above 0 is needed")
    return number


def _dollars(value: Any) -> Decimal:
    amount = Decimal(str(value))
    if isinstance(value, bool) or not amount.is_finite() or amount < 0:
        raise ValueError("an amount of US dollars of at least 0 is needed")
    return amount


def _pause(value: Any) -> float:
    number = float(value)
    if isinstance(value, bool) or not 0 <= number < float("inf"):
        raise ValueError("a number of seconds of at least 0 is needed")
    return number


def _robots(value: Any) -> str:
    if value not in ("obey", "ignore"):
        raise ValueError("it is obey or ignore")
    return str(value)


def _web_address(value: Any) -> str:
    word = _word(value)
    if not word.startswith(("http://", "https://")):
        raise ValueError("it starts with http:// or https://")
    return word


def _yes_or_no(value: Any) -> bool:
    read = {"true": True, "1": True, "false": False, "0": False}.get(str(value).lower())
    if read is None:
        raise ValueError("it is true or false")
    return read


def _header(value: Any) -> str:
    word = _word(value)
    if not word.isascii() or not word.isprintable():
        raise ValueError("plain letters, digits and signs are needed")
    return word


def _places(value: Any) -> tuple[str, ...]:
    given = value.split(",") if isinstance(value, str) else value
    places = tuple(_word(one) for one in given)
    halves = [half.rpartition(":") for place in places for half in place.split("=", 1)]
    if not all(host and port.isdecimal() for host, _, port in halves):
        raise ValueError("it is host:port, as in 127.0.0.1:8080")
    return places


def _names(value: Any) -> tuple[str, ...]:
    given = value.split(",") if isinstance(value, str) else value
    return tuple(dict.fromkeys(_word(one) for one in given if one != ""))


def _pack(value: Any) -> str | None:
    word = _word(value)
    return None if word == NO_PACK else word


def _word(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a word is needed")
    return value.strip()


def _path(value: Any) -> Path:
    path = Path(value).expanduser().absolute()
    if "\0" in str(path):
        raise ValueError("no path has a NUL in it")
    return path


def _table(read: Callable[[Any], Any]) -> Callable[[Any], dict[str, Any]]:
    def table(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValueError("a table is needed")
        return {name: read(item) for name, item in cast("dict[str, Any]", value).items()}

    return table


def _model(value: Any) -> str:
    model = _word(value)
    provider, colon, name = model.partition(":")
    if model not in (LOCAL, NO_MODEL) and not (provider and colon and name):
        raise ValueError("a model is provider:model, local or none")
    return model


def _played(value: Any) -> str:
    model = _word(value)
    return _model(model) if ":" in model else model


def _named_model(value: Any) -> str:
    model = _model(value)
    if ":" not in model:
        raise ValueError("a model is provider:model here")
    return model


def _models(value: Any) -> str | tuple[str, ...]:
    if isinstance(value, list):
        return tuple(_model(one) for one in cast("list[Any]", value))
    return _model(value)


def _rate(value: Any) -> tuple[Decimal, Decimal]:
    if not isinstance(value, list):
        raise ValueError("two amounts are needed, for tokens in and out")
    into, out = cast("list[Any]", value)
    return _dollars(into), _dollars(out)


_TABLES: dict[str, Callable[[Any], Any]] = {
    "roles": _table(_models),
    "fallbacks": _table(_named_model),
    "keys": _table(_word),
    "urls": _table(_web_address),
    "prices": _table(_rate),
}
"""What has a table of its own in `settings.toml`, and stands nowhere else."""

_READERS: dict[str, Callable[[Any], Any]] = {
    **_TABLES,
    "home": _path,
    "namespace": _word,
    "model": _played,
    "model_file": _path,
    "speech_model": _path,
    "archive": _path,
    "concurrency": _at_least(1),
    "threads": _at_least(0),
    "deadline_ask": _seconds,
    "deadline_search": _seconds,
    "deadline_fetch": _seconds,
    "budget_usd": _dollars,
    "budget_calls": _at_least(0),
    "budget_claim_usd": _dollars,
    "budget_claim_calls": _at_least(0),
    "budget_day_usd": _dollars,
    "budget_day_calls": _at_least(0),
    "fresh_search": _seconds,
    "fresh_fetch": _seconds,
    "search": _names,
    "pack": _pack,
    "user_agent": _header,
    "contact": _header,
    "robots": _robots,
    "fetch_megabytes": _at_least(1),
    "fetch_pdf_pages": _at_least(1),
    "fetch_delay": _pause,
    "fetch_allow": _places,
    "traces": _web_address,
    "keep_found": _yes_or_no,
    "trace_content": _yes_or_no,
    "lock_wait": _seconds,
}


_SECRET = frozenset({"keys", "urls", "traces"})
"""What may hold a key or a password, and is not repeated in a message."""


def _fit(name: str, value: Any, where: str) -> Any:
    try:
        return _READERS[name](value)
    except (ValueError, TypeError, InvalidOperation, OverflowError, RuntimeError) as error:
        reason = "" if isinstance(error, InvalidOperation) else f": {error}"
        shown = "what it is" if name in _SECRET else repr(value)
        raise BadInput(f"{where} cannot be {shown}{reason}.", "") from None

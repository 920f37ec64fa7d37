"""`sapper ban`: ban players and addresses from a server, also while it runs."""

from __future__ import annotations

from .. import machine
from . import arguments
from .selection import date_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..history.store import Store

_ID_DIGITS = 16
_DAY = 86_400
_MOST_DAYS = 36_500
_LONGEST_REASON = 200


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    ban = commands.add_parser("ban", help="ban a player or an address from the server, also while it runs")
    ban.add_argument(
        "who",
        nargs="?",
        metavar="PLAYER-ID|ADDRESS",
        help="an id of the access log, an address, or a network 10.0.0.0/8",
    )
    ban.add_argument("--days", type=int, metavar="N", help="for how long (default: for good)")
    ban.add_argument("--reason", default="", metavar="TEXT", help="what the player reads")
    ban.add_argument("--list", action="store_true", help="list the bans")
    ban.add_argument("--remove", metavar="WHO", help="lift a ban")
    arguments.add_store(ban)
    ban.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    if sum((options.who is not None, options.list, options.remove is not None)) != 1:
        raise arguments.UsageError("choose one: whom to ban, --list, or --remove WHO")
    if options.days is not None and not 1 <= options.days <= _MOST_DAYS:
        raise arguments.UsageError(f"--days is a number from 1 to {_MOST_DAYS}, not {options.days}")
    with machine.open_store(options.data) as store:
        if options.list:
            _list(store)
        elif options.remove is not None:
            who = _whom(options.remove)
            if not store.unban(who):
                raise arguments.UsageError(f"{who} is not banned: see sapper ban --list")
            print(f"{who} is no longer banned")
        else:
            _ban(store, _whom(options.who), options.days, " ".join(options.reason.split()))
    return 0


def _ban(store: Store, who: str, days: int | None, reason: str) -> None:
    from ..history.store.bans import Ban

    if len(reason) > _LONGEST_REASON or not reason.isprintable():
        raise arguments.UsageError(f"--reason is a text of at most {_LONGEST_REASON} letters")
    now = machine.seconds()
    until = None if days is None else now + days * _DAY
    store.ban(Ban(who=who, until=until, reason=reason, created_at=now))
    print(f"{who} is banned {_until(until)}; a running server notices within seconds")


def _list(store: Store) -> None:
    from ..server.http.cookies import public_id

    bans = store.bans()
    if not bans:
        print("no player is banned")
        return
    names = {public_id(key): store.name_of(key) for key in store.players()}
    for ban in bans:
        state = "expired" if ban.until is not None and ban.until <= machine.seconds() else _until(ban.until)
        print("  ".join(part for part in (ban.who, state, names.get(ban.who, ""), ban.reason) if part))


def _until(until: int | None) -> str:
    return "for good" if until is None else f"until {date_text(until)}"


def _whom(text: str) -> str:
    """Return the id of a player, an address or a network as it is stored."""
    from ipaddress import ip_address, ip_network

    who = text.strip().lower()
    if len(who) == _ID_DIGITS and all(letter in "0123456789abcdef" for letter in who):
        return who
    try:
        return str(ip_network(who, strict=False) if "/" in who else ip_address(who))
    except ValueError:
        example = (
            "an id of 16 digits as in the access log, an address such as 203.0.113.7, or a network such as 10.0.0.0/8"
        )
        raise arguments.UsageError(f"{text!r} is neither a player nor an address: write {example}") from None

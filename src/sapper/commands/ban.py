"""`sapper ban`: ban players and addresses from a server, also while it runs, and read what players report."""

from __future__ import annotations

from .. import machine
from ..display.wording import message
from . import arguments
from .games.selection import date_text

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
    ban = commands.add_parser("ban")
    ban.add_argument("who", nargs="?", metavar="PLAYER-ID|ADDRESS")
    ban.add_argument("--days", type=int, metavar="N")
    ban.add_argument("--reason", default="", metavar="TEXT")
    ban.add_argument("--list", action="store_true")
    ban.add_argument("--remove", metavar="WHO")
    ban.add_argument("--reports", action="store_true")
    ban.add_argument("--close", metavar="PLAYER-ID")
    arguments.add_store(ban)
    ban.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    given = (options.who, options.remove, options.close)
    if sum(value is not None for value in given) + options.list + options.reports != 1:
        raise arguments.UsageError(message("cli-server.choose-ban"))
    if options.days is not None and not 1 <= options.days <= _MOST_DAYS:
        raise arguments.UsageError(message("cli-server.days", most=_MOST_DAYS, value=options.days))
    with machine.open_store(options.data) as store:
        if options.list:
            _list(store)
        elif options.reports:
            print("\n".join(report_lines(store)) or message("cli-server.no-reports"))
        elif options.close is not None:
            if not (closed := store.close_reports(_whom(options.close))):
                raise arguments.UsageError(message("cli-server.not-reported", who=options.close))
            print(message("cli-server.reports-closed", count=closed))
        elif options.remove is not None:
            who = _whom(options.remove)
            if not store.unban(who):
                raise arguments.UsageError(message("cli-server.not-banned", who=who))
            print(message("cli-server.unbanned", who=who))
        else:
            _ban(store, _whom(options.who), options.days, " ".join(options.reason.split()))
    return 0


def _ban(store: Store, who: str, days: int | None, reason: str) -> None:
    from ..history.store.bans import Ban

    if len(reason) > _LONGEST_REASON or not reason.isprintable():
        raise arguments.UsageError(message("cli-server.reason", most=_LONGEST_REASON))
    now = machine.seconds()
    until = None if days is None else now + days * _DAY
    store.ban(Ban(who=who, until=until, reason=reason, created_at=now))
    print(message("cli-server.banned", who=who, until=_until(until)))


def _list(store: Store) -> None:
    from ..history.identity import public_id

    bans = store.bans()
    if not bans:
        print(message("cli-server.none-banned"))
        return
    names = {public_id(key): store.name_of(key) for key in store.players()}
    for ban in bans:
        state = (
            message("cli-server.expired")
            if ban.until is not None and ban.until <= machine.seconds()
            else _until(ban.until)
        )
        print("  ".join(part for part in (ban.who, state, names.get(ban.who, ""), ban.reason) if part))


def report_lines(store: Store) -> list[str]:
    """Return what players have said about others, a line for each report, the newest first."""
    from ..history.identity import public_id

    return [
        "  ".join(
            part
            for part in (
                date_text(one.made_at),
                public_id(one.player),
                one.name,
                message(f"people.{one.reason}"),
                message("cli-server.reported-by", who=public_id(one.reporter)),
                one.words,
            )
            if part
        )
        for one in store.reports()
    ]


def _until(until: int | None) -> str:
    return message("cli-server.for-good") if until is None else message("cli-server.until", date=date_text(until))


def _whom(text: str) -> str:
    """Return the id of a player, an address or a network as it is stored."""
    from ipaddress import ip_address, ip_network

    who = text.strip().lower()
    if len(who) == _ID_DIGITS and all(letter in "0123456789abcdef" for letter in who):
        return who
    try:
        return str(ip_network(who, strict=False) if "/" in who else ip_address(who))
    except ValueError:
        raise arguments.UsageError(message("cli-server.nobody", text=repr(text))) from None

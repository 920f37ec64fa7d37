"""Every attack, with the server that it needs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from server.attacks import game_attacks, http_attacks, party_attacks, request_attacks, route_attacks, socket_attacks
from server.attacks.wire import Outcome

from sapper.history.store import Summary, open_store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

_FREE = (
    "--limit",
    "messages-per-second=1000000",
    "--limit",
    "message-burst=1000000",
    "--limit",
    "address-messages-per-second=1000000",
    "--limit",
    "address-message-burst=1000000",
)


class Target(Protocol):
    """The server that is attacked."""

    @property
    def port(self) -> int: ...


class Attack(NamedTuple):
    """An attack on a server, and what has to be there before."""

    name: str
    run: Callable[..., Awaitable[Outcome]]  # (server, seconds), and what `prepare` returned
    options: tuple[str, ...] = ()  # of the server
    files: int | None = None  # the descriptors that the server may have
    fill: Callable[[Path, int], None] | None = None  # puts games into the database before the server starts
    prepare: Callable[[Target], Awaitable[Any]] | None = None

    async def __call__(self, server: Target, seconds: float, prepared: Any = None) -> Outcome:
        """Attack for some seconds."""
        return await (self.run(server, seconds) if prepared is None else self.run(server, seconds, prepared))


def finished_games(path: Path, count: int) -> None:
    """Put finished games into a database."""
    with open_store(path) as store:
        for number in range(count):
            level = ("9x9/10", "16x16/40", "30x16/99")[number % 3]
            rules = f"modern {level} v1"
            summary = Summary(
                status=("won", "lost")[number % 2],
                level=level,
                ruleset="modern",
                elapsed=1000 + number % 100_000,
                ended_at=1_600_000_000 + number * 1000,
                rules=rules,
                bbbv=150,
                solved=150,
                left=200,
            )
            replay = number.to_bytes(8, "big") + bytes(100)
            store.add(replay, summary, rules=rules, seed=None, length=200, created_at=summary.ended_at, source="web")


ATTACKS = (
    Attack("pongs", socket_attacks.pongs),
    Attack("continuations", socket_attacks.continuations),
    Attack("pings", socket_attacks.pings),
    Attack("bursts", socket_attacks.bursts),
    Attack("handshakes", socket_attacks.handshakes),
    Attack("idle-sockets", socket_attacks.idle_sockets, files=1024),
    Attack("slow-headers", socket_attacks.slow_headers),
    Attack("invalid-text", socket_attacks.invalid_text),
    Attack("boards", game_attacks.boards),
    Attack("views", game_attacks.views),
    Attack("live-undo", game_attacks.live_undo, options=_FREE, prepare=game_attacks.prepare_undo),
    Attack("refused-moves", game_attacks.refused_moves),
    Attack("foreign-rooms", game_attacks.foreign_rooms),
    Attack("open-rooms", party_attacks.open_rooms),
    Attack("crowd", party_attacks.crowd),
    Attack("small-replays", request_attacks.small_replays),
    Attack("undo-replays", request_attacks.undo_replays),
    Attack("long-names", request_attacks.long_names),
    Attack("solver", request_attacks.solver),
    Attack("diagrams", request_attacks.diagrams),
    Attack("dropped-reports", request_attacks.dropped_reports, fill=finished_games),
    Attack("aborted-posts", request_attacks.aborted_posts),
    Attack("smuggling", request_attacks.smuggling),
    Attack("long-paths", request_attacks.long_paths),
    Attack("tournaments", route_attacks.tournaments),
    Attack("answers", route_attacks.answers),
    Attack("handed-over", route_attacks.handed_over),
    Attack("histories", route_attacks.histories, fill=finished_games),
    Attack("tiny-chunks", http_attacks.tiny_chunks),
    Attack("endless-chunks", http_attacks.endless_chunks),
    Attack("many-headers", http_attacks.many_headers),
    Attack("split-heads", http_attacks.split_heads),
    Attack("unwanted-bodies", http_attacks.unwanted_bodies),
)


async def _nothing(server: Target, seconds: float) -> Outcome:
    """Do nothing: what the player notices then is the noise of the machine."""
    await asyncio.sleep(seconds)
    return Outcome()


QUIET = Attack("quiet", _nothing)
BY_NAME = {attack.name: attack for attack in (QUIET, *ATTACKS)}

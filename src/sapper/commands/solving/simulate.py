"""`sapper simulate`: how often a strategy wins."""

from __future__ import annotations

from ...display.wording import message, wording
from .. import arguments
from .cluster import clock_of, cluster_of
from .progress_bar import progress_bar

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ...analysis.simulation import Difference, Simulation
    from ...cluster import DaskCluster
    from ...rules import Rules


_LOSSES = {
    "certain": "cli-solver.by-certain",
    "first": "cli-solver.by-first",
    "fifty-fifty": "cli-solver.by-fifty-fifty",
    "endgame": "cli-solver.by-endgame",
    "look-ahead": "cli-solver.by-look-ahead",
    "safest": "cli-solver.by-safest",
    "only": "cli-solver.by-only",
}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    simulate = commands.add_parser("simulate")
    arguments.add_rules(simulate, "expert")
    arguments.add_first_click(simulate)
    simulate.add_argument("--at", default="0,0", metavar="ROW,COL")
    simulate.add_argument("--games", type=int, default=1000)
    simulate.add_argument("--seed", default="sapper")
    arguments.add_strength(simulate)
    arguments.add_threads(simulate)
    arguments.add_cluster(simulate)
    simulate.add_argument("--weighted", action="store_true")
    simulate.add_argument("--compare", nargs=2, metavar="STRENGTH")
    simulate.add_argument("--json", action="store_true")
    simulate.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ...analysis.best_move import Strength

    rules = arguments.rules_of(options)
    if options.first_click is not None:
        rules = rules.replace(first=options.first_click)
    strengths = [Strength.parse(name) for name in options.compare or [options.strength]]
    results: list[Simulation] = []
    with cluster_of(options) as cluster:
        for strength in strengths:
            results.append(_simulate(rules, strength, options, cluster))
            if results[-1].games < options.games:
                break
    is_partial = results[-1].games < options.games
    strengths = strengths[: len(results)]
    if options.json:
        import json

        print(json.dumps(_as_json(rules, strengths, results, is_partial=is_partial)))
        return arguments.INTERRUPTED if is_partial else 0
    for strength, result in zip(strengths, results, strict=True):
        print(_as_text(strength, result))
    if is_partial:
        print(message("cli-solver.interrupted", played=results[-1].games, games=options.games))
    elif len(results) == 2:
        from ...analysis.simulation import Difference

        gain = Difference(*results)
        print(gain_line(strengths[1], strengths[0], gain))
    return arguments.INTERRUPTED if is_partial else 0


def _simulate(rules: Rules, strength: str, options: argparse.Namespace, cluster: DaskCluster | None) -> Simulation:
    from ...analysis.simulation import simulate

    return simulate(
        rules,
        options.games,
        options.seed,
        strength,
        arguments.parse_cell_option(options.at),
        options.threads,
        weighted=options.weighted,
        cluster=cluster,
        progress=progress_bar(options.games, message("cli-solver.games")),
        clock=clock_of(cluster),
    )


def _as_text(strength: str, result: Simulation) -> str:
    decimal = wording().decimal
    causes = [f"{message(_LOSSES[reason])} {decimal(f'{share:.2%}')}" for reason, share in result.losses.items()]
    speed = message(
        "cli-solver.speed",
        games=result.games,
        speed=wording().number(result.games_per_second),
        time=decimal(f"{result.cpu_ms_per_game:.3f}"),
        guesses=decimal(f"{result.guesses:.2f}"),
    )
    lost = message("cli-solver.lost-by", causes=", ".join(causes) or message("cli-solver.no-losses"))
    return f"{won_line(strength, result)}\n  {speed}\n  {lost}"


def won_line(name: str, result: Simulation) -> str:
    """Return how often the games of a series were won, with the interval of the true rate."""
    decimal = wording().decimal
    rate, low, high = (decimal(f"{share:.2%}") for share in (result.rate, result.low, result.high))
    if result.wins is None:
        return message("cli-solver.won", name=name, rate=rate, low=low, high=high)
    counts = {"wins": result.wins, "games": result.games}
    return message("cli-solver.won-of", name=name, rate=rate, low=low, high=high, **counts)


def gain_line(first: str, second: str, gain: Difference) -> str:
    """Return how much more often the first of two players wins."""
    decimal = wording().decimal
    points, error = decimal(f"{gain.mean * 100:+.3f}"), decimal(f"{gain.error * 100:.3f}")
    return message("cli-solver.gain", first=first, second=second, games=gain.games, points=points, error=error)


def _as_json(
    rules: Rules, strengths: Sequence[str], results: list[Simulation], *, is_partial: bool
) -> dict[str, object]:
    found: list[dict[str, object]] = [
        {
            "rules": str(rules),
            "strength": str(strength),
            "games": result.games,
            "partial": is_partial and result is results[-1],
            "wins": result.wins,
            "rate": result.rate,
            "low": result.low,
            "high": result.high,
            "weighted": result.weighted,
            "guesses_per_game": result.guesses,
            "losses": {str(reason): share for reason, share in result.losses.items()},
            "games_per_second": result.games_per_second,
            "cpu_ms_per_game": result.cpu_ms_per_game,
        }
        for strength, result in zip(strengths, results, strict=True)
    ]
    if len(results) == 1:
        return found[0]
    from ...analysis.simulation import Difference

    gain = Difference(*results)
    return {
        "series": found,
        "difference": {"games": gain.games, "mean": gain.mean, "standard_error": gain.error},
    }

"""`sapper simulate`: how often a strategy wins."""

from __future__ import annotations

from . import arguments
from .cluster import clock_of, cluster_of
from .progress_bar import progress_bar

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ..analysis.simulation import Simulation
    from ..cluster import DaskCluster
    from ..rules import Rules


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    simulate = commands.add_parser("simulate", help="play many games and count the wins")
    arguments.add_rules(simulate, "expert")
    simulate.add_argument("--first-click", metavar="RULE", help="any, top-left, cell or opening")
    simulate.add_argument("--at", default="0,0", metavar="ROW,COL", help="the first click (default: 0,0)")
    simulate.add_argument("--games", type=int, default=1000, help="how many (default: 1000)")
    simulate.add_argument("--seed", default="sapper", help="any text or number (default: sapper)")
    arguments.add_strength(simulate)
    arguments.add_threads(simulate)
    arguments.add_cluster(simulate)
    simulate.add_argument(
        "--weighted",
        action="store_true",
        help="continue after a fatal guess and weight the result: a third of the variance",
    )
    simulate.add_argument(
        "--compare",
        nargs=2,
        metavar="STRENGTH",
        help="compare two strengths on the same boards by their paired difference",
    )
    simulate.add_argument("--json", action="store_true", help="one object")
    simulate.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ..analysis.best_move import Strength

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
        print(f"interrupted: {results[-1].games} of {options.games} games were played")
    elif len(results) == 2:
        from ..analysis.simulation import Difference

        gain = Difference(*results)
        print(
            f"{strengths[1]} over {strengths[0]}, paired on {gain.games} boards: "
            f"{gain.mean * 100:+.3f} points, standard error {gain.error * 100:.3f}"
        )
    return arguments.INTERRUPTED if is_partial else 0


def _simulate(rules: Rules, strength: str, options: argparse.Namespace, cluster: DaskCluster | None) -> Simulation:
    from ..analysis.simulation import simulate

    return simulate(
        rules,
        options.games,
        options.seed,
        strength,
        arguments.parse_cell_option(options.at),
        options.threads,
        weighted=options.weighted,
        cluster=cluster,
        progress=progress_bar(options.games, "games"),
        clock=clock_of(cluster),
    )


def _as_text(strength: str, result: Simulation) -> str:
    causes = ", ".join(f"{reason} {share:.2%}" for reason, share in result.losses.items()) or "none"
    won = "" if result.wins is None else f" ({result.wins} of {result.games})"
    return (
        f"{strength}: {result.rate:.2%} won{won}, 95 % interval {result.low:.2%} to {result.high:.2%}\n"
        f"  {result.games} games, {result.games_per_second:,.0f} per second, {result.cpu_ms_per_game:.3f} ms CPU "
        f"each, {result.guesses:.2f} guesses each\n"
        f"  lost by: {causes}"
    )


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
    from ..analysis.simulation import Difference

    gain = Difference(*results)
    return {
        "series": found,
        "difference": {"games": gain.games, "mean": gain.mean, "standard_error": gain.error},
    }

"""`sapper evaluate`: how well a policy plays, by the protocol of docs/evaluate.md."""

from __future__ import annotations

from contextlib import contextmanager

from ...display.wording import message, wording
from .. import arguments
from .cluster import clock_of, cluster_of
from .progress_bar import progress_bar
from .simulate import gain_line, won_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from typing import Any

    from ...analysis.evaluation import Evaluation
    from ...analysis.simulation import Difference
    from ...cluster import DaskCluster
    from ...rules import Rules


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    evaluate = commands.add_parser("evaluate")
    arguments.suggest(evaluate.add_argument("policy", metavar="POLICY"), _names())
    arguments.add_rules(evaluate, "expert")
    arguments.add_first_click(evaluate)
    evaluate.add_argument("--at", default="0,0", metavar="ROW,COL")
    evaluate.add_argument("--games", type=int, default=1000)
    evaluate.add_argument("--seed", default="sapper")
    evaluate.add_argument("--weighted", action="store_true")
    evaluate.add_argument("--batch", type=int, default=0, metavar="N")
    evaluate.add_argument("--against", metavar="POLICY")
    evaluate.add_argument("--threads", type=int, default=1)
    arguments.add_cluster(evaluate)
    evaluate.add_argument("--traceback", action="store_true")
    evaluate.add_argument("--json", action="store_true")
    evaluate.set_defaults(run=_run)


def _names() -> tuple[str, ...]:
    from ...analysis.policies import NAMES

    return NAMES


def _run(options: argparse.Namespace) -> int:
    rules = arguments.rules_of(options)
    if options.first_click is not None:
        rules = rules.replace(first=options.first_click)
    names = [options.policy, *([options.against] if options.against else [])]
    with cluster_of(options) as cluster, _traced(options):
        results = [_evaluate(name, rules, options, cluster) for name in names]
    protocol = _protocol(rules, options)
    if options.json:
        import json

        print(json.dumps(_as_json(names, results, protocol)))
        return 0
    for name, result in zip(names, results, strict=True):
        print(_as_text(name, result))
    if len(results) == 2:
        print(gain_line(names[0], names[1], _difference(results)))
    print(
        message(
            "cli-solver.protocol",
            protocol=protocol["protocol"],
            version=protocol["sapper"],
            rules=protocol["rules"],
            at=options.at,
            first=rules.first,
            last=options.games - 1,
            seed=repr(options.seed),
            kind=message("cli-solver.weighted" if options.weighted else "cli-solver.plain"),
        )
    )
    return 0


@contextmanager
def _traced(options: argparse.Namespace) -> Iterator[None]:
    """Print the traceback of a policy that fails, if that was asked for."""
    from ...analysis.policies import PolicyError

    try:
        yield
    except PolicyError as error:
        if options.traceback and error.__cause__:
            import sys
            import traceback

            traceback.print_exception(error.__cause__, file=sys.stderr)
        raise


def _evaluate(name: str, rules: Rules, options: argparse.Namespace, cluster: DaskCluster | None) -> Evaluation:
    from ...analysis.evaluation import evaluate
    from ...analysis.policies import NAMES

    is_named = name in NAMES
    return evaluate(
        name if is_named else FilePolicy.parse(name),
        rules,
        options.games,
        options.seed,
        arguments.parse_cell_option(options.at),
        weighted=options.weighted,
        batch=0 if is_named else options.batch,
        workers=options.threads,
        cluster=cluster,
        progress=progress_bar(options.games, message("cli-solver.games")),
        clock=clock_of(cluster),
    )


class FilePolicy:
    """A function of a file. Its text travels to every process that plays with it, and is run there."""

    def __init__(self, path: str, name: str, text: bytes) -> None:
        self.path = path
        self.name = name
        self.text = text
        self._function: Callable[[Any], Any] | None = None

    @classmethod
    def parse(cls, text: str) -> FilePolicy:
        """Read FILE.py:NAME, and load the function once to see that it is there."""
        from ...analysis.policies import NAMES

        path, colon, name = text.rpartition(":")
        if not colon or not path.endswith(".py") or not name.isidentifier():
            raise arguments.UsageError(message("cli-solver.no-policy", name=repr(text), known=", ".join(NAMES)))
        from pathlib import Path

        if not Path(path).is_file():
            raise arguments.UsageError(message("cli-usage.no-file", path=path))
        loaded = cls(str(Path(path).resolve()), name, Path(path).read_bytes())
        loaded._load()
        return loaded

    def __call__(self, boards: Any) -> Any:
        """Return the choice of the function."""
        if self._function is None:
            self._function = self._load()
        return self._function(boards)

    def __reduce__(self) -> tuple[type[FilePolicy], tuple[str, str, bytes]]:
        return FilePolicy, (self.path, self.name, self.text)

    def _load(self) -> Callable[[Any], Any]:
        import sys
        from pathlib import Path
        from types import ModuleType

        path = Path(self.path)
        module = sys.modules[path.stem] = ModuleType(path.stem)
        module.__file__ = self.path
        sys.path.insert(0, str(path.parent))  # for modules in its folder
        try:
            exec(compile(self.text, self.path, "exec"), module.__dict__)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise arguments.UsageError(message("cli-solver.not-loaded", path=self.path, reason=reason)) from error
        finally:
            sys.path.remove(str(path.parent))
        function = getattr(module, self.name, None)
        if not callable(function):
            raise arguments.UsageError(message("cli-solver.no-function", path=self.path, name=self.name))
        found: Callable[[Any], Any] = function
        return found


def _as_text(name: str, result: Evaluation) -> str:
    words, series = wording(), result.series
    figures = message(
        "cli-solver.needless",
        guesses=words.decimal(f"{series.guesses:.2f}"),
        needless=words.decimal(f"{result.needless:.2f}"),
        speed=words.number(series.games_per_second, 1),
    )
    return f"{won_line(name, series)}\n  {figures}"


def _protocol(rules: Rules, options: argparse.Namespace) -> dict[str, Any]:
    """Return everything that decides which boards are played."""
    from ... import __version__
    from ...analysis.evaluation import PROTOCOL

    return {
        "protocol": PROTOCOL,
        "sapper": __version__,
        "rules": str(rules),
        "first_click": str(rules.first),
        "at": list(arguments.parse_cell_option(options.at)),
        "games": options.games,
        "seed": options.seed,
        "weighted": options.weighted,
    }


def _difference(results: list[Evaluation]) -> Difference:
    from ...analysis.simulation import Difference

    return Difference(results[1].series, results[0].series)


def _as_json(names: list[str], results: list[Evaluation], protocol: dict[str, Any]) -> dict[str, Any]:
    found = [
        {
            "policy": name,
            "games": result.series.games,
            "wins": result.series.wins,
            "rate": result.series.rate,
            "low": result.series.low,
            "high": result.series.high,
            "guesses_per_game": result.series.guesses,
            "needless_guesses_per_game": result.needless,
            "games_per_second": result.series.games_per_second,
            "scores": list(result.series.scores),
        }
        for name, result in zip(names, results, strict=True)
    ]
    answer: dict[str, Any] = {"protocol": protocol, "results": found}
    if len(results) == 2:
        gain = _difference(results)
        answer["difference"] = {"games": gain.games, "mean": gain.mean, "standard_error": gain.error}
    return answer

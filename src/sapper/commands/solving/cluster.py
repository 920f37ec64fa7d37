"""The cluster that `--dask` names, for commands that play many games."""

from __future__ import annotations

from contextlib import nullcontext

from ...display.wording import message
from ..arguments import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from contextlib import AbstractContextManager

    from ...analysis.simulation import Clock
    from ...cluster import DaskCluster


def cluster_of(options: argparse.Namespace) -> AbstractContextManager[DaskCluster | None]:
    """Return the cluster that the options name, to be entered; None is entered if they name none."""
    if options.dask is None:
        return nullcontext()
    if options.threads != 1:
        raise UsageError(message("cli-usage.threads-dask"))
    import logging
    import warnings

    from ...cluster import DaskCluster

    # What matters to the series is said in one sentence by the command.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module="distributed")
    return DaskCluster(options.dask)


def clock_of(cluster: DaskCluster | None) -> Clock:
    """Return a clock of the processor that plays."""
    import time

    return cluster.clock if cluster else lambda: (time.perf_counter(), time.process_time())

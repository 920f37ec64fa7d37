"""The labels and units of the metrics, and their values as text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Figure = int | float | bool | str | None

#: Every metric of a game in the order of listings: where it is found, its label with its variant, its unit.
METRICS = (
    ("time", "Time", "ms"),
    ("estimated_time", "Estimated time", "ms"),
    ("bbbv", "3BV", ""),
    ("solved", "Solved 3BV", ""),
    ("bbbv_per_second", "3BV/s", "/s"),
    ("openings", "Openings", ""),
    ("islands", "Islands", ""),
    ("density", "Density", "%"),
    ("clicks.total", "Clicks", ""),
    ("clicks.left", "Left clicks", ""),
    ("clicks.right", "Right clicks", ""),
    ("clicks.chord", "Chords", ""),
    ("one_and_a_half", "1.5 clicks", ""),
    ("clicks_per_second", "Clicks/s", "/s"),
    ("effective.total", "Effective clicks", ""),
    ("effective.left", "Effective left clicks", ""),
    ("effective.right", "Effective right clicks", ""),
    ("effective.chord", "Effective chords", ""),
    ("effective_per_second", "Effective clicks/s", "/s"),
    ("wasted.total", "Wasted clicks", ""),
    ("wasted.left", "Wasted left clicks", ""),
    ("wasted.right", "Wasted right clicks", ""),
    ("wasted.chord", "Wasted chords", ""),
    ("ioe", "Efficiency (IOE)", "%"),
    ("max_efficiency", "Highest efficiency (3BV / ZiNi)", "%"),
    ("correctness", "Correctness", "%"),
    ("throughput", "Throughput", "%"),
    ("is_no_flag", "No flags (NF)", ""),
    ("flags", "Flags", ""),
    ("wasted_flags", "Wasted flags", ""),
    ("unflags", "Flags taken off", ""),
    ("misflags", "Flags on safe cells", ""),
    ("misunflags", "Flags taken off safe cells", ""),
    ("zini", "ZiNi (greedy)", ""),
    ("hzini", "HZiNi (human)", ""),
    ("zini_per_second", "ZiNi/s", "/s"),
    ("hzini_per_second", "HZiNi/s", "/s"),
    ("zne", "ZNE", "%"),
    ("znt", "ZNT", "%"),
    ("hzne", "HZNE", "%"),
    ("hznt", "HZNT", "%"),
    ("rqp", "RQP (T)", ""),
    ("rqp_arbiter", "RQP (T + 1, Arbiter)", ""),
    ("ios", "IOS (T)", ""),
    ("ios_arbiter", "IOS (T + 1, Arbiter)", ""),
    ("qg", "QG", ""),
    ("stnb.value", "STNB", ""),
    ("stnb.constant", "K of STNB", ""),
    ("stnb_toollib.value", "STNB (ms_toollib)", ""),
    ("stnb_toollib.constant", "K of STNB (ms_toollib)", ""),
    ("has_track", "Every press recorded", ""),
    ("outside", "Clicks released outside", ""),
    ("path", "Path", "cells"),
    ("path_manhattan", "Path (Manhattan)", "cells"),
    ("path_of_clicks", "Path between clicks", "cells"),
)

#: Metrics that count or divide by clicks: without a track they lack those of the right button that did nothing.
NEED_TRACK = frozenset(
    (
        "clicks_total",
        "clicks_right",
        "clicks_per_second",
        "wasted_total",
        "wasted_right",
        "ioe",
        "correctness",
        "zne",
        "hzne",
    )
)


def seconds_text(milliseconds: int, digits: int = 2) -> str:
    """Write a time in seconds with up to three digits after the point: cut off, never rounded, as rankings do.

    >>> seconds_text(49_999), seconds_text(49_999, 3), seconds_text(49_999, 0)
    ('49.99', '49.999', '49')
    """
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole}.{rest:03}"[: len(str(whole)) + 1 + digits] if digits else str(whole)


def gap_text(one: int, other: int) -> str:
    """Write how far two times are apart, in seconds: the difference of the times as they are written.

    Only times that are written alike differ by their milliseconds.

    >>> gap_text(919, 710), gap_text(20_000, 19_999), gap_text(715, 719)
    ('0.20', '0.01', '0.004')
    """
    hundredths = abs(one // 10 - other // 10)
    return f"{hundredths // 100}.{hundredths % 100:02}" if hundredths else seconds_text(abs(one - other), 3)


def format_value(value: Figure, unit: str) -> str:
    """Write a number as players do; times are cut off, never rounded.

    >>> format_value(0.5, "%"), format_value(1234, "ms"), format_value(None, ""), format_value(True, "")
    ('50.0%', '1.234 s', '-', 'yes')
    """
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if unit == "ms" and isinstance(value, int):
        return f"{seconds_text(value, 3)} s"
    if unit == "%" and not isinstance(value, str):
        return f"{value:.1%}"
    return f"{value:.3f}" if isinstance(value, float) else str(value)

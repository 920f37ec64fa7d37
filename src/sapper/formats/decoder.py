"""The program in which ms_toollib reads binary videos, apart from ours: a damaged file ends its whole process.

It answers requests on its standard input (four letters of the format, a length, the file) with a length and JSON on its
standard output. It runs as a file, so that nothing but the standard library and ms_toollib is loaded.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from contextlib import suppress

MOST_MEMORY = 1 << 31
MOST_EVENTS = 500_000
CLASSES = {"avf": "AvfVideo", "rmv": "RmvVideo", "evf": "EvfVideo", "mvf": "MvfVideo"}


def decode(name: str, data: bytes) -> dict[str, object]:
    """Take from a video what it records: the board, the events, and what its header says."""
    import ms_toollib

    video = getattr(ms_toollib, CLASSES[name])("", list(data))
    video.parse()
    events = video.events
    if len(events) > MOST_EVENTS:
        return {"error": f"a video has at most {MOST_EVENTS} events, and this has {len(events)}"}
    mouse = []
    for recorded in events:
        if recorded.event.is_mouse():
            event = recorded.event.unwrap_mouse()
            mouse.append((round(recorded.time * 1000), event.mouse, event.x, event.y))
    return {
        "board": [list(row) for row in video.board],
        "events": mouse,
        "square": video.pix_size,
        "program": video.software,
        "player": video.player_identifier,
        "started": video.start_time,
        "elapsed": round(video.rtime * 1000),
        "completed": bool(video.is_completed),
        "mode": video.mode,
    }


class _BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION of Windows."""

    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    )


class JobLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION of Windows."""

    _fields_ = (
        ("basic", _BasicLimits),
        ("io", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


_PROCESS_MEMORY = 0x100  # JOB_OBJECT_LIMIT_PROCESS_MEMORY
_EXTENDED_LIMITS = 9  # JobObjectExtendedLimitInformation


def limit_memory() -> None:
    """Limit the memory of this process, and let it leave no core file."""
    if sys.platform == "win32":
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateJobObjectW.restype = kernel.GetCurrentProcess.restype = ctypes.c_void_p
        limits = JobLimits(basic=_BasicLimits(flags=_PROCESS_MEMORY), process_memory=MOST_MEMORY)
        job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
        kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
        kernel.AssignProcessToJobObject(job, ctypes.c_void_p(kernel.GetCurrentProcess()))
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Answer requests until standard input is closed."""
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    with suppress(ImportError, OSError, ValueError):  # without them, the time limit of the asking side remains
        limit_memory()
    while len(head := requests.read(8)) == 8:
        name, size = head[:4].decode("ascii").strip(), int.from_bytes(head[4:], "big")
        try:
            answer = decode(name, requests.read(size))
        except ImportError:
            answer = {"missing": True}
        except BaseException as error:  # a panic is no Exception
            answer = {"error": str(error)[:200]}
        body = json.dumps(answer).encode()
        answers.write(len(body).to_bytes(4, "big") + body)
        answers.flush()


if __name__ == "__main__":
    main()

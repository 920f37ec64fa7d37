"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
from stat import S_ISREG

from .errors import NOT_A_FILE


def put_in_place(draft: str | os.PathLike[str], path: str | os.PathLike[str]) -> None:
    """Rename a finished draft to its path. A device, a pipe or a folder there is not replaced."""
    try:
        is_file = S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        is_file = True
    if not is_file:
        raise OSError(errno.EINVAL, NOT_A_FILE, os.fspath(path))
    os.replace(draft, path)

"""The settings file: reading never fails, writing is all or nothing."""

from __future__ import annotations

import os

from ..errors import as_value
from ..phrase import Phrase
from ..whole_file import put_in_place
from .settings import Settings, SettingsError
from .settings_text import MOST_BYTES, TOO_LONG


def load(path: str | os.PathLike[str]) -> tuple[Settings, Phrase | None]:
    """Return the settings of a file and what is wrong with it, if anything. A missing or bad file has the defaults."""
    try:
        return _read_file(path), None
    except FileNotFoundError:
        return Settings(), None
    except (SettingsError, OSError) as error:
        return Settings(), Phrase("setting.defaults-used", complaint=_complaint(path, error))


def save(path: str | os.PathLike[str], settings: Settings) -> None:
    """Write a file, whole or not at all. One that cannot be read is not overwritten."""
    path = os.path.realpath(path)  # a link stays a link
    try:
        _read_file(path)
    except FileNotFoundError:
        pass
    except SettingsError as error:
        raise SettingsError(Phrase("setting.correct-first", complaint=_complaint(path, error))) from None
    draft = f"{path}.{os.getpid()}.new"
    try:
        with open(draft, "w", encoding="utf-8", newline="\n") as file:
            file.write(f"{settings}\n")
            file.flush()
            os.fsync(file.fileno())
        put_in_place(draft, path)
    except BaseException:
        if os.path.exists(draft):
            os.unlink(draft)
        raise


def _read_file(path: str | os.PathLike[str]) -> Settings:
    with open(path, "rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise SettingsError(TOO_LONG)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SettingsError(Phrase("file.line", line=line, reason=Phrase("setting.not-utf-8"))) from None
    return Settings.parse(text)


def _complaint(path: str | os.PathLike[str], error: Exception) -> Phrase:
    return Phrase("setting.about", setting=os.fspath(path), reason=as_value(error))

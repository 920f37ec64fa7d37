"""The browser page: `build` makes the files that are sent, in `built`, of TypeScript and style sheets in `src`."""

from __future__ import annotations

from pathlib import Path

WEB = Path(__file__).parent
ASSETS = WEB / "assets"  # sent as they are
SOURCES = WEB / "src"
BUILT = WEB / "built"

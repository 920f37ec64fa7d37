"""The modules of the page without a browser: Node.js runs their TypeScript as it is."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGE = Path(__file__).parent / "unit" / "page.mjs"
RUN = """
import {{ readFileSync }} from "node:fs";
import {{ use }} from "{page}";
const run = {script};
const told = [];
for (const given of JSON.parse(readFileSync(0, "utf-8"))) told.push(await run(given));
console.log(JSON.stringify(told));
"""


def run_all(script: str, arguments: list[Any]) -> list[Any]:
    """Return what a function in JavaScript returns for each argument; `use("input/keys.ts")` imports a module."""
    code = RUN.format(page=PAGE.as_uri(), script=script)
    command = [str(ROOT / "scripts" / "node"), sys.prefix, "node", "--input-type=module", "--eval", code]
    done = subprocess.run(command, input=json.dumps(arguments), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: list[Any] = json.loads(done.stdout)
    return told

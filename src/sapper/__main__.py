"""`python -m sapper` is the `sapper` command."""

import sys

from .cli import main

sys.exit(main())

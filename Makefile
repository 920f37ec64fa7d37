# Sapper's developer commands. `make help` lists them.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
KERNEL := CMakeLists.txt pyproject.toml $(wildcard kernel/*)
# Tests wait for browsers and servers more than they compute: three keep two cores busy.
WORKERS ?= 3

.DEFAULT_GOAL := help

.PHONY: help play test examples check bench soak pictures docs sanitize clean

help: ## list these commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /|/' | while IFS='|' read -r name text; do \
	  printf '  make %-9s %s\n' "$$name" "$$text"; done

play: $(VENV)/.kernel ## set everything up and start the game
	@$(BIN)/sapper

test: $(VENV)/.kernel check ## set everything up and pass every test
	@$(BIN)/python tests/parts.py
	scripts/node $(VENV) node --test --test-reporter=dot tests/web/unit/*.test.mjs
	$(BIN)/python -m pytest -n $(WORKERS)

examples: $(VENV)/.kernel ## the property tests with all of their examples, which takes longer
	SAPPER_EXAMPLES=1 $(BIN)/python -m pytest -n $(WORKERS) --ignore=tests/web --ignore=tests/tui --ignore=tests/server

check: $(VENV)/.kernel $(VENV)/.page ## lint, format and types only
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run -Werror kernel/*.h kernel/*.cpp bench/*.cpp
	$(BIN)/mypy
	scripts/node $(VENV) biome check --error-on-warnings
	scripts/node $(VENV) tsc --project jsconfig.json

bench: $(VENV)/.kernel ## measure, each figure beside a peer or a stated floor
	@for name in signature engine library env odds generate replay metrics store postgres_store history play terminal server together page; do echo "== bench/$$name.py"; $(BIN)/python bench/$$name.py || exit 1; done

soak: $(VENV)/.kernel ## attack the server for half an hour, kill it fifty times, and measure what players notice
	@PYTHONPATH=tests $(BIN)/python -P bench/soak.py

pictures: $(VENV)/.kernel ## draw the main screens into docs/pictures
	@scripts/pictures $(BIN)/python

docs: $(VENV)/.kernel $(VENV)/.docs ## build the documentation as a site with search, into build/site
	@rm -rf build/site
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --fresh-env -c docs -d build/doctrees . build/site
	@echo "sapper: open build/site/index.html"

sanitize: $(VENV)/.kernel ## the kernel's tests on a build with address and undefined-behaviour sanitizers
	@scripts/sanitize $(BIN)/python

clean: ## remove everything that was built
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis src/sapper/_kernel.pyi
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.tools: pyproject.toml scripts/setup
	@scripts/setup "$(PYTHON)" $(VENV)
	@touch $@

$(VENV)/.docs: $(VENV)/.tools
	@scripts/setup "$(PYTHON)" $(VENV) docs
	@touch $@

$(VENV)/.page: $(VENV)/.tools package.json .npmrc scripts/setup-page
	@scripts/setup-page $(VENV)
	@touch $@

$(VENV)/.kernel: $(VENV)/.tools $(KERNEL)
	@scripts/build $(BIN)/python
	@touch $@

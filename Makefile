# Sapper's developer commands. `make help` lists them.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
KERNEL := CMakeLists.txt pyproject.toml $(wildcard kernel/*/*)
# Tests wait for browsers and servers more than they compute: four keep two cores busy.
WORKERS ?= 4
# Hundreds of interpreters are started, and each of them would compile every module again.
unexport PYTHONDONTWRITEBYTECODE
# What does not wait for something else is done at the same time.
MAKEFLAGS += --jobs=3

.DEFAULT_GOAL := help

.PHONY: help play page test examples check lint types units suite firefox bench monkey soak audit fuzz pictures docs man wheel sanitize clean

help: ## list these commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /|/' | while IFS='|' read -r name text; do \
	  printf '  make %-9s %s\n' "$$name" "$$text"; done

play: $(VENV)/.kernel ## set everything up and start the game
	@$(BIN)/sapper

page: $(VENV)/.page build/kernel.wasm ## build the page for browsers
	@$(BIN)/python -m sapper.web.build

test: lint types units suite ## set everything up and pass every test

suite: lint page
	@$(BIN)/python tests/parts.py
	$(BIN)/python tests/suite.py -n $(WORKERS) --dist worksteal

units: lint page
	scripts/node $(VENV) node --test --test-reporter=dot tests/web/unit/*/*.test.mjs

examples: page ## the property tests with all of their examples, and every language in every size, which takes longer
	SAPPER_EXAMPLES=1 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --ignore=tests/web --ignore=tests/tui --ignore=tests/server
	SAPPER_EXAMPLES=1 $(BIN)/python -m pytest -n $(WORKERS) tests/server/operations/test_fault_table.py tests/tui/test_languages.py tests/web/words/test_page_every_language.py

check: lint types ## lint, format and types only

lint: $(VENV)/.page
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run -Werror kernel/*/*.h kernel/*/*.cpp bench/*.cpp
	scripts/node $(VENV) biome check --error-on-warnings

types: lint
	scripts/node $(VENV) tsc
	$(BIN)/mypy
	$(BIN)/python scripts/blocks build/blocks
	$(BIN)/mypy build/blocks
	scripts/node $(VENV) pyright --pythonpath $(BIN)/python

bench: $(VENV)/.kernel ## measure, each figure next to a peer or a stated floor
	@for name in signature engine library env odds wasm generate replay report metrics store postgres_store history play terminal server together nodes recovery page; do echo "== bench/$$name.py"; PYTHONPATH=tests $(BIN)/python bench/$$name.py || exit 1; done
	@echo "== bench/rolling.py"; PYTHONPATH=tests $(BIN)/python -P bench/rolling.py

firefox: page ## the main tests of the page in Firefox, by WebDriver BiDi
	@$(BIN)/python tests/parts.py
	SAPPER_BROWSER=firefox $(BIN)/python tests/suite.py -n 2 $(addprefix tests/web/,play/test_page_play.py board/test_page_gestures.py screens/test_page_replay.py screens/test_page_daily.py local/test_page_alone.py)

monkey: $(VENV)/.kernel ## press random keys and buttons in the terminal game, many of them in pairs: EVENTS=20000
	SAPPER_MONKEY=$(or $(EVENTS),20000) $(BIN)/python -m pytest -n 0 --timeout=0 tests/tui/test_monkey.py

soak: $(VENV)/.kernel ## attack, kill and disturb servers for an hour and a half, and measure what players notice
	@PYTHONPATH=tests $(BIN)/python -P bench/soak.py

audit: $(VENV)/.kernel ## compare what a server runs with the known vulnerabilities, where the index can be reached
	@$(BIN)/python -c 'import pip_audit' 2>/dev/null || timeout 300 scripts/setup "$(PYTHON)" $(VENV) audit || true
	@$(BIN)/python scripts/audit

fuzz: $(VENV)/.kernel ## invent input for a reader: make fuzz TARGET=messages SECONDS=600
	@scripts/fuzz $(BIN)/python "$(TARGET)" "$(or $(SECONDS),60)"

pictures: $(VENV)/.kernel ## draw the main screens into docs/pictures
	@scripts/pictures $(BIN)/python

docs: $(VENV)/.kernel $(VENV)/.docs ## build the documentation as a site with search, into build/site
	@rm -rf build/site
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --fresh-env -c docs -d build/doctrees . build/site
	@echo "sapper: open build/site/index.html"

man: $(VENV)/.kernel ## write the manual pages of all commands into build/man
	@$(BIN)/python scripts/man build/man
	@echo "sapper: man build/man/sapper.1"

wheel: $(VENV)/.kernel page ## build the package for this machine and the source archive, into dist
	@scripts/wheel $(BIN)/python dist

sanitize: $(VENV)/.kernel $(VENV)/.page build/kernel-checked.wasm ## the kernel's tests on builds with address and undefined-behaviour sanitizers
	@scripts/sanitize $(BIN)/python
	SAPPER_KERNEL=kernel-checked.wasm $(BIN)/python -m pytest -n 2 -m 'not chromium' tests/web/local/test_page_engine.py

clean: ## remove everything that was built
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis src/sapper/_kernel.pyi src/sapper/web/built
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.tools: pyproject.toml scripts/setup
	@scripts/setup "$(PYTHON)" $(VENV)
	@touch $@

# What installs packages does so one after the other.
$(VENV)/.docs: $(VENV)/.tools | $(VENV)/.kernel
	@scripts/setup "$(PYTHON)" $(VENV) docs
	@touch $@

$(VENV)/.page: $(VENV)/.tools package.json .npmrc scripts/setup-page | $(VENV)/.kernel
	@scripts/setup-page $(VENV)
	@touch $@

$(VENV)/.kernel: $(VENV)/.tools $(KERNEL)
	@scripts/build $(BIN)/python
	@touch $@

include kernel/wasm/module.mk

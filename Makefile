# Every target first makes the environment it runs in, .venv, or brings it up to date.
BIN := .venv/bin
SOURCES := bot cogs renderers data tests

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

run: env ## start the bot
	@$(BIN)/qwibot run

test: check ## check everything: format, lint, types, import rule, tests with coverage
	$(BIN)/pytest --cov --numprocesses auto --dist worksteal

check: env ## the quick part of `make test`: format, lint, types, import rule
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy $(SOURCES)
	$(BIN)/lint-imports --no-logo

soak: env ## the long tests, and the property tests with many more examples
	$(BIN)/pytest -m "soak or hypothesis" --hypothesis-profile=soak

bench: env ## measure, and print one JSON object; ONLY=draw takes the keys that begin so
	@$(BIN)/python -m tests.bench "$(ONLY)"

gallery: env ## draw every kind of picture into docs/gallery/
	@$(BIN)/python -m tests.gallery

screenshots: env ## walk through the trial in a browser, and keep what is seen in docs/screenshots/
	SCREENSHOTS=docs/screenshots $(BIN)/pytest -q tests/discord/test_walk_in_a_browser.py

requirements: env ## pin anew what pyproject.toml asks for; UPGRADE=1 takes the newest versions
	$(PIN) pyproject.toml --output-file requirements/runtime.txt
	$(PIN) pyproject.toml --extra postgres --group dev --constraint requirements/runtime.txt \
		--output-file requirements/dev.txt

PIN = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-emit-index-url $(if $(UPGRADE),--upgrade)

env: ## make .venv, or bring it up to date
	@scripts/environment.sh

.PHONY: help run test check soak bench gallery screenshots requirements env

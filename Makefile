# The few commands of the project. `make run` and `make test` need nothing but git, make, Rust, Node and Python 3.
# Everything is built with one and the same selection of packages and targets: another one would make Cargo build
# most of the dependencies again.

SHELL := bash
CARGO ?= cargo
SELECTION := --workspace --all-targets --locked
# cargo-nextest where it is installed (its groups stand in .config/nextest.toml), else plain cargo test.
NEXTEST := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo yes)

.DEFAULT_GOAL := help
.PHONY: help setup build run test check fmt lint tests bench torture

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## install what is missing (Debian packages, PDFium); says what it does
	@scripts/setup.sh

build: setup ## build everything
	$(CARGO) build $(SELECTION)

run: build ## build, then classify the sample documents and print the table
	target/debug/touchstone classify tests/fixtures/samples --workspace :memory:

test: setup check lint tests ## everything a change must pass: format, lints, all tests

check: ## is everything formatted?
	$(CARGO) fmt --all --check

fmt: ## format the code
	$(CARGO) fmt --all

lint: setup ## clippy, with warnings as errors
	$(CARGO) clippy $(SELECTION) -- -D warnings

# Tests whose name starts with `heavy_` or `window_` (in their last module) run one at a time.
tests: build ## all tests, without format and lints
ifeq ($(NEXTEST),yes)
	$(CARGO) nextest run --workspace --locked --no-fail-fast
else
	$(CARGO) test --workspace --locked --no-fail-fast -- --skip heavy_ --skip window_
	$(CARGO) test --workspace --locked --no-fail-fast -- --test-threads=1 heavy_ window_
endif

# Measured as it is shipped; `make bench PROFILE=dev` measures the build of the tests instead.
bench: PROFILE ?= release
bench: setup ## measure intake beside pypdfium2, memory, and the local engine; never part of the tests
	$(CARGO) build $(SELECTION) --profile $(PROFILE)
	scripts/bench.sh $(PROFILE:dev=debug)

torture: build ## the long versions of the heavy tests, over ../shared/data too when it is there
ifeq ($(NEXTEST),yes)
	TOUCHSTONE_TORTURE=1 $(CARGO) nextest run --workspace --locked --no-fail-fast --no-capture -E 'test(heavy_)'
else
	TOUCHSTONE_TORTURE=1 $(CARGO) test --workspace --locked --no-fail-fast -- --test-threads=1 --nocapture heavy_
endif

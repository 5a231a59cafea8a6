# The few commands of the project. `make run` and `make test` need nothing but git, make, Rust, Node and Python 3.
# Tests, lints and benchmarks build one selection of packages and targets: another one would make Cargo build most of
# the dependencies again. `make run` builds only what it starts, which a newcomer waits for.

SHELL := bash
CARGO ?= cargo
SELECTION := --workspace --all-targets --locked --features touchstone-desktop/custom-protocol
# The same for running the tests, which are all targets already.
TESTED := --workspace --locked --features touchstone-desktop/custom-protocol
# The window's pages, which are built into the program; older than any of these, they are built again.
UI_SOURCES := $(shell find ui/src -type f) ui/index.html ui/package.json ui/vite.config.ts ui/tsconfig.json
# cargo-nextest where it is installed (its groups stand in .config/nextest.toml), else plain cargo test.
NEXTEST := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo yes)
# A first build writes no incremental state, which costs a fifth of the time of our own packages.
ifeq ($(wildcard target/debug),)
export CARGO_INCREMENTAL := 0
endif
# Whether a window can be shown.
SHOWN := $(shell [ "$$(uname)" != Linux ] || [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] && echo yes)

.DEFAULT_GOAL := help
.PHONY: help setup setup-window setup-samples ui build run run-window run-samples test check fmt lint tests bench golden test-model torture fuzz package

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## install missing prerequisites (Debian packages, PDFium, models) and report each step
	@scripts/setup.sh

setup-window setup-samples: setup-%:
	@scripts/setup.sh $*

ui: ui/dist/index.html ## build the window's pages if their sources have changed

ui/node_modules/.package-lock.json: ui/package-lock.json
	cd ui && npm ci --no-audit --no-fund
	@touch $@

ui/dist/index.html: ui/node_modules/.package-lock.json $(UI_SOURCES)
	cd ui && npm run build
	@touch $@

build: setup ui ## build everything
	$(CARGO) build $(SELECTION)

run: $(if $(SHOWN),run-window,run-samples) ## build, then open the program; without a display, classify the sample documents instead

run-window: setup-window ui
	@[ -e target/debug/touchstone-desktop ] || echo "building the programs: about fourteen minutes on two cores, once"
	$(CARGO) build $(subst --all-targets,--bins,$(SELECTION))
	target/debug/touchstone-desktop

run-samples: setup-samples
	@echo "no display (neither DISPLAY nor WAYLAND_DISPLAY is set): the samples are classified on the command line instead"
	@[ -e target/debug/touchstone ] || echo "building the command line: about eight minutes on two cores, once"
	$(CARGO) build --package touchstone-cli --package touchstone-reader --locked
	target/debug/touchstone classify tests/fixtures/samples --workspace :memory:

test: setup check lint tests ## everything that a change must pass: format, lints, all tests

check: ## check that everything is formatted
	$(CARGO) fmt --all --check

fmt: ## format the code
	$(CARGO) fmt --all

lint: setup ui ## clippy with warnings as errors, ESLint
	$(CARGO) clippy $(SELECTION) -- -D warnings
	cd ui && npm run lint

# Tests whose name starts with `heavy_` or `window_` (in their last module) run one at a time.
tests: build ## all tests, without format and lints
	cd ui && npm test
ifeq ($(NEXTEST),yes)
	$(CARGO) nextest run $(TESTED) --no-fail-fast
else
	$(CARGO) test $(TESTED) --no-fail-fast -- --skip heavy_ --skip window_
	$(CARGO) test $(TESTED) --no-fail-fast -- --test-threads=1 heavy_ window_
endif

# Measured as it is shipped; `make bench PROFILE=dev` measures the build of the tests instead.
bench: PROFILE ?= release
bench: setup ui ## measure intake beside pypdfium2, memory, the local engine and the agent loop; never part of the tests
	$(CARGO) build $(subst --all-targets,--bins --examples,$(SELECTION)) --profile $(PROFILE)
	scripts/bench.sh $(PROFILE:dev=debug)

golden: build ## read a thousand generated documents and store the results; AGAINST=COMMIT prints differences, SETS=tuned,charts selects sets
	python3 scripts/golden.py target/debug "$$(git describe --always --dirty --exclude '*')" \
		$(if $(AGAINST),--against "$$(git rev-parse --short $(AGAINST))") $(if $(SETS),--sets $(SETS))

package: setup ui ## .deb and .rpm with PDFium, packs and samples inside, in target/release/bundle
	scripts/package.sh deb,rpm

test-model: build ## opt-in: a small real model, fetched once, classifies and fills three generated documents
	scripts/test-model.sh

fuzz: ## fuzz the parsers of foreign bytes, SECONDS_EACH=30; needs cargo-fuzz and a nightly compiler or RUSTC_BOOTSTRAP=1
	scripts/fuzz.sh $(or $(SECONDS_EACH),30)

torture: build ## the long versions of the heavy tests, also on ../shared/data if it exists, and the scorecard
ifeq ($(NEXTEST),yes)
	set -o pipefail; TOUCHSTONE_TORTURE=1 $(CARGO) nextest run $(TESTED) --no-fail-fast --no-capture \
		-E "test(heavy_) | $$(scripts/scorecard.py --filter)" 2>&1 | scripts/scorecard.py
else
	TOUCHSTONE_TORTURE=1 $(CARGO) test $(TESTED) --no-fail-fast -- --test-threads=1 --nocapture heavy_
endif

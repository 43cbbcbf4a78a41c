# `make check` is everything that CI runs. `make help` lists the rest.

.NOTPARALLEL:
.DEFAULT_GOAL := help

EXAMPLES := $(patsubst %/Package.swift,%,$(wildcard Examples/*/Package.swift))
BENCHMARKS := $(patsubst %/Package.swift,%,$(wildcard Benchmarks/Package.swift))

.PHONY: help
help: ## lists the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Everything is built once: the steps share the build folders of the strict builds.
.PHONY: check
check: ## runs all checks, as CI does
	Scripts/lint.sh
	Scripts/translations.sh
	Scripts/build.sh
	Scripts/test.sh --strict
	$(if $(EXAMPLES),Scripts/build.sh $(EXAMPLES))
	Scripts/examples.sh --strict
	Scripts/graphs.sh --strict
	Scripts/pictures.sh --strict --check
	Scripts/graph-page.sh --strict
	Scripts/compile-errors.sh --strict
	Scripts/snippets.sh --strict
	Scripts/check-apple.sh
	Scripts/check-platforms.sh
	Scripts/versioned.sh
	$(if $(BENCHMARKS),Scripts/build.sh -c release $(BENCHMARKS))
	$(if $(BENCHMARKS),Scripts/allocations.sh)
	$(if $(BENCHMARKS),Scripts/spellings.sh)
	$(if $(BENCHMARKS),Benchmarks/size.sh --check --keep .build/size)
	Scripts/docs.sh
	@printf '\nmake check: all is well.\n'

.PHONY: test
test: ## runs all tests
	Scripts/test.sh

.PHONY: publishers
publishers: ## runs the tests with publishers, that is with OpenCombine
	Scripts/publishers.sh

.PHONY: lint
lint: ## checks the format and the project's own rules
	Scripts/lint.sh

.PHONY: format
format: ## formats all Swift files
	Scripts/lint.sh --format

.PHONY: pictures
pictures: ## draws the pictures of README anew
	Scripts/pictures.sh

.PHONY: snippets
snippets: ## compiles and checks the code in README and documentation
	Scripts/snippets.sh

.PHONY: check-platforms
check-platforms: ## compiles what can be compiled here for other systems
	Scripts/check-platforms.sh

.PHONY: check-apple
check-apple: ## compiles for Apple's systems on Linux, for the lowest releases and the newest
	Scripts/check-apple.sh

.PHONY: versioned
versioned: ## depends on the package by version, from a fresh package
	Scripts/versioned.sh

.PHONY: docs
docs: ## builds the documentation, one site in .build/docs
	Scripts/docs.sh

.PHONY: docs-serve
docs-serve: ## serves the documentation that was built, on this machine
	Scripts/docs.sh --serve

.PHONY: tour
tour: ## takes the tour of the example application
	Scripts/tour.sh

.PHONY: bench
bench: ## runs the benchmarks; options in ARGS='--filter inject'
	swift run -c release --package-path Benchmarks benchmarks $(ARGS)

.PHONY: sanitize
sanitize: ## runs the tests under the thread and address sanitizers
	Scripts/sanitize.sh

.PHONY: soak
soak: ## compares the library with its model for long; ARGS='--minutes 20'
	Scripts/soak.sh $(ARGS)

.PHONY: coverage
coverage: ## measures which lines the tests execute; ARGS=--lines lists the others
	Scripts/coverage.sh $(ARGS)

.PHONY: clean
clean: ## removes everything that was built
	rm -rf .build $(addsuffix /.build,$(EXAMPLES) $(BENCHMARKS))

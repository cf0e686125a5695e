# suffice: build, check, test, measure.
GO      ?= go
BINDIR  ?= dist
export CGO_ENABLED = 0

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS := -s -w -X main.revision=$(VERSION)

.PHONY: all build install demo test check fmt vet lint imports race fuzz-seeds fuzz bench soak man clean

all: build

build: ## the program, in dist/
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o $(BINDIR)/suffice ./cmd/suffice

install: ## the program, in Go's bin folder
	$(GO) install -trimpath -ldflags '$(LDFLAGS)' ./cmd/suffice

demo: build ## the workbench on the embedded demo project
	@$(BINDIR)/suffice demo

test: ## every test; needs nothing but Go
	$(GO) test -timeout 30m ./...

check: fmt vet lint imports race ## what a change must pass, beside make test

fmt:
	@out=$$(gofmt -l .); if [ -n "$$out" ]; then echo "not formatted (run gofmt -w):"; echo "$$out"; exit 1; fi

vet:
	$(GO) vet ./...

lint:
	$(GO) tool staticcheck ./...

imports: ## the forbidden arrows between packages
	$(GO) test -count=1 -run '^TestImport' ./cmd/suffice

# Data races need goroutines: only packages that start some, or share something
# between some, are looked at. Their long property tests run a fifth of their
# rounds there (-short), and the replays of every command as everybody and what
# kills processes are left to make test, which runs all of it.
RACED = $$(grep -rlE '^[[:space:]]+go [a-zA-Z.]+\(|errgroup|"sync(/atomic)?"' --include=*.go --exclude-dir=_tideline . | xargs -n1 dirname | sort -u | grep -v '^./cmd/bench$$')
race: ## where goroutines meet: the race detector, if a C compiler is there
	@if command -v $${CC:-cc} >/dev/null 2>&1; then \
	  CGO_ENABLED=1 $(GO) test -race -short -timeout 20m -skip 'IsBlind$$|^TestLeaks|Kill' $(RACED); \
	else echo "no C compiler: the race detector was not run"; fi

fuzz-seeds: ## the seeds and found cases of every fuzz test; make test runs them too
	$(GO) test -count=1 -run '^Fuzz' ./...

# Without a bound nearly all of the time goes into making found inputs smaller.
FUZZTIME ?= 30s
fuzz: ## every fuzz test for FUZZTIME
	@for pkg in $$($(GO) list ./...); do \
	  for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
	    echo "$$pkg $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$pkg || exit 1; \
	  done; done

bench: build ## the figures of the README, on a generated set of 500 states
	$(GO) run ./cmd/bench -suffice $(BINDIR)/suffice
	@echo; echo "inside the process:"
	@$(GO) test -run '^$$' -bench 'ScoreFiles$$|OneStateTwelveMethods|SensitivityAfterAKey' -benchtime 20x ./scorer | grep ^Bench
	@$(GO) test -run '^$$' -bench 'KeyToFrame' -benchtime 300x ./tui/workbench | grep ^Bench
	@$(GO) test -run '^$$' -bench 'ReviewQueue|Arbitration' -benchtime 20x ./store | grep ^Bench
	@$(GO) test -run '^$$' -bench 'Report' -benchtime 5x ./audit | grep ^Bench
	@$(GO) test -run '^$$' -bench 'NineViewsAndFusion' -benchtime 50x ./scorer/methods/retrieval | grep ^Bench
	@$(GO) test -run '^$$' -bench 'Pipeline|Stages' -benchtime 50x ./scorer/methods/complement ./scorer/methods/complement/offline | grep ^Bench
	@$(GO) test -run '^$$' -bench 'CompareMany' -benchtime 10x ./scorer | grep ^Bench

soak: ## 300 kills at random moments; every acknowledged edit must be there; a larger project proved blind
	SUFFICE_BLIND_STATES=200 $(GO) test -count=1 -timeout 60m -run 'TestLargeProjectIsBlind' -v ./cmd/suffice
	SUFFICE_SOAK=300 $(GO) test -count=1 -timeout 60m -run 'Kill' -v ./store ./cmd/suffice

man: build ## manual pages, in dist/man
	mkdir -p $(BINDIR)/man && $(BINDIR)/suffice man > $(BINDIR)/man/suffice.1

clean:
	rm -rf $(BINDIR)

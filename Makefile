# The commands of the README, and those of whoever works on the code. The building itself is in
# CMakeLists.txt; a target here is a short list of commands.
#
#   make run [DECK=decks/...] [ARGS="--digits 6"]   build mbsim and run one deck, report on stdout
#   make test                                       one Release build and every test
#   make check                                      the slower checks: sanitizers and fuzz, threads,
#                                                   clang, format, include direction, docs examples
#   make dev [KIND=unit] [TESTS=regex]              quick build without optimisation, then some tests;
#                                                   KIND: of one folder of tests/, one program to link
#   make fuzz [SECONDS=20] [SEED=0]                 read, echo, convert and run damaged decks
#   make fuzz-verbs [SECONDS=20] [SEED=0]           every verb on damaged decks, sanitized; finds stay in
#                                                   fuzz_finds/
#   make hunt [SECONDS=20] [SEED=0]                 random decks against an independent model
#   make bench [FILTER=regex] [BUDGET=1]            benchmarks, tables and bench/results/*.json; BUDGET:
#              [LARGEST=1000]                       seconds a run may take, LARGEST: rods of a chain
#   make test-slurm                                 a sweep under Slurm on this machine, as root
#   make bench-push-off                            accuracy against work on the push-off, with a picture
#   make bench-peers [LARGEST=1000]                 the same mechanisms in Simbody and MuJoCo
#   make bench-operations                           floating-point operations of the push-off
#   make bench-formulas                            instructions of formulas against built-in elements
#   make bench-events [OTHER=program]              instructions of runs with events and contacts, beside
#                                                  another mbsim
#   make pictures                                   renew the pictures of the manual that mbsim makes
#   make test-page [SHOTS=folder]                   the page of mbsim animate in Chromium, from Debian
#   make reference DECK=decks/... WHY="reason"      renew one file of reference_output
#   make install [PREFIX=/usr/local] [DESTDIR=]     program, man pages, completion, examples, licence
#   make uninstall [PREFIX=/usr/local] [DESTDIR=]   takes away what that has put there
#   make package                                    a Debian package, a tarball, an image for containers
#   make reproducible                               two builds in different folders, compared
#   make release VERSION=0.9.0 [TAG=yes]            the checklist of a release, its number, its tag
#   make format, make clean
#
# build/ Release; build-dev/ for make dev; build-asan/, build-tsan/ sanitizers; build-clang/ clang.

DECK    ?= decks/kabios/four_bar.dat
SECONDS ?= 20
SEED    ?= 0
BUDGET  ?= 1
LARGEST ?= 1000
PREFIX  ?= /usr/local
JOBS    := $(shell nproc 2>/dev/null || echo 2)
SOURCES  = $(shell find src tests bench -name '*.h' -o -name '*.cpp')

# Through the environment, so that blanks and quotes in them survive.
export DECK WHY FILTER OTHER
MAKEFLAGS += --no-print-directory
ifneq ($(shell command -v ccache 2>/dev/null),)
export CMAKE_CXX_COMPILER_LAUNCHER = ccache
endif

# $(call configure,folder,build type,more options)
configure = cmake --log-level=NOTICE -S . -B $(1) -DCMAKE_BUILD_TYPE=$(2) $(3) >/dev/null
compile   = cmake --build $(1) -j$(JOBS)
ctest     = ctest --test-dir $(1) -j$(JOBS) --output-on-failure --no-tests=error

# What a part may take from nothing, without ccache, in processor seconds of a machine that compiles
# the yardstick of tools/budget.sh in 1 s. Where the checks ran last it took about 4 s. A part fails
# beyond 1.5 times its budget.
SECONDS_OF_test       = 500
SECONDS_OF_text       = 100
SECONDS_OF_sanitizers = 1100
SECONDS_OF_threads    = 150
SECONDS_OF_clang      = 220
budget = tools/budget.sh $(1) $(SECONDS_OF_$(2)) $(MAKE)

.PHONY: build run test test-part dev check check-text check-sanitizers check-threads check-clang text-part sanitizers-part threads-part clang-part fuzz fuzz-verbs hunt bench bench-push-off bench-peers bench-operations bench-formulas bench-events pictures test-page test-slurm install uninstall package reproducible release reference format clean

# Only the report may reach stdout, hence >&2.
build:
	@tools/setup.sh run
	@$(call configure,build,Release)
	@$(call compile,build) --target mbsim >&2

run: build
	@build/mbsim $(ARGS) "$$DECK"

test:
	@tools/setup.sh test
	@$(call budget,test,test) test-part

test-part:
	$(call configure,build,Release)
	$(call compile,build)
	tools/run_tests.sh build $(JOBS)

# TESTS names tests as ctest shows them: 'unit/Spline', 'regression/.*four_bar'. KIND, a folder of
# tests/, links that program alone.
dev:
	@tools/setup.sh test
	@$(call configure,build-dev,Debug,-DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1")
	@$(call compile,build-dev) $(KIND:%=--target test_%)
	@$(call ctest,build-dev) $(KIND:%=-L "^%$$") -R "$(TESTS)"

check: check-text check-sanitizers check-threads check-clang

# Each part within its budget.
check-text check-sanitizers check-threads check-clang: check-%:
	@tools/setup.sh test
	@$(call budget,$@,$*) $*-part

text-part: build
	@$(call compile,build) --target mbsim_bench yardsticks_bench work_precision >&2
	@clang-format --dry-run -Werror $(SOURCES)
	@tools/check_includes.sh
	@tools/check_literals.sh
	@tools/check_node_kinds.sh
	@tools/manual_tables.sh --check
	@tools/message_index.sh --check
	@tools/check_syntax.py build/mbsim
	@tools/check_docs_examples.sh

# This build keeps its assertions (Debug) and is optimised just enough to be quick. It is clang's,
# which compiles it in half of gcc's time, and its library serves the fuzzer too.
sanitized = $(call configure,build-asan,Debug,-DCMAKE_CXX_COMPILER=clang++ -DMBSIM_SANITIZE=ON \
  -DMBSIM_TOGETHER=ON -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1")

# Tests of long runs. `make test` makes them. The sanitized programs are ten times as slow and leave
# them out: shorter tests lead through the same code.
LONG_RUNS = Stacks.MoveTheSame* Planks.MoveAs* RotatingShaft.MotionOfEveryMethod \
  SingularForces.OfEverySize SingularForces.BesideAFastTop LargeDampedSteps.WheelsThat* \
  LargeStatics.BodyHinged* DrivenEquilibria.AnglesFollow* \
  LengthsBetweenLooks.AMeasureThatVaries* LargeSteps.DrivenUntil* LargeMuscles.* DrivenFreedoms.ABeamSpunUp* \
  CamFriction.RollerRolls* Dome.SnapOf* Paths.ThousandPassings* LeastSharesFlat.AcrossThePlane* \
  NarrowFields.InWhatRangesLeaveOpen OppositePulses.MoveAFreeMass* Rows.ALongRunOf* \
  Rows.FixedStepsOfTheWidth* Rows.CloseRowsOf* Strict.AWheelThatTurns* LargeDeck.AChainWithout* \
  LargeDeck.ADrivenChain* RestBetweenRows.OfASpring *FlatFreedoms.*HEUN* *FlatFreedoms.*GALPHA* \
  Contacts.ABoxOnABox* SpaceConservation.EnergyAndNormOver* MuscleEnergy.AllMethodsAgree \
  SprintCycling.* *BothPaths.*soft_limb* *BothPaths.*spin_up* *OtherFactors.*spin_up* \
  GeneralisedAlphaRuns.SpinUpOf* FramesSnap.DeepArch ManyBodies.* \
  MeasuredLoadsOfSpaceBy.Derivatives LawPoles.OfTheTime ChoiceTimes.BehindTheEndOfTheRun \
  NarrowRows.ByChance LawJumps.SteeperThan* UnresolvedSteps.LawsThatLeap* \
  MeasureNarrow.InKinematicRuns Dome.ModesAboutAStart* *EchoIsADeck*/muscles_soft_limb \
  *EchoIsADeck*/own_spin_up *EchoIsADeck*/muscles_jump_and_landing *TablesAlone*/muscles_soft_limb \
  *GiveTheSameBytes/own_spin_up Draw.EveryDeckHas* Pictures.OfTheManual* LowStops.AreNotPassed \
  LowStops.CloseWhere* MeasureTimes.EqualBranches MeasureNarrow.FunctionsOfManySteps \
  MeasureNarrow.InShortSteps* NarrowFields.BelowATurningPoint NarrowRows.EachPeak* \
  CamFriction.MomentOf* CamFriction.InKabiosDecks* CamFriction.RunsDown* CamFriction.Holds* \
  DrivenEquilibria.TheWholeLoad* DrivenEquilibria.ASpinning* DrivenEquilibria.AForceThat* \
  DrivenEquilibria.AClamp* EquilibriaInTime.AnglesOf* *LockAndKnownAcceleration/* \
  UnitSystemsSteps.LargeMechanisms* UnitSystems.DefaultTolerances UnitSystemsMore.EchoConvert* \
  Units.TolerancesOfUnknowns* Curves.ContactLikeACircle ChoiceOneTime.FixedSteps* \
  ChoiceOneTime.JustBehind* ContactsOfWaves.AnEggThat* HuntOfSpace.TreesAndLoops* \
  LargeStates.OfABeam MethodChoice.TakesAn* MethodChoice.KnowsTheOther* Dome.StaticGoes* \
  LawJumps.FixedStepsThatPass* LawJumps.SteepLaws* *LargeDecks.AreReadLinearly* \
  Optimise.Rosenbrock* Optimise.BetterThanAGrid* MuscleOptimum.SixOnsets SweepThreads.MemoryIsFlat \
  Sweep.SameBytesForEvery* HuntOfSpace.KabiosDecks* *EchoIsADeck*/space_ball_backspin \
  *EchoIsADeck*/space_bicycle *EchoIsADeck*/states_van_der_pol
blank := $(subst ,, )

# These programs are slow to start, so that a process runs many tests.
sanitizers-part:
	$(sanitized)
	$(call compile,build-asan) --target all --target deck_fuzz
	GTEST_FILTER='-$(subst $(blank),:,$(strip $(LONG_RUNS)))' UBSAN_OPTIONS=print_stacktrace=1 \
	  tools/run_tests.sh build-asan $(JOBS)
	@tools/fuzz.sh 20 -seed=1

# Eight threads on one Model, as sweeps use it.
threads-part:
	$(call configure,build-tsan,Debug,-DCMAKE_CXX_COMPILER=clang++ -DMBSIM_TOGETHER=ON \
	  -DCMAKE_CXX_FLAGS="-fsanitize=thread" -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1")
	$(call compile,build-tsan) --target threads_test
	build-tsan/tests/threads_test --gtest_brief

# Each file is compiled alone, which finds the one that lacks a header. It is not optimised: the
# reports of clang are compared by the sanitized programs.
clang-part:
	$(call configure,build-clang,Debug,-DCMAKE_CXX_COMPILER=clang++ -DMBSIM_TOGETHER=OFF \
	  -DCMAKE_CXX_FLAGS_DEBUG=-O0)
	$(call compile,build-clang) --target mbsim

fuzz:
	@tools/setup.sh test
	@$(sanitized)
	@$(call compile,build-asan) --target deck_fuzz >&2
	@tools/fuzz.sh $(SECONDS) -seed=$(SEED)

fuzz-verbs:
	@tools/setup.sh test
	@$(sanitized)
	@$(call compile,build-asan) --target mbsim >&2
	@UBSAN_OPTIONS=print_stacktrace=1 tests/fuzz/verbs.py build-asan/mbsim $(SECONDS) --seed $(SEED)

test-slurm: build
	@tools/setup.sh slurm
	@tools/test_slurm.sh build/mbsim

# Prints what disagrees, with its seed and deck; exit status 4 then.
hunt:
	@tools/setup.sh test
	@$(call configure,build,Release)
	@$(call compile,build) --target hunt >&2
	@build/tests/hunt $(SECONDS) $(SEED)

bench:
	@tools/setup.sh test
	@$(call configure,build,Release)
	@cmake --build build --target help | grep -qw mbsim_bench || \
	  { echo "bench: libbenchmark-dev is missing" >&2; exit 1; }
	@$(call compile,build) --target mbsim mbsim_bench yardsticks_bench work_precision >&2
	@mkdir -p bench/results
	@build/bench/mbsim_bench --benchmark_filter="$${FILTER:-.}" --benchmark_min_time=0.2 \
	  --benchmark_out_format=json --benchmark_out=bench/results/kernels.json
	@build/bench/yardsticks_bench $(LARGEST) bench/results/yardsticks.json
	@build/bench/work_precision $(BUDGET) bench/results/work_precision.json
	@bench/process_bench.sh build bench/results/process.json
	@bench/large_decks.sh build/mbsim bench/results/large_decks.json
	@bench/static_decks.sh build/mbsim bench/results/static_decks.json
	@$(MAKE) bench-events

# van Soest 1992, figure 3.
bench-push-off:
	@tools/setup.sh test
	@$(call configure,build,Release)
	@$(call compile,build) --target work_precision --target mbsim >&2
	@mkdir -p bench/results
	@build/bench/work_precision $(BUDGET) bench/results/push_off.json push-off
	@bench/push_off_pictures.sh build/mbsim bench/results/push_off.json docs/pictures

# Never part of a build of everything: Simbody and MuJoCo from Debian.
bench-peers:
	@tools/setup.sh peers
	@$(call configure,build,Release)
	@$(call compile,build) --target peers_bench >&2
	@mkdir -p bench/results
	@OPENBLAS_NUM_THREADS=1 build/bench/peers_bench $(LARGEST) bench/results/peers.json

# van Soest 1992 gives about 5 Mflop for DADS and 101 for SPACAR.
bench-operations: build
	@tools/setup.sh count
	@echo 'floating-point operations of the push-off to SSD <= 1e-3, whole process; reading its deck:'
	@bench/count_operations.sh build/mbsim -D tolerance=1e-6 decks/bench/push_off.dat
	@bench/count_operations.sh build/mbsim --check decks/bench/push_off.dat

bench-formulas: build
	@tools/setup.sh count
	@bench/formula_cost.sh build/mbsim

bench-events: build
	@tools/setup.sh count
	@mkdir -p bench/results
	@bench/event_cost.sh build/mbsim "$${OTHER:--}" bench/results/events.json

pictures: build
	@tools/make_pictures.sh

# Never part of make test: Chromium is large.
test-page: build
	@tools/setup.sh page
	@tools/test_page.sh $(SHOTS)

# Root often has no compiler: what is built already is installed as it is.
install: $(if $(wildcard build/mbsim),,build)
	@tools/install.sh install "$(PREFIX)" "$(DESTDIR)"

uninstall:
	@tools/install.sh uninstall "$(PREFIX)" "$(DESTDIR)"

package: build
	@tools/setup.sh package
	@tools/package/package.sh build/package

reproducible:
	@tools/setup.sh run
	@tools/package/reproducible.sh

release:
	@tools/release.sh "$(VERSION)" "$(TAG)"

reference:
	@tools/reference.sh

format:
	@tools/setup.sh test
	clang-format -i $(SOURCES)

clean:
	rm -rf build build-dev build-asan build-tsan build-clang bench/results

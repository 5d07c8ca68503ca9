#!/usr/bin/env bash
# Reads, echoes, converts and runs damaged decks: tools/fuzz.sh [seconds] [libFuzzer options...]
# What counts as a find is in src/program/fuzz_entry.h. Seeds are the decks and earlier finds, the
# dictionary their words. What was learnt stays in build-asan/corpus; a find is written to
# build-asan/ and makes the exit status non-zero. The Makefile has built the program before.
# To repeat one: build-asan/tests/fuzz/deck_fuzz build-asan/crash-... Once mended it belongs into
# tests/fuzz/finds, which make test runs.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-20}
shift || true

mkdir -p build-asan/corpus decks
grep -rhoE '[A-Za-z]{2,12}' decks | LC_ALL=C sort -u | sed 's/.*/"&"/' > build-asan/deck.dict || true
exec build-asan/tests/fuzz/deck_fuzz -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
  -max_len=8192 -dict=build-asan/deck.dict -print_final_stats=1 -artifact_prefix=build-asan/ "$@" \
  build-asan/corpus decks tests/fuzz/finds < /dev/null

#!/usr/bin/env bash
# Reads, echoes, converts and runs damaged decks: tools/fuzz.sh [seconds] [libFuzzer options...]
# What counts as a find is in src/program/fuzz_entry.h. Seeds are the decks and earlier finds, the
# dictionary their words. What was learnt stays in build-fuzz/corpus; a find is written to
# build-fuzz/ and makes the exit status non-zero.
# To repeat one: build-fuzz/tests/fuzz/deck_fuzz build-fuzz/crash-... Once mended it belongs into
# tests/fuzz/finds, which make test runs.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-20}
shift || true

cmake --log-level=NOTICE -S . -B build-fuzz -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug \
  -DMBSIM_TOGETHER=ON -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1" > /dev/null
cmake --build build-fuzz -j"$(nproc)" --target deck_fuzz
mkdir -p build-fuzz/corpus decks
grep -rhoE '[A-Za-z]{2,12}' decks | LC_ALL=C sort -u | sed 's/.*/"&"/' > build-fuzz/deck.dict || true
exec build-fuzz/tests/fuzz/deck_fuzz -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
  -max_len=8192 -dict=build-fuzz/deck.dict -print_final_stats=1 -artifact_prefix=build-fuzz/ "$@" \
  build-fuzz/corpus decks tests/fuzz/finds < /dev/null

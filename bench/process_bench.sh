#!/bin/sh
# Figures of whole processes: start-up and one small run against a program that only links the same
# libraries, time per step and peak memory of long runs. Reports go to /dev/null.
#
#   bench/process_bench.sh [build folder [JSON file]]     default: build (a Release build)
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-$root/build}
json=${2:-/dev/null}
mbsim=$build/mbsim
work=$build/bench/process
[ -x "$mbsim" ] || { echo "process_bench: no $mbsim; build it first" >&2; exit 1; }
mkdir -p "$work"

# Without arguments it does nothing: the start-up to compare with. Otherwise it runs a command often
# and prints median and smallest wall time, peak memory in KiB, median CPU time; times in ms.
cat > "$work/timer.cpp" <<'CPP'
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  if (argc < 3) return 0;
  std::vector<double> wall, cpu;
  long peak = 0;
  for (int k = std::stoi(argv[1]); k > 0; --k) {
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = vfork();
    if (child == 0) {
      const int null = open("/dev/null", O_WRONLY);
      dup2(null, 1);
      execv(argv[2], argv + 2);
      _exit(127);
    }
    int status = 0;
    rusage used{};
    wait4(child, &status, 0, &used);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    if (status != 0) return std::cerr << argv[2] << " failed\n", 1;
    wall.push_back(took.count());
    const auto ms = [](timeval v) { return 1e3 * double(v.tv_sec) + 1e-3 * double(v.tv_usec); };
    cpu.push_back(ms(used.ru_utime) + ms(used.ru_stime));
    peak = std::max(peak, used.ru_maxrss);
  }
  std::sort(wall.begin(), wall.end());
  std::sort(cpu.begin(), cpu.end());
  std::cout << wall[wall.size() / 2] << ' ' << wall[0] << ' ' << peak << ' ' << cpu[cpu.size() / 2]
            << '\n';
}
CPP
shared=$(ldd "$mbsim" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }')
# shellcheck disable=SC2086  # a list of files
${CXX:-c++} -std=c++17 -O2 -o "$work/timer" "$work/timer.cpp" -Wl,--no-as-needed $shared

# What the figures belong to, in the shape of the other files of bench/results.
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
type=$(cached CMAKE_BUILD_TYPE)
kind=$(printf '%s' "$type" | tr '[:lower:]' '[:upper:]')
{
  printf '{"program": "process", "mbsim": "%s", "date": "%s",\n' \
    "$("$mbsim" --version | awk '{ print $NF }')" "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
  printf '"machine": "%s", "processors": %s, "load": %s,\n' \
    "$(awk -F': ' '/^model name/ { print $2; exit }' /proc/cpuinfo)" "$(nproc)" \
    "$(cut -d ' ' -f 1 /proc/loadavg)"
  printf '"compiler": "%s", "build": "%s", "rows": [' \
    "$("$(cached CMAKE_CXX_COMPILER)" --version | head -n 1)" \
    "$(printf '%s %s %s' "$type" "$(cached CMAKE_CXX_FLAGS)" "$(cached "CMAKE_CXX_FLAGS_$kind")" |
      tr -s ' ')"
} > "$json"
comma=

# row NAME RUNS STEPS COMMAND...: one line of the table.
row() {
  name=$1 runs=$2 steps=$3
  shift 3
  measured=$("$work/timer" "$runs" "$@")
  printf '%s\n' "$measured" | awk -v name="$name" -v steps="$steps" '{
    each = steps > 0 ? sprintf("%10.3f", $2 * 1000 / steps) : "         -"
    printf "%-34s %10.3f %10.3f %10.3f %s %10.1f\n", name, $1, $2, $4, each, $3 / 1024 }'
  printf '%s\n' "$measured" | awk -v name="$name" -v steps="$steps" -v runs="$runs" \
    -v comma="$comma" '{
    printf "%s\n{\"name\": \"%s\", \"runs\": %d, \"steps\": %d, \"median_ms\": %s, ", comma, name,
      runs, steps, $1
    printf "\"least_ms\": %s, \"cpu_ms\": %s, \"peak_kib\": %s}", $2, $4, $3 }' >> "$json"
  comma=,
}

deck=$root/decks/kabios/four_bar.dat
printf '%-34s %10s %10s %10s %10s %10s\n' 'whole process' 'median ms' 'least ms' 'CPU ms' \
  'us/step' 'peak MiB'
row 'true: a process at all' 400 0 /bin/true
row 'links the same libraries, idle' 400 0 "$work/timer"
row 'mbsim --version' 400 0 "$mbsim" --version
row 'four-bar, 41 steps' 400 0 "$mbsim" "$deck"
row 'push-off, tolerance 1e-6' 200 0 "$mbsim" -D tolerance=1e-6 "$root/decks/bench/push_off.dat"
sed 's/^INTEG .*/INTEG STEP 1e-6 1e-6/' "$root/decks/own/andrews.dat" > "$work/andrews.dat"
row 'Andrews, tolerance 1e-6' 100 0 "$mbsim" "$work/andrews.dat"
row 'Andrews, tolerance 1e-13' 50 0 "$mbsim" "$root/decks/own/andrews.dat"
"$root/tools/make_n_four_bar.sh" 40 > "$work/n_four_bar_40.dat"
row 'N-four-bar, N = 40, tolerance 1e-4' 20 0 "$mbsim" -D tolerance=1e-4 "$work/n_four_bar_40.dat"
for n in 4 5 6; do
  long=$work/four_bar_1e$n.dat
  awk -v n="$n" '/^0\.0000 +1\.0000 +0\.0250/ { $3 = "1e-" n } { print }' "$deck" > "$long"
  steps=1$(printf '%0*d' "$n" 0)
  runs=$((n < 6 ? 5 : 1))
  row "four-bar, $steps steps" "$runs" "$steps" "$mbsim" "$long"
done
row 'four-bar, 100000 steps, and CSV' 3 100000 "$mbsim" --csv "$work/four_bar.csv" \
  "$work/four_bar_1e5.dat"
rm -f "$work/four_bar.csv"
printf '\n]}\n' >> "$json"

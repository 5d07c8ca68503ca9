#!/usr/bin/env bash
# Installs the Debian packages mbsim needs and that are missing; silent when all are there.
#
#   tools/setup.sh run     what building and running mbsim needs
#   tools/setup.sh test    that, and what tests, checks, fuzzing and benchmarks need
#   tools/setup.sh peers   that, and the programs mbsim is measured beside
#   tools/setup.sh page    what running needs, and a browser
#   tools/setup.sh slurm   that, and Slurm for make test-slurm
#   tools/setup.sh count   what running needs, and a counter of instructions
#   tools/setup.sh package what running needs, and what makes and tries packages
#
# The names are those of Debian 12. libgfortran and libclang-rt carry the number of the release's
# g++ and clang. MBSIM_SETUP=no skips this step: the build then uses what it finds.
set -eu

run_packages=(g++ cmake make libfmt-dev libcli11-dev
  liblapack-dev libblas-dev libgfortran-12-dev libnlopt-dev)
test_packages=(git clang clang-format libclang-rt-14-dev libgtest-dev libbenchmark-dev
  nlohmann-json3-dev
  locales make parallel python3-numpy)  # for docs/recipes.md

case "${1:-run}" in
  run) needed=("${run_packages[@]}") ;;
  test) needed=("${run_packages[@]}" "${test_packages[@]}") ;;
  peers) needed=("${run_packages[@]}" "${test_packages[@]}" libsimbody-dev libmujoco-dev) ;;
  page) needed=("${run_packages[@]}" chromium) ;;
  slurm) needed=("${run_packages[@]}" slurm-wlm munge) ;;
  count) needed=("${run_packages[@]}" binutils valgrind) ;;
  package) needed=("${run_packages[@]}" git pandoc lintian) ;;
  *) echo "usage: tools/setup.sh run|test|peers|page|slurm|count|package" >&2; exit 2 ;;
esac

if [ "${MBSIM_SETUP:-}" = no ]; then exit 0; fi
if ! command -v apt-get >/dev/null; then
  echo "setup: no apt-get here; mbsim needs what Debian calls ${needed[*]}" >&2
  exit 0
fi

installed=" $(dpkg-query -W -f '${Package}=${db:Status-Status} ' "${needed[@]}" 2>/dev/null || true)"
missing=()
for package in "${needed[@]}"; do
  case "$installed" in *" $package=installed "*) ;; *) missing+=("$package") ;; esac
done
if [ ${#missing[@]} -eq 0 ]; then exit 0; fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: not root and no sudo; as root run: apt-get install ${missing[*]}" >&2
    echo "setup: or set MBSIM_SETUP=no to build with what is there" >&2
    exit 1
  fi
  as_root=(sudo)
  if [ ! -t 0 ]; then as_root+=(-n); fi  # nobody is there to type a password
fi

apt() {
  ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
    -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 "$@" >&2
}
echo "setup: installing ${missing[*]}" >&2
apt update && apt install --no-install-recommends "${missing[@]}" && exit 0
echo "setup: apt-get failed; set MBSIM_SETUP=no to build with what is there" >&2
exit 1

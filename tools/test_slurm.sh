#!/usr/bin/env bash
# Runs a sweep under Slurm on this machine: munged, slurmctld and slurmd of Debian, without systemd,
# as root. Tasks are killed on the way, and slurmd with its step daemons; the collected table must
# have the bytes of a plain sweep. Then small arrays: what --collect has to refuse, options, names of
# any kind, runs that fail or are late, a task that is told to end. tools/test_slurm.sh path/to/mbsim
#
# Ends what it has started, by process id. Nothing else may run Slurm here.
set -eu
cd "$(dirname "$0")/.."
binary=$(realpath "${1:?expected the path of an mbsim}")
if [ "$(id -u)" -ne 0 ]; then echo "test_slurm: needs root" >&2; exit 2; fi
for program in munged slurmctld slurmd sbatch; do
  command -v "$program" >/dev/null || { echo "test_slurm: $program is missing (Debian: slurm-wlm munge)" >&2; exit 2; }
done
if pidof slurmctld slurmd munged >/dev/null; then echo "test_slurm: Slurm or munge runs here already" >&2; exit 2; fi

scratch=$(mktemp -d)
state=$scratch/state
mkdir -p "$state/ctld" "$state/d"
host=$(hostname -s)
export SLURM_CONF=$scratch/slurm.conf
munge_pid='' ctld_pid='' slurmd_pid=''

cleanup() {
  scancel --user root >/dev/null 2>&1 || true
  sleep 1
  for pid in $slurmd_pid $ctld_pid $munge_pid; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$scratch"
}
trap cleanup EXIT

# munge wants its own user and folders that others cannot write
munge=$scratch/munge
mkdir -p "$munge" && chmod 0755 "$scratch" && chmod 0755 "$munge"
dd if=/dev/urandom of="$munge/key" bs=1 count=1024 status=none
chown -R munge:munge "$munge" && chmod 0400 "$munge/key"
setpriv --reuid munge --regid munge --clear-groups munged --foreground --force --key-file="$munge/key" \
  --socket="$munge/socket" --pid-file="$munge/pid" --log-file="$munge/log" --seed-file="$munge/seed" 2> "$scratch/munge.out" &
munge_pid=$!

cat > "$SLURM_CONF" << CONF
ClusterName=mbsim
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$munge/socket
StateSaveLocation=$state/ctld
SlurmdSpoolDir=$state/d
SlurmctldPidFile=$state/ctld.pid
SlurmdPidFile=$state/d.pid
SlurmctldLogFile=$state/ctld.log
SlurmdLogFile=$state/d.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
sleep 1
slurmctld -D 2> "$scratch/ctld.out" & ctld_pid=$!
start_slurmd() { slurmd -D 2> "$scratch/d.out" & slurmd_pid=$!; }
start_slurmd
for _ in $(seq 40); do sinfo -h -o %T 2>/dev/null | grep -q idle && break; sleep 0.5; done
sinfo -h -o %T | grep -q idle || { echo "test_slurm: the node does not come up" >&2; tail "$state"/*.log >&2; exit 1; }

sweep() { "$binary" sweep decks/bench/push_off.dat -p tolerance=1e-9:1e-6:2e-10 --quiet "$@"; }
sweep -o "$scratch/one.csv"
sweep --slurm "$scratch/array" --tasks 8 2>/dev/null
begun=$(date +%s.%N)
sbatch "$scratch/array/job.sh" >/dev/null
sleep 3
# As when a machine is lost: the daemon, the daemons of its steps, and what they run, by their ids.
children() { local c; for c in $(ps -o pid= --ppid "$1"); do echo "$c"; children "$c"; done; }
steps=$(pidof slurmstepd || true)
lost=$slurmd_pid
for step in $steps; do lost="$lost $step $(children "$step")"; done
kill -9 $lost 2>/dev/null || true
wait "$slurmd_pid" 2>/dev/null || true
rm -f "$scratch"/array/task_2.csv*
start_slurmd
status=5
for _ in $(seq 200); do  # Slurm takes minutes to miss a task and to begin it again
  status=0
  "$binary" sweep --collect "$scratch/array" -o "$scratch/all.csv" 2> "$scratch/said" || status=$?
  [ "$status" -ne 5 ] && break
  sleep 2
done
[ "$status" -eq 0 ] || { echo "test_slurm: collect ends with $status" >&2; cat "$scratch/said" "$scratch"/array/*.log >&2; tail "$state"/*.log >&2; exit 1; }
cmp "$scratch/one.csv" "$scratch/all.csv"
echo "test_slurm: $(($(wc -l < "$scratch/all.csv") - 1)) runs in 8 tasks, slurmd killed on the way: same bytes, $(echo "$(date +%s.%N) $begun" | awk '{ printf "%.0f", $1 - $2 }') s"

# ---- small arrays ------------------------------------------------------------------------------

fail() { echo "test_slurm: $*" >&2; cat "$scratch/said" >&2; exit 1; }
# Until Slurm has none of these tasks any more.
wait_for_slurm() {
  for _ in $(seq 1500); do
    [ -z "$(squeue -h -o %i 2>/dev/null)" ] && return
    sleep 0.2
  done
  fail "tasks do not end: $(squeue)"
}
# A fresh copy of the deck and an array of two tasks of it: FOLDER, then options of the sweep.
deck=$scratch/deck.dat
array() {
  local folder=$1
  shift
  cp decks/kabios/quick_return.dat "$deck"
  rm -rf "$folder"
  "$binary" sweep "$deck" -p crank=0.6,0.8,1,1.2 --quiet "$@" --slurm "$folder" --tasks 2 2> "$scratch/said"
}
run() {  # folder, sbatch's options
  local folder=$1
  shift
  sbatch "$@" "$folder/job.sh" > /dev/null 2> "$scratch/said" || fail "sbatch refuses $folder"
  wait_for_slurm
}
# Of a folder: the status wanted, and what stderr has to say; rest: options of --collect.
collect() {
  local folder=$1 wanted=$2 text=$3 status=0
  shift 3
  rm -f "$scratch/table.csv"
  "$binary" sweep --collect "$folder" -o "$scratch/table.csv" "$@" 2> "$scratch/said" || status=$?
  [ "$status" -eq "$wanted" ] || fail "$folder: --collect ends with $status, not $wanted"
  [ -z "$text" ] || grep -qF -- "$text" "$scratch/said" || fail "$folder: --collect does not say '$text'"
}
same_as() {  # the sweep without an array, with these options
  local status=0
  "$binary" sweep "$deck" -p crank=0.6,0.8,1,1.2 --quiet "$@" -o "$scratch/alone.csv" 2>/dev/null || status=$?
  cmp "$scratch/alone.csv" "$scratch/table.csv" || fail "another table than the sweep $*"
  return 0
}
small=$scratch/small

array "$small"; run "$small" --array=1
sed -i 's/^0 .*/# another deck\n&/' "$deck"; run "$small" --array=2
grep -q 'this has changed: the deck' "$small/task_2.log" || fail "a task runs with a deck that was edited"
collect "$small" 5 'have no result' --no-submit
echo "test_slurm: a task with a deck that was edited is refused"

array "$small"; run "$small"
mv "$small/task_1.csv" "$small/kept"; mv "$small/task_2.csv" "$small/task_1.csv"; mv "$small/kept" "$small/task_2.csv"
collect "$small" 2 'task 1 of'
array "$small"; run "$small"
head -c -5 "$small/task_2.csv" > "$small/cut"; mv "$small/cut" "$small/task_2.csv"
collect "$small" 2 'task 2 of'
echo "test_slurm: swapped and cut tables are refused"

stubs=$scratch/stubs
mkdir "$stubs"
array "$small"
printf '#!/bin/sh\necho "slurm_load_jobs error: busy" >&2\nexit 1\n' > "$stubs/squeue"; chmod +x "$stubs/squeue"
PATH=$stubs:$PATH collect "$small" 5 'nothing is submitted'
printf '#!/bin/sh\nsleep 100\n' > "$stubs/squeue"
PATH=$stubs:$PATH collect "$small" 5 'has not answered' --timeout 1
rm "$stubs/squeue"
[ -z "$(squeue -h)" ] || fail "tasks were submitted though squeue gave no answer"
echo "test_slurm: nothing is submitted where squeue fails or hangs"

# mbsim is a static program: what it asks of the system is refused by a filter, not by a library.
cat > "$stubs/no_lock.c" << 'C'
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char** argv) {
  struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_flock, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOLCK),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog all = {sizeof steps / sizeof *steps, steps};
  if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all) != 0)
    return 77;
  execvp(argv[1], argv + 1);
  return 127;
}
C
${CC:-cc} -o "$stubs/no_lock" "$stubs/no_lock.c"
sbatch --array=1 --output="$small/task_%a.log" --wrap="$stubs/no_lock bash '$small/job.sh'" > /dev/null
wait_for_slurm
grep -q 'cannot lock' "$small/task_1.log" || fail "a task runs where locks do not work"
[ ! -e "$small/task_1.csv" ] || fail "a task without a lock has written"
echo "test_slurm: tasks without locks are refused"

for name in 'blank folder' "quotes ' and \"" 'per %j cent %a'; do
  array "$scratch/$name" || fail "an array in '$name' is refused"
  run "$scratch/$name"
  collect "$scratch/$name" 0 ''
  same_as
done
feed=$scratch/line$'\n'feed
if array "$feed"; then
  run "$feed"
  collect "$feed" 0 ''
  same_as
elif [ -e "$feed/job.sh" ]; then
  fail "a refused array leaves a job"
fi
echo "test_slurm: names with blanks, quotes, % and line feeds"

array "$small" --set feps=1e-10; run "$small"; collect "$small" 0 ''; same_as --set feps=1e-10
cp decks/optimise/transmission.dat "$deck"
rm -rf "$small"
"$binary" sweep "$deck" -p crank=0.02,0.021,3,4 -D rocker=0.081 --quiet --slurm "$small" --tasks 2 2> "$scratch/said" || fail "-D is refused"
run "$small"
collect "$small" 3 ''
status=0
"$binary" sweep "$deck" -p crank=0.02,0.021,3,4 -D rocker=0.081 --quiet -o "$scratch/alone.csv" 2>/dev/null || status=$?
[ "$status" -eq 3 ] || fail "no run of the sweep fails"
cmp "$scratch/alone.csv" "$scratch/table.csv" || fail "another table than the sweep with -D"
array "$small" --timeout 1e-9; run "$small"
collect "$small" 3 ''
grep -q timeout "$scratch/table.csv" || fail "no run is late"
echo "test_slurm: -D, --set, runs that fail and runs that are late"

# Told to end while it runs: Slurm begins it again, and nothing is missing.
rm -rf "$small"
"$binary" sweep decks/bench/push_off.dat -p tolerance=1e-9:1e-5:1e-9 --quiet --slurm "$small" --tasks 2 2> "$scratch/said"
sbatch "$small/job.sh" > /dev/null
for _ in $(seq 100); do squeue -h -t R -o %i | grep -q _ && break; sleep 0.1; done
sleep 1
scancel --batch --signal=TERM "$(squeue -h -t R -o %i | head -1)" || fail "no task runs"
wait_for_slurm
status=0
for _ in $(seq 60); do
  status=0
  "$binary" sweep --collect "$small" -o "$scratch/table.csv" 2> "$scratch/said" || status=$?
  [ "$status" -ne 5 ] && break
  sleep 2
done
[ "$status" -eq 0 ] || fail "after SIGTERM --collect ends with $status"
"$binary" sweep decks/bench/push_off.dat -p tolerance=1e-9:1e-5:1e-9 --quiet -o "$scratch/alone.csv"
cmp "$scratch/alone.csv" "$scratch/table.csv" || fail "another table after SIGTERM"
echo "test_slurm: a task that was told to end ran again: same bytes"

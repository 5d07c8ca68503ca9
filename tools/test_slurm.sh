#!/usr/bin/env bash
# Runs a sweep under Slurm on this machine: munged, slurmctld and slurmd of Debian, without systemd,
# as root. Tasks are killed on the way, and slurmd with its step daemons; the collected table must
# have the bytes of a plain sweep. tools/test_slurm.sh path/to/mbsim
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

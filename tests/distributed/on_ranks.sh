#!/usr/bin/env bash
# Runs a program on several processes and checks how it ended.
#   on_ranks.sh BUILT-WITH-MPI MPIRUN RANKS passes PROGRAM...
#   on_ranks.sh BUILT-WITH-MPI MPIRUN RANKS passes_once TEXT PROGRAM...      the text is printed once, by one process
#   on_ranks.sh BUILT-WITH-MPI MPIRUN RANKS fails TEXT|TEXT.. CODE PROGRAM...  prints each of the texts and exits soon with this code (any: not 0)
#   on_ranks.sh BUILT-WITH-MPI MPIRUN RANKS fails_once TEXT CODE PROGRAM...  same, but the text is printed once
# FATHOM_RANKS_LIMIT: seconds after which it counts as hanging (170).
# TEXT 'killed' is the launcher's message about a killed process. Before PROGRAM, -x NAME=VALUE sets an environment variable.
set -euo pipefail

built=$1 mpirun=$2 ranks=$3 verdict=$4
shift 4
[[ $built == ON ]] || { echo "skipped: built without MPI"; exit 77; }
[[ -n $mpirun && -x $(command -v "$mpirun") ]] || { echo "skipped: no mpirun here"; exit 77; }

how=(-np "$ranks")
# More processes than cores, which must yield while they wait. As root in a container, single-copy messages are disabled, since
# they need ptrace permission.
if [[ $("$mpirun" --version 2>&1 || true) =~ "Open MPI"|OpenRTE ]]; then
  how+=(--oversubscribe --allow-run-as-root --bind-to none --mca mpi_yield_when_idle 1
    --mca btl_vader_single_copy_mechanism none)
  killed="exited on signal 9"
else
  # MPICH has another option for -x NAME=VALUE, and other words. It does not end the other processes when one exits before it has
  # initialized MPI; those print the error, too.
  [[ $verdict != fails_once ]] || verdict=fails
  [[ -z ${FATHOM_TEST_PRELOAD:-} ]] || how+=(-genv LD_PRELOAD "$FATHOM_TEST_PRELOAD")
  killed="signal 9"
fi

texts="" code=0
case $verdict in
  passes) ;;
  passes_once) texts=$1 && shift ;;
  fails | fails_once) texts=$1 code=$2 && shift 2 ;;
  *) echo "no such verdict: $verdict" >&2 && exit 2 ;;
esac

texts=${texts/#killed/$killed}
if [[ ${1:-} == -x ]]; then
  [[ $killed == exited* ]] || how+=(-genv "${2%%=*}" "${2#*=}")
  [[ $killed != exited* ]] || how+=(-x "$2")
  shift 2
fi

began=$SECONDS status=0 log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Printed as it comes, so that a run that is stopped from outside shows how far it got.
timeout -k 5 "${FATHOM_RANKS_LIMIT:-170}" "$mpirun" "${how[@]}" "$@" 2>&1 | tee "$log" || status=${PIPESTATUS[0]}
took=$((SECONDS - began))
echo "exit code $status after $took s"
[[ $status -ne 77 ]] || exit 77
[[ $status -ne 124 && $status -ne 137 || $took -lt 160 ]] || { echo "FAILED: it hangs" >&2; exit 1; }

IFS='|' read -ra expected <<<"$texts"
for text in "${expected[@]}"; do
  count=$(grep -cF -e "$text" "$log" || true)
  [[ $count -gt 0 ]] || { echo "FAILED: no process printed '$text'" >&2; exit 1; }
  [[ $verdict != *_once || $count -eq 1 ]] || { echo "FAILED: '$text' was printed $count times" >&2; exit 1; }
done
case $verdict in
  passes | passes_once) [[ $status -eq 0 ]] ;;
  fails | fails_once) [[ $took -le 45 && $status -ne 0 && ( $code == any || $status == "$code" ) ]] ;;
esac || { echo "FAILED: exit code $status after $took s" >&2; exit 1; }

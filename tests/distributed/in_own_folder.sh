#!/usr/bin/env bash
# Runs a program in a separate folder for each process, in which FILE holds a path; process 1 has a different path.
#   in_own_folder.sh FOLDER FILE same|other|stopped PROGRAM...    stopped: the same files; process 1 stops after 2 s
set -euo pipefail

folder=$1 file=$2 kind=$3
shift 3
rank=${OMPI_COMM_WORLD_RANK:-${PMIX_RANK:-${PMI_RANK:-${SLURM_PROCID:-}}}}
[[ -n $rank ]] || { echo "skipped: the launcher does not number its processes"; exit 77; }
mkdir -p "$folder/$rank"
cd "$folder/$rank"
step=1
[[ $kind != other || $rank != 1 ]] || step=2
for ((v = 0; v < 99; ++v)); do echo "$((10 * v)) $((10 * (v + step)))"; done >"${file%.*}.el"
# Not one of the processes started by mpirun.
alone=(env -u OMPI_COMM_WORLD_SIZE -u OMPI_COMM_WORLD_RANK -u PMI_SIZE -u PMI_RANK -u SLURM_STEP_NUM_TASKS -u SLURM_PROCID)
[[ $file == *.el ]] || "${alone[@]}" "$1" convert "${file%.*}.el" "$file" >/dev/null
if [[ $kind == stopped && $rank == 1 ]]; then
  (sleep 2 && kill -STOP $$) &
fi
exec "$@"

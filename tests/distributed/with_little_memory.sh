#!/usr/bin/env bash
# Runs a program that may allocate at most KIB of memory for data.
#   with_little_memory.sh KIB PROGRAM...
set -euo pipefail

ulimit -d "$1" || { echo "skipped: limits of memory cannot be set here"; exit 77; }
shift
export OMP_NUM_THREADS=1  # threads' stacks count
exec "$@"

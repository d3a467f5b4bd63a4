#!/usr/bin/env bash
# Runs every command with a failing allocation or write. Expects exit code 0, 3 or 4, a message with 3 and 4, and no unfinished file.
#   failing_calls.sh FATHOM LIBRARY [SAMPLES]   SAMPLES calls of each kind and command (default 6); all: every call, for hours
set -euo pipefail

fathom=$1 library=$2 samples=${3:-6}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export OMP_NUM_THREADS=2 GOMP_SPINCOUNT=100 FATHOM_DEVICE=cpu
printf '# Undirected graph\n0 1 2\n1 2 3\n2 3 1\n0 3 9\n3 4 1\n7 7 1\n5 6 2\n' >small.txt
gzip -kf small.txt && mv small.txt.gz packed.txt.gz
"$fathom" convert small.txt small.fathom >/dev/null

commands=(
  "bfs small.txt --sources all --validate --output out.npy"
  "bfs kron:12:16 -n 2"
  "bfs packed.txt.gz --source 0"
  "sssp small.txt --source 0 --output out.npy"
  "distances small.txt --sources all --output out.npy"
  "distances small.txt --sources all --method joint"
  "components small.txt"
  "components kron:8 --strong"
  "pagerank small.txt --output out.tsv"
  "closeness small.txt"
  "harmonic small.txt"
  "eccentricity small.txt"
  "betweenness small.txt"
  "diameter small.txt"
  "triangles small.txt"
  "cores small.txt --validate --output out.tsv --subgraph out.fathom"
  "biconnected small.txt --validate --output out.tsv --edges"
  "spanning-forest small.txt --validate --output out.tsv"
  "dag small.txt --validate --output out.tsv"
  "bipartite small.txt --validate --output out.tsv"
  "communities small.txt --validate --output out.tsv"
  "communities small.txt --method louvain --validate --output out.tsv"
  "communities small.txt --method leiden --validate --output out.tsv"
  "local-efficiency small.txt --output out.tsv"
  "walks small.txt --p 2 --validate --output out.tsv"
  "sample small.txt --source 0 --fanouts 2,-1 --validate --output out.tsv"
  "neighbors small.txt --source 0 --hops 2"
  "info small.fathom"
  "convert small.txt out.fathom"
  "convert small.txt out.mtx"
  "convert small.txt out.npz"
  "convert small.fathom out.sg"
  "generate kron:8 out.el"
  "reach build small.txt --hops 2 --sources all --output out.reach"
)

failures=0
try() {  # KIND CALL ALL COMMAND...
  local kind=$1 call=$2 all=$3 code=0
  shift 3
  rm -f out.*
  env ${all:+FATHOM_FAIL_ALL=1} FATHOM_FAIL_KIND="$kind" FATHOM_FAIL_CALL="$call" LD_PRELOAD="$library" \
    timeout 60 "$fathom" "$@" >stdout 2>stderr || code=$?
  local left
  left=$(find . -name '*.part' -o -name '*.progress')
  [[ $1 != distances ]] || left=""  # kept for --resume
  if [[ ! $code =~ ^[034]$ || ( $code != 0 && ! -s stderr ) || -n $left ]]; then
    echo "FAILED: $* with $kind call $call${all:+ and all after it}: exit code $code ${left:+, left behind: $left}"
    head -c 300 stderr
    failures=$((failures + 1))
  fi
  rm -f ./*.part ./*.progress
}

for command in "${commands[@]}"; do
  read -ra words <<<"$command"
  for kind in memory writes; do
    rm -f out.* count
    FATHOM_FAIL_COUNT="$folder/count" FATHOM_FAIL_KIND=$kind LD_PRELOAD="$library" "$fathom" "${words[@]}" >stdout 2>stderr ||
      { echo "FAILED: $command without a failing call: $(cat stderr)"; exit 1; }
    count=$(cat count)
    step=1
    if [[ $samples != all ]]; then step=$(((count + samples - 1) / samples)); fi
    ((step > 0)) || step=1
    # Most calls belong to the option parser: the others are sampled from the end.
    for ((call = count - 1; call >= 0; call -= step)); do
      try "$kind" "$call" "" "${words[@]}"
      try "$kind" "$call" all "${words[@]}"
    done
  done
done
echo "$failures calls ended in another way"
((failures == 0))

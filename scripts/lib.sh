# Functions and settings that the scripts share: the checkout, required packages, builds, changed files. Sourced, never run.
# shellcheck shell=bash disable=SC2034  # scripts that source this file use the variables
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc)

# Exit status of a script that tested nothing because a tool or a package is missing: the skip code of ctest and automake.
nothing_tested=77

# Package names, the same on Debian 12 and Ubuntu 24.04.
build_packages=(g++ cmake ninja-build libfmt-dev nlohmann-json3-dev libcli11-dev libfast-float-dev libarchive-dev libxml2-dev libxxhash-dev zlib1g-dev)
mpi_packages=(libopenmpi-dev openmpi-bin)
test_packages=(libgtest-dev libbenchmark-dev python3 pkg-config clang llvm libclang-rt-dev libomp-dev "${mpi_packages[@]}")

# The usual folder of the CUDA toolkit is not always on the path.
if ! command -v nvcc >/dev/null && [[ -x /usr/local/cuda/bin/nvcc ]]; then PATH=$PATH:/usr/local/cuda/bin; fi

say() { printf '\n==> %s\n' "$*"; }
run() {
  printf '+ %s\n' "${*@Q}"
  "$@"
}
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# install_packages NAME...: installs missing packages with apt-get. If none is missing, needs neither root nor a network.
install_packages() {
  local missing=() package
  if ! command -v dpkg-query >/dev/null; then
    printf 'note: no dpkg here; assuming that these are installed: %s\n' "$*" >&2
    return
  fi
  for package in "$@"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | head -n 1) == installed ]] || missing+=("$package")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  [[ $(id -u) -eq 0 ]] || fail "packages are missing: ${missing[*]}; run as root, or first run: sudo apt-get install ${missing[*]}"
  say "Installing ${missing[*]}"
  # A machine that has just started may still hold the lock for its own upgrades, and an unrelated source may be down.
  apt-get -q update -o Acquire::Retries=3 || printf 'note: apt-get update failed; using the existing package lists\n' >&2
  DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 apt-get -qq -y install --no-install-recommends \
    -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "${missing[@]}" >/dev/null ||
    fail "apt-get cannot install: ${missing[*]} (on Ubuntu, enable the component 'universe')"
}

# configure PRESET [CMAKE-ARGUMENT...]: configure build/PRESET.
configure() {
  local preset=$1
  shift
  # Compiler caches do not support precompiled headers.
  if command -v ccache >/dev/null && [[ -z ${CCACHE_DISABLE:-} ]]; then
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_CUDA_COMPILER_LAUNCHER=ccache
    set -- -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON "$@"
  fi
  (cd "$root" && run cmake --preset "$preset" "$@")
}

# build PRESET [TARGET...]
build() {
  local preset=$1
  shift
  run cmake --build "$root/build/$preset" --parallel "$jobs" ${1:+--target "$@"}
}

# base_revision [BASE]: the merge base of HEAD with BASE; without BASE, with main or origin/main, whichever exists.
base_revision() {
  local base=${1:-} candidate
  if [[ -z $base ]]; then
    for candidate in main origin/main; do
      if git -C "$root" rev-parse --verify --quiet "$candidate^{commit}" >/dev/null; then base=$candidate && break; fi
    done
    [[ -n $base ]] || fail "no branch main here; name a base revision"
  fi
  git -C "$root" rev-parse --verify --quiet "$base^{commit}" >/dev/null || fail "'$base' is not a revision of this repository"
  git -C "$root" merge-base "$base" HEAD || fail "'$base' and HEAD have no common ancestor"
}

# changed_files REVISION PATTERN...: files that differ from the revision or are untracked, each followed by a null byte.
changed_files() {
  local revision=$1
  shift
  git -C "$root" diff -z --name-only --diff-filter=d --no-renames "$revision" -- "$@"
  git -C "$root" ls-files -z --others --exclude-standard -- "$@"
}

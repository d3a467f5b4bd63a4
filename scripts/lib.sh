# Shared by the scripts here: where the checkout is, what has to be installed, how a preset is built. Sourced, never run.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc)

# The status of a script that could test nothing for want of something from outside, as ctest and automake have it.
nothing_tested=77

# Packages of Debian 12 and Ubuntu 24.04 alike.
build_packages=(g++ cmake ninja-build libfmt-dev nlohmann-json3-dev libcli11-dev libfast-float-dev libarchive-dev libxml2-dev libxxhash-dev zlib1g-dev)
test_packages=(libgtest-dev libbenchmark-dev python3 pkg-config clang llvm libclang-rt-dev libomp-dev libopenmpi-dev openmpi-bin)

# A CUDA toolkit is used where there is one; its usual place is not always on the path.
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

# install_packages NAME...: through apt, only what is missing; where nothing is, this asks for neither root nor a network.
install_packages() {
  local missing=() package
  if ! command -v dpkg-query >/dev/null; then
    printf 'note: no dpkg here; going on in the hope that these are installed: %s\n' "$*" >&2
    return
  fi
  for package in "$@"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | head -n 1) == installed ]] || missing+=("$package")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  [[ $(id -u) -eq 0 ]] || fail "not installed: ${missing[*]}; run as root, or first: sudo apt-get install ${missing[*]}"
  say "Installing ${missing[*]}"
  # A machine that has just started may still be running its own upgrades; a source that is of no concern here may be down.
  apt-get -q update -o Acquire::Retries=3 || printf 'note: apt-get update met errors; going on with the lists that there are\n' >&2
  DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 apt-get -qq -y install --no-install-recommends \
    -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "${missing[@]}" >/dev/null ||
    fail "apt-get could not install: ${missing[*]} (on Ubuntu the component 'universe' has to be enabled)"
}

# configure PRESET [CMAKE-ARGUMENT...]: into build/PRESET.
configure() {
  local preset=$1
  shift
  # A compiler cache cannot look through precompiled headers.
  if command -v ccache >/dev/null; then set -- -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON "$@"; fi
  (cd "$root" && run cmake --preset "$preset" "$@")
}

# build PRESET [TARGET...]
build() {
  local preset=$1
  shift
  run cmake --build "$root/build/$preset" --parallel "$jobs" ${1:+--target "$@"}
}

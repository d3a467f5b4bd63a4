# Common functions of the scripts: location of the source tree, package installation, configuring and building. Sourced, not executed.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc)

# Exit status of a test script that was skipped because something external is missing, as in ctest and automake.
nothing_tested=77

# Package names are valid on both Debian 12 and Ubuntu 24.04.
build_packages=(g++ cmake ninja-build libfmt-dev nlohmann-json3-dev libcli11-dev libfast-float-dev libarchive-dev libxml2-dev libxxhash-dev zlib1g-dev)
test_packages=(libgtest-dev libbenchmark-dev python3 pkg-config clang llvm libclang-rt-dev libomp-dev libopenmpi-dev openmpi-bin)

# The CUDA toolkit's default location is not always in PATH.
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

# install_packages NAME...: install missing packages with apt. If none is missing, neither root nor a network is needed.
install_packages() {
  local missing=() package
  if ! command -v dpkg-query >/dev/null; then
    printf 'note: dpkg not found; assuming that these packages are installed: %s\n' "$*" >&2
    return
  fi
  for package in "$@"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | head -n 1) == installed ]] || missing+=("$package")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  [[ $(id -u) -eq 0 ]] || fail "packages are missing: ${missing[*]}; run as root, or first run: sudo apt-get install ${missing[*]}"
  say "Installing ${missing[*]}"
  # A machine that has just started may still hold the dpkg lock for its own upgrades, and unrelated package sources may be down.
  apt-get -q update -o Acquire::Retries=3 || printf 'note: apt-get update failed; continuing with the existing package lists\n' >&2
  DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 apt-get -qq -y install --no-install-recommends \
    -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "${missing[@]}" >/dev/null ||
    fail "apt-get cannot install: ${missing[*]} (on Ubuntu, enable the component 'universe')"
}

# configure PRESET [CMAKE-ARGUMENT...]: configure build/PRESET.
configure() {
  local preset=$1
  shift
  # ccache does not work with precompiled headers.
  if command -v ccache >/dev/null; then set -- -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON "$@"; fi
  (cd "$root" && run cmake --preset "$preset" "$@")
}

# build PRESET [TARGET...]
build() {
  local preset=$1
  shift
  run cmake --build "$root/build/$preset" --parallel "$jobs" ${1:+--target "$@"}
}

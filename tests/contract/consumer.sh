#!/usr/bin/env bash
# One step of the contract tests. ctest sets FATHOM_SOURCE, FATHOM_BINARY (a finished build), WORK, CMAKE and CXX.
set -euo pipefail

consumer=$FATHOM_SOURCE/tests/contract/consumer
static_prefix=$WORK/static
shared_prefix=$WORK/shared

# Compiler flags in the environment could hide requirements that the package fails to export.
unset CPLUS_INCLUDE_PATH CXXFLAGS LDFLAGS PKG_CONFIG_PATH

# fresh DIRECTORY: create an empty directory, so that leftovers of an earlier run do not affect the test.
fresh() {
  rm -rf "$1"
  mkdir -p "$1"
}

# find_package NAME PREFIX: move the installed tree first, because a package must not depend on its install location.
find_package() {
  fresh "$WORK/$1"
  cp -a "$2" "$WORK/$1/moved"
  # Users must not need the library's private dependencies.
  "$CMAKE" -S "$consumer" -B "$WORK/$1/build" -DCMAKE_CXX_COMPILER="$CXX" -DCMAKE_PREFIX_PATH="$WORK/$1/moved" -DCONSUME=package \
    -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON
  "$CMAKE" --build "$WORK/$1/build"
  "$WORK/$1/build/consumer"
}

# pkg_config NAME PREFIX
pkg_config() {
  command -v pkg-config >/dev/null || { echo "skipped: no pkg-config here"; exit 77; }
  local file flags
  file=$(find "$2" -name fathom.pc)
  flags=$(PKG_CONFIG_PATH=$(dirname "$file") pkg-config --cflags --libs fathom)
  fresh "$WORK/$1"
  echo "+ $CXX -std=c++20 main.cpp $flags"
  # shellcheck disable=SC2086  # the flags must be split into words
  "$CXX" -std=c++20 -Wall -Wextra -Werror "$consumer/main.cpp" $flags -o "$WORK/$1/consumer"
  LD_LIBRARY_PATH=$(dirname "$(dirname "$file")") "$WORK/$1/consumer"
}

case ${1:?a step} in
  install)
    fresh "$static_prefix"
    "$CMAKE" --install "$FATHOM_BINARY" --prefix "$static_prefix"
    "$static_prefix/bin/fathom" --version
    for file in man/man1/fathom-reach-query.1 bash-completion/completions/fathom zsh/site-functions/_fathom \
      fish/vendor_completions.d/fathom.fish; do test -s "$static_prefix/share/$file"; done
    ;;
  package)
    for tool in dpkg-deb dpkg-shlibdeps; do command -v "$tool" >/dev/null || { echo "skipped: no $tool here"; exit 77; }; done
    fresh "$WORK/package"
    (cd "$FATHOM_BINARY" && "$(dirname "$CMAKE")/cpack" -G DEB -B "$WORK/package")
    dpkg-deb -x "$WORK"/package/fathom-graph_*.deb "$WORK/package/unpacked"
    dpkg-deb -f "$WORK"/package/fathom-graph_*.deb Depends | tee "$WORK/package/depends"
    # Libraries that the program loads come from packages that it depends on.
    for name in libc6 libgomp1 libfmt; do grep -q "\b$name" "$WORK/package/depends"; done
    "$WORK/package/unpacked/usr/bin/fathom" bfs grid:9x9 --validate --device cpu
    for file in bin/fathom share/man/man1/fathom-bfs.1 share/bash-completion/completions/fathom \
      share/zsh/vendor-completions/_fathom share/fish/vendor_completions.d/fathom.fish include/fathom/bfs.hpp; do
      test -s "$WORK/package/unpacked/usr/$file"
    done
    test -n "$(find "$WORK/package/unpacked/usr/lib" -name 'libfathom.*' -size +0)"
    ;;
  find_package) find_package find_package "$static_prefix" ;;
  pkg_config) pkg_config pkg_config "$static_prefix" ;;
  subproject)
    fresh "$WORK/subproject"
    "$CMAKE" -S "$consumer" -B "$WORK/subproject" -DCMAKE_CXX_COMPILER="$CXX" -DCONSUME=source -DFATHOM_SOURCE="$FATHOM_SOURCE" \
      -DFATHOM_CUDA=OFF -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=24 -DBUILD_SHARED_LIBS=ON -DFATHOM_INSTALL=ON
    "$CMAKE" --build "$WORK/subproject" --parallel "$(nproc)"
    "$WORK/subproject/consumer"
    fresh "$shared_prefix"
    "$CMAKE" --install "$WORK/subproject" --prefix "$shared_prefix"
    ;;
  find_package_shared) find_package find_package_shared "$shared_prefix" ;;
  pkg_config_shared) pkg_config pkg_config_shared "$shared_prefix" ;;
  *)
    echo "no such step: $1" >&2
    exit 2
    ;;
esac

#!/usr/bin/env bash
# scripts/check-words against a small tree with findings and one without.
#   words.sh CHECKOUT
set -euo pipefail
checkout=${1:?the checkout}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  printf 'words.sh: %s\n' "$*" >&2
  [[ ! -f $work/out ]] || sed 's/^/  | /' "$work/out" >&2
  exit 1
}

# check STATUS ARGUMENT...: runs the script and compares its exit status; its output is in $work/out.
check() {
  local expected=$1 status=0
  shift
  "$checkout/scripts/check-words" "$@" >"$work/out" 2>&1 || status=$?
  [[ $status -eq $expected ]] || fail "status $status instead of $expected: check-words $*"
}

# expect TEXT: a line of the output begins with it.
expect() { grep -q "^$1" "$work/out" || fail "missing in the output: $1"; }

tab=$'\t'
mkdir -p "$work/bad/src/io" "$work/bad/docs" "$work/bad/python" "$work/bad/scripts"
cat >"$work/list.txt" <<EOF
# comment
neighbour(?:s|ing)?${tab}neighbor
whom nobody${tab}isolated
likewise${tab}also${tab}docs/*.md
Where(?= it)${tab}if
EOF
cat >"$work/bad/src/io/one.cpp" <<'EOF'
// A vertex and its Neighbours.
int neighbours = '"'; // no finding in code, and no string begins at that quote
/* vertices whom
   nobody found */
const char* text = "likewise \" neighbouring";  // where it is lower case
// Where it has a capital. `neighbours` is code.
const char* raw = R"x(neighbours)x";
// vertices whom
int between;
// nobody found
TEST(neighbours, of_one) { EXPECT_EQ(neighbours, 1); }
EOF
printf 'Likewise allowed here.\n\nneighbouring\n' >"$work/bad/docs/page.md"
printf '"""A neighbour."""\nneighbour = 1  # likewise\ndef test_of_a_neighbour(): pass\n' >"$work/bad/python/two.py"
printf '#!/bin/sh\necho neighbour\n' >"$work/bad/scripts/three"

check 1 --root "$work/bad" --list "$work/list.txt"
expect 'src/io/one.cpp:1: Neighbours -> use neighbor'
expect 'src/io/one.cpp:3: whom nobody -> use isolated'
expect 'src/io/one.cpp:5: likewise -> use also'
expect 'src/io/one.cpp:5: neighbouring -> use neighbor'
expect 'src/io/one.cpp:6: Where -> use if'
expect 'src/io/one.cpp:7: neighbours -> use neighbor'
expect 'src/io/one.cpp:11: neighbours -> use neighbor'
expect 'docs/page.md:3: neighbouring'
expect 'python/two.py:1: neighbour '
expect 'python/two.py:2: likewise'
expect 'python/two.py:3: neighbour '
expect 'scripts/three:2: neighbour'
expect '     8 neighbour'
expect 'check-words: 4 files, 12 findings'

check 1 --count --root "$work/bad" --list "$work/list.txt"
! grep -q -e '->' "$work/out" || fail "--count lists findings"
expect 'check-words: 4 files, 12 findings'

check 1 --root "$work/bad" --list "$work/list.txt" "$work/bad/docs"
expect 'check-words: 1 files, 1 findings'

mkdir -p "$work/good/src" "$work/good/scripts"
printf '// A vertex and its neighbors.\nint neighbours(int likewise);\n' >"$work/good/src/one.hpp"
cp "$work/list.txt" "$work/good/scripts/words.txt"
check 0 --root "$work/good"
expect 'check-words: 1 files, 0 findings'

# A list that is wrong, and a path outside the tree.
printf 'word without a replacement\n' >"$work/list.txt"
check 2 --root "$work/good" --list "$work/list.txt"
expect ".*list.txt:1: expected WORD"
printf '(\tx\n' | sed 's/\\t/\t/' >"$work/list.txt"
check 2 --root "$work/good" --list "$work/list.txt"
expect ".*list.txt:1: '(' is not a regular expression"
check 2 --root "$work/good" /nowhere

# The project's own list can be read.
check 0 --root "$work/good" --list "$checkout/scripts/words.txt"
echo "check-words: all cases as expected"

#!/usr/bin/env bash
# Check of the documentation: a C++ block after the line <!-- FILE --> must equal that file, and relative links must exist.
set -euo pipefail
cd "${1:?the checkout}"

# The anchors of a page's headings, as GitHub makes them.
anchors() {
  sed '/^ *```/,/^ *```/d' "$1" | sed -n 's/^##* //p' | tr '[:upper:]' '[:lower:]' | sed "s/[^a-z0-9 _-]//g; s/ /-/g"
}

checked=0
while IFS= read -r page; do
  while IFS= read -r file; do
    shown=$(awk -v mark="<!-- $file -->" '$0 == mark {wait = 1; next} wait && /^```cpp/ {show = 1; wait = 0; next} show && /^```/ {exit} show' "$page")
    if [[ $shown != "$(cat "$file")" ]]; then
      echo "$page: the block after <!-- $file --> differs from that file:" >&2
      diff <(echo "$shown") "$file" >&2 || true
      exit 1
    fi
    checked=$((checked + 1))
  done < <(sed -n 's/^<!-- \(examples\/[^ ]*\.[ch]pp\) -->$/\1/p' "$page")
  # Relative links must refer to existing files, and anchors to headings.
  while IFS= read -r link; do
    file=$page
    [[ ${link%%#*} == "" ]] || file=$(dirname "$page")/${link%%#*}
    [[ -e $file ]] || { echo "$page: '$link' does not exist" >&2; exit 1; }
    [[ $link != *#* ]] || anchors "$file" | grep -Fx -- "${link#*#}" >/dev/null || { echo "$page: '$link' names no heading of $file" >&2; exit 1; }
  done < <(sed '/^ *```/,/^ *```/d' "$page" | grep -o '](\([^): ]*\))' | sed 's/](\(.*\))/\1/' || true)
done < <(ls README.md; find docs -name '*.md' | sort)
[[ $checked -gt 0 ]] || { echo "no block of code found in any page" >&2; exit 1; }
echo "$checked blocks of code match their files"

#!/usr/bin/env bash
# Check of the documentation: a C++ block after the line <!-- FILE --> must equal that file, and relative links must exist.
set -euo pipefail
cd "${1:?the checkout}"

checked=0
for page in README.md docs/*.md; do
  while IFS= read -r file; do
    shown=$(awk -v mark="<!-- $file -->" '$0 == mark {wait = 1; next} wait && /^```cpp/ {show = 1; wait = 0; next} show && /^```/ {exit} show' "$page")
    if [[ $shown != "$(cat "$file")" ]]; then
      echo "$page: the block after <!-- $file --> differs from that file:" >&2
      diff <(echo "$shown") "$file" >&2 || true
      exit 1
    fi
    checked=$((checked + 1))
  done < <(sed -n 's/^<!-- \(examples\/[^ ]*\.[ch]pp\) -->$/\1/p' "$page")
  # Relative links must refer to existing files.
  while IFS= read -r link; do
    [[ -e $(dirname "$page")/$link ]] || { echo "$page: links to $link, which is not there" >&2; exit 1; }
  done < <(grep -o '](\([^)#: ]*\))' "$page" | sed 's/](\(.*\))/\1/' || true)
done
[[ $checked -gt 0 ]] || { echo "no block of code found in any page" >&2; exit 1; }
echo "$checked blocks of code match their files"

#include "io/text/table_head.hpp"

#include <algorithm>
#include <vector>

#include "io/text/edge_lines.hpp"
#include "io/text/header_words.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {
namespace {

void take_comment(std::string_view line, table_head& head) {
  const std::vector<std::string> words = lower_case_words(line.substr(1));
  head.last_comment = line.substr(std::min(line.find_first_not_of("#% \t"), line.size()));
  head.stated.take(line);
  take_own_comment((std::string(line) + '\n').c_str(), head.declared, head.lone);
  if (head.directed) return;
  const bool konect = line.starts_with('%') && !words.empty();
  head.directed = direction_in_comment(line);
  if (konect && (words[0] == "sym" || words[0] == "asym")) head.directed = words[0] == "asym";
  if (head.directed) head.direction_line = excerpt(line);
}

}  // namespace

bool is_empty_line(std::string_view line) { return line.find_first_not_of(" \t\r,;|") == line.npos; }

table_head take_table_head(text_source& text) {
  constexpr std::string_view separator_line = "sep=";
  table_head head;
  for (;;) {
    const std::string_view rest = text.peek();
    const std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
    const bool comment = line.starts_with('#') || line.starts_with('%');
    const bool hint = line.size() == separator_line.size() + 1 && lower_case(line).starts_with(separator_line);
    if (rest.empty() || !(comment || hint || is_empty_line(line))) return head;
    if (comment) take_comment(line, head);
    if (hint) head.separator = line.back();
    static_cast<void>(text.next_line());
  }
}

}  // namespace fathom::io

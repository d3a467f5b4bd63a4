// Tables as CSV and Markdown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace fathom::program {

/// One line of CSV (RFC 4180, lines end with \n). Control characters become \xHH, so that a field never breaks its line.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

/// The shortest decimal text that reads back as the same number.
[[nodiscard]] std::string exact(double value);

/// Text for a paragraph or a cell of Markdown, without any of Markdown's or HTML's meanings.
[[nodiscard]] std::string markdown_text(std::string_view text);
[[nodiscard]] std::string markdown_table(const text_table& table);
/// Lines of code in a fence that is longer than any within.
[[nodiscard]] std::string markdown_code(std::string_view text);

}  // namespace fathom::program

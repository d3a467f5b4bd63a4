// Text tables that fit into the width of a terminal.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace fathom {
namespace {

constexpr std::size_t column_gap = 2;  // spaces between columns
// Widths at which the text of a cell is still easy to read. The smaller one is used if it keeps the table in one part.
constexpr std::size_t comfortable = 24, narrow = 16;

std::atomic<std::size_t> line_columns{0};

using cell_row = std::vector<std::string>;

// Length in bytes of the first `columns` code points, or of all text.
std::size_t bytes_of(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  while (at < text.size()) {
    if ((text[at] & 0xC0) != 0x80 && columns-- == 0) break;
    ++at;
  }
  return at;
}

std::size_t longest_word(std::string_view text) {
  std::size_t longest = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    longest = std::max(longest, display_width(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return longest;
}

// Breaks a cell into lines of at most `width` columns: at the last blank that fits, or within a word that is too long.
cell_row wrapped(std::string_view text, std::size_t width) {
  cell_row lines;
  while (display_width(text) > width) {
    const std::size_t most = bytes_of(text, width);
    std::size_t end = text.rfind(' ', most);
    if (end == std::string_view::npos || text.find_first_not_of(' ') >= end) end = most;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
    if (text.starts_with(' ')) text.remove_prefix(1);
  }
  lines.emplace_back(text);
  return lines;
}

void append_cell(std::string& line, std::string_view text, std::size_t width, text_side side) {
  const std::size_t fill = width - std::min(width, display_width(text));
  if (side == text_side::right) line.append(fill, ' ');
  line += text;
  if (side == text_side::left) line.append(fill, ' ');
}

// A table with safe cells, and the range of widths of each column.
class fitted_table {
 public:
  fitted_table(const text_table& table, std::size_t indent, std::size_t limit) : table_(table), indent_(indent), limit_(limit) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const auto& [heading, side] = table.columns[i];
      std::size_t cells = longest_word(heading), word = cells;
      for (const cell_row& row : table.rows) {
        if (i >= row.size()) continue;
        cells = std::max(cells, display_width(row[i]));
        word = std::max(word, side == text_side::left ? longest_word(row[i]) : display_width(row[i]));
      }
      natural_.push_back(std::max(cells, display_width(heading)));
      cells_.push_back(cells);
      word_.push_back(word);
    }
  }

  [[nodiscard]] std::string text() const {
    std::vector<std::size_t> all(natural_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (limit_ == 0 || all.size() < 2) return part(all, natural_);
    for (const std::size_t readable : {comfortable, narrow}) {
      const std::vector<std::size_t> least = least_widths(readable);
      if (width_of(all, least) <= limit_) return part(all, least);
    }
    const std::vector<std::size_t> least = least_widths(comfortable);
    std::string text;
    for (std::size_t next = 1; next < all.size();) {
      std::vector<std::size_t> columns{0, next++};
      for (; next < all.size(); ++next) {
        columns.push_back(next);
        if (width_of(columns, least) <= limit_) continue;
        columns.pop_back();
        break;
      }
      // The first column and a wide one together may still be too wide. The last resort is to break words.
      const std::vector<std::size_t> words = least_widths(1), letters(all.size(), 1);
      const auto& floor = width_of(columns, least) <= limit_ ? least : width_of(columns, words) <= limit_ ? words : letters;
      text += (text.empty() ? "" : "\n") + part(columns, floor);
    }
    return text;
  }

 private:
  [[nodiscard]] std::size_t width_of(const std::vector<std::size_t>& columns, const std::vector<std::size_t>& widths) const {
    std::size_t sum = indent_ + column_gap * (columns.size() - 1);
    for (const std::size_t c : columns) sum += widths[c];
    return sum;
  }

  // Smallest widths with `readable` columns for text that is longer, and no broken word that fits into a line.
  [[nodiscard]] std::vector<std::size_t> least_widths(std::size_t readable) const {
    std::vector<std::size_t> least;
    for (std::size_t c = 0; c < natural_.size(); ++c) {
      const std::size_t width = std::max(word_[c], std::min(cells_[c], readable));
      least.push_back(limit_ > indent_ ? std::min(width, limit_ - indent_) : width);
    }
    return least;
  }

  // Takes columns from the widest column that can spare one, until the part fits: headings wrap first, then cells.
  [[nodiscard]] std::vector<std::size_t> widths_in(const std::vector<std::size_t>& columns,
                                                   const std::vector<std::size_t>& least) const {
    std::vector<std::size_t> widths = natural_;
    const std::size_t none = natural_.size();
    for (const std::vector<std::size_t>* floor : {&cells_, &least}) {
      while (limit_ > 0 && width_of(columns, widths) > limit_) {
        std::size_t widest = none;
        for (const std::size_t c : columns) {
          if (widths[c] > (*floor)[c] && (widest == none || widths[c] > widths[widest])) widest = c;
        }
        if (widest == none) break;
        --widths[widest];
      }
    }
    for (const std::size_t c : columns) tighten(c, widths[c]);
    return widths;
  }

  // Removes what no wrapped line of a column needs.
  void tighten(std::size_t column, std::size_t& width) const {
    std::size_t needed = 1;
    const auto count = [&](std::string_view cell) {
      for (const std::string& line : wrapped(cell, width)) needed = std::max(needed, display_width(line));
    };
    width = std::max<std::size_t>(width, 1);
    count(table_.columns[column].heading);
    for (const cell_row& row : table_.rows) {
      if (column < row.size()) count(row[column]);
    }
    width = needed;
  }

  [[nodiscard]] std::string part(const std::vector<std::size_t>& columns, const std::vector<std::size_t>& least) const {
    const std::vector<std::size_t> widths = widths_in(columns, least);
    std::string text;
    const auto add = [&](auto&& cell, bool last_line_first) {
      std::vector<cell_row> lines;
      std::size_t height = 1;
      for (const std::size_t c : columns) {
        lines.push_back(wrapped(cell(c), widths[c]));
        height = std::max(height, lines.back().size());
      }
      for (std::size_t line = 0; line < height; ++line) {
        std::string all(indent_, ' ');
        for (std::size_t i = 0; i < columns.size(); ++i) {
          if (i > 0) all.append(column_gap, ' ');
          // Headings stand directly above their columns.
          const std::size_t skipped = last_line_first ? height - lines[i].size() : 0;
          const bool has_text = line >= skipped && line - skipped < lines[i].size();
          append_cell(all, has_text ? lines[i][line - skipped] : "", widths[columns[i]], table_.columns[columns[i]].side);
        }
        all.erase(all.find_last_not_of(' ') + 1);
        text += all + "\n";
      }
    };
    const auto& headings = table_.columns;
    if (std::any_of(headings.begin(), headings.end(), [](const text_table::column& c) { return !c.heading.empty(); }))
      add([&](std::size_t c) -> std::string_view { return headings[c].heading; }, true);
    for (const cell_row& row : table_.rows) {
      add([&](std::size_t c) -> std::string_view { return c < row.size() ? std::string_view(row[c]) : std::string_view(); }, false);
    }
    return text;
  }

  const text_table& table_;
  std::size_t indent_, limit_;
  // Of each column: its widest cell or heading, its widest cell or word of the heading, and what cannot be wrapped.
  std::vector<std::size_t> natural_, cells_, word_;
};

}  // namespace

void set_line_limit(std::size_t columns) { line_columns = columns; }

std::size_t line_limit() { return line_columns; }

std::string text_table::render(std::size_t indent) const {
  text_table safe = *this;
  for (auto& row : safe.rows) {
    for (std::string& cell : row) cell = terminal_safe(cell);
  }
  return fitted_table(safe, indent, line_limit()).text();
}

}  // namespace fathom

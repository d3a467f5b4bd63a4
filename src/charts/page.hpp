// Self-contained HTML pages: text, tables and charts, without scripts and without anything from the network. They are valid XML
// too, which is how the tests read them.
#pragma once

#include <string>
#include <string_view>

#include "base/text.hpp"
#include "charts/chart.hpp"

namespace fathom::charts {

/// Color of a verdict. The text says the same.
enum class mood { none, good, mixed, bad };

class page {
 public:
  explicit page(std::string_view title);

  void heading(std::string_view text);
  void subheading(std::string_view text);
  void paragraph(std::string_view text);
  /// A result in one sentence.
  void verdict(mood shown, std::string_view text);
  /// A paragraph that stands out: a reason to distrust the measurements.
  void warning(std::string_view text);
  /// Text to copy, such as a command.
  void code(std::string_view text);
  void table(const text_table& table);
  /// A chart with its numbers in a table that the reader opens. Consecutive figures stand side by side where the window is wide.
  void figure(const drawing& chart, const text_table& numbers, std::string_view note = "");
  /// A chart with its numbers, and another table beside it, or below it where the window is narrow.
  void figure_beside(const drawing& chart, const text_table& numbers, const text_table& beside);

  /// The whole document.
  [[nodiscard]] std::string html() const;

 private:
  void begin_figures();
  void end_figures();

  std::string title_, body_;
  bool in_figures_ = false;
};

}  // namespace fathom::charts

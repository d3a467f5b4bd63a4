// Standard output and standard error: checked writes, colors, progress bar.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "fathom/control.hpp"

namespace fathom::program {

/// Opens placeholders for the descriptors 0, 1 and 2 if the caller closed them. Otherwise the next file opened would become
/// standard output. Writing to a standard output that was closed still fails.
void repair_standard_streams();

/// Writes all of `text` to standard output through terminal_safe(), except newlines and the colors of painted(). Throws
/// error_category::output with the cause (disk full, closed), reader_gone if the reader of a pipe has closed it, and
/// error_category::cancelled if the reader does not read and a stop is requested.
void print(std::string_view text);

/// From here on, print() ignores a reader that has closed standard output, because the command's results go to files.
void print_without_reader();

/// Writes to standard error, cleaned as by print(). Ignores failures, which could not be reported.
void print_error(std::string_view text);

/// Writes `begin` in red where standard error has colors, `message` and a newline to standard error. Both must be clean. Allocates
/// nothing.
void print_error_line(std::string_view begin, std::string_view message) noexcept;

enum class paint { heading, good, bad, quiet };
/// terminal_safe(text), colored by its meaning where standard output has colors (output/appearance.hpp).
[[nodiscard]] std::string painted(paint what, std::string_view text);

/// Progress bar on standard error for stages that take longer than a second. If standard error is not a terminal, prints one line
/// for each stage that takes longer than five seconds.
class progress_bar {
 public:
  explicit progress_bar(bool shown = true);
  ~progress_bar() { clear(); }
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;

  void show(const progress& now);
  /// Erases the bar, so that other text may follow.
  void clear();

 private:
  using clock = std::chrono::steady_clock;
  bool shown_ = true;
  bool on_terminal_ = false;
  bool drawn_ = false;
  bool reported_ = false;  // a line for this stage was printed
  std::string stage_;
  clock::time_point stage_start_, last_drawn_;
};

}  // namespace fathom::program

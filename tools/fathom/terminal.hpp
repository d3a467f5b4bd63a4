// Standard output and standard error: checked writes, colours where they are wanted, the progress bar.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "fathom/control.hpp"

namespace fathom::program {

/// Gives the descriptors 0, 1 and 2 something to stand for where the caller closed them: otherwise the next file opened would be
/// taken for standard output. Writing to a standard output that was closed still fails.
void repair_standard_streams();

/// Writes all of `text` to standard output. What terminal_safe() would replace is replaced, except newlines and the colours of
/// painted(). Throws error_category::output naming the cause (disk full, closed), reader_gone where the reader of a pipe has closed
/// it, and error_category::cancelled where it does not read and a stop is requested.
void print(std::string_view text);

/// From here on print() drops its text where the reader has gone: the command's results go to files.
void print_without_reader();

/// Writes to standard error, cleaned like print(), ignoring failures: there is nowhere left to report them.
void print_error(std::string_view text);

enum class paint { heading, good, bad, quiet };
/// terminal_safe(text), in the colour for its meaning where standard output is a terminal and NO_COLOR is not set.
[[nodiscard]] std::string painted(paint what, std::string_view text);

/// Draws on standard error while a stage takes longer than a second. Where that is no terminal, one line tells of each stage that
/// takes longer than five seconds.
class progress_bar {
 public:
  progress_bar();
  ~progress_bar() { clear(); }
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;

  void show(const progress& now);
  /// Takes the bar off the screen, so that other text may follow.
  void clear();

 private:
  using clock = std::chrono::steady_clock;
  bool on_terminal_ = false;
  bool drawn_ = false;
  bool told_ = false;  // of this stage, by a line
  std::string stage_;
  clock::time_point stage_start_, last_drawn_;
};

}  // namespace fathom::program

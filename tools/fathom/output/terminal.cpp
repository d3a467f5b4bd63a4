#include "output/terminal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/interruptible.hpp"
#include "base/output_file.hpp"
#include "base/text.hpp"
#include "fathom/error.hpp"
#include "interrupt.hpp"
#include "output/appearance.hpp"

namespace fathom::program {
namespace {

constexpr auto bar_delay = std::chrono::seconds(1);   // shorter work shows no bar
constexpr auto line_delay = std::chrono::seconds(5);  // in a log, shorter work prints no line
constexpr auto redraw_interval = std::chrono::milliseconds(100);
constexpr int widest_progress = 30;  // cells

constexpr std::string_view colors[] = {"\033[1m", "\033[32m", "\033[1;31m", "\033[2m"};  // by paint: bold, green, bold red, faint
constexpr std::string_view no_color = "\033[0m";

bool drops_text_without_reader = false;

// Length of the newline or color sequence at the beginning of `text`, else 0.
std::size_t own_control(std::string_view text, bool colored) {
  if (text.front() == '\n') return 1;
  if (text.front() != '\033' || !colored) return 0;
  for (const std::string_view color : colors) {
    if (text.starts_with(color)) return color.size();
  }
  return text.starts_with(no_color) ? no_color.size() : 0;
}

// Keeps the newlines and color sequences of a report, and cleans everything else.
std::string cleaned(std::string_view text, int descriptor) {
  const bool colored = is_colored(descriptor);
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find_first_of("\n\033"), text.size());
    safe += terminal_safe(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t own = own_control(text, colored);
    safe += own > 0 ? std::string(text.substr(0, own)) : terminal_safe(text.substr(0, 1));
    text.remove_prefix(std::max<std::size_t>(own, 1));
  }
  return safe;
}

void write_to_stderr(std::string_view text) {
  try {
    static_cast<void>(write_fully(STDERR_FILENO, text.data(), text.size(), may_wait(STDERR_FILENO), interrupt_token()));
  } catch (const error&) {  // the reader does not read, and a stop is requested
  }
}

// At most 80 columns, and less on a narrower terminal.
std::string bar_text(const progress& now, double seconds) {
  constexpr std::size_t other_columns = 36;  // stage, percentage and remaining time
  const std::size_t columns = columns_of(STDERR_FILENO);
  const int bar_cells = columns == 0 ? widest_progress : std::min<int>(widest_progress, static_cast<int>(columns - other_columns));
  if (now.total == 0) return fmt::format("{:<12} {:>8}B  {}", now.stage, human_quantity(double(now.done)), human_seconds(seconds));
  const double fraction = std::min(1.0, double(now.done) / double(now.total));
  const int full = static_cast<int>(fraction * bar_cells);
  const std::string left = fraction > 0 && fraction < 1 ? human_seconds(seconds * (1 - fraction) / fraction) + " left" : "";
  return fmt::format("{:<12} [{}{}] {:3.0f}%  {}", now.stage, std::string(full, '#'), std::string(bar_cells - full, '-'),
                     fraction * 100, left);
}

std::string line_text(const progress& now, double seconds) {
  if (now.total == 0) return fmt::format("{}: {}B after {}\n", now.stage, human_quantity(double(now.done)), human_seconds(seconds));
  return fmt::format("{}: {:.0f}% after {}\n", now.stage, 100 * double(now.done) / double(now.total), human_seconds(seconds));
}

}  // namespace

void repair_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    // open() returns the lowest free number, which is this one. Standard output is opened read-only, so that writing still fails.
    if (::open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY) != descriptor) std::_Exit(1);
  }
}

void print(std::string_view text) {
  static bool reader_is_gone = false;
  if (reader_is_gone) return;
  const std::string safe = cleaned(text, STDOUT_FILENO);
  const int code = write_fully(STDOUT_FILENO, safe.data(), safe.size(), may_wait(STDOUT_FILENO), interrupt_token());
  if (code == EPIPE && !drops_text_without_reader) throw reader_gone();
  reader_is_gone = code == EPIPE;
  if (code != 0 && !reader_is_gone) {
    throw error(error_category::output, fmt::format("standard output: cannot be written: {}", std::strerror(code)));
  }
}

void print_without_reader() { drops_text_without_reader = true; }

void print_error(std::string_view text) {
  // Plain text is written without allocating, since memory may be exhausted.
  const auto is_plain = [](char c) { return (c >= ' ' && c <= '~') || c == '\n'; };
  if (std::all_of(text.begin(), text.end(), is_plain)) return write_to_stderr(text);
  write_to_stderr(cleaned(text, STDERR_FILENO));
}

void print_error_line(std::string_view begin, std::string_view message) noexcept {
  constexpr std::string_view red = colors[static_cast<int>(paint::bad)];
  const bool colored = is_colored(STDERR_FILENO);
  // Joins the parts without allocating, since memory may be exhausted. One write, so that lines of several processes do not mix.
  std::array<char, 4096> line;
  const std::array<std::string_view, 5> parts{colored ? red : "", begin, colored ? no_color : "", message, "\n"};
  std::size_t size = 0;
  for (const std::string_view part : parts) size += part.size();
  if (size > line.size()) {
    for (const std::string_view part : parts) write_to_stderr(part);
    return;
  }
  char* end = line.data();
  for (const std::string_view part : parts) end = std::copy(part.begin(), part.end(), end);
  write_to_stderr({line.data(), size});
}

std::string painted(paint what, std::string_view text) {
  const std::string safe = terminal_safe(text);
  if (!is_colored(STDOUT_FILENO)) return safe;
  return fmt::format("{}{}{}", colors[static_cast<int>(what)], safe, no_color);
}

progress_bar::progress_bar(bool shown) : shown_(shown) {
  const char* terminal = std::getenv("TERM");
  on_terminal_ = ::isatty(STDERR_FILENO) && terminal && std::string_view(terminal) != "dumb";
}

void progress_bar::show(const progress& now) {
  if (!shown_) return;
  const clock::time_point time = clock::now();
  if (now.stage != stage_) {
    stage_ = now.stage;
    stage_start_ = time;
    reported_ = false;
  }
  if (!on_terminal_) {
    if (reported_ || time - stage_start_ < line_delay) return;
    reported_ = true;
    print_error(line_text(now, std::chrono::duration<double>(time - stage_start_).count()));
    return;
  }
  if (time - stage_start_ < bar_delay || time - last_drawn_ < redraw_interval) return;
  last_drawn_ = time;
  drawn_ = true;
  write_to_stderr(fmt::format("\r{}\033[K", bar_text(now, std::chrono::duration<double>(time - stage_start_).count())));
}

void progress_bar::clear() {
  if (drawn_) write_to_stderr("\r\033[K");
  drawn_ = false;
  stage_.clear();
}

}  // namespace fathom::program

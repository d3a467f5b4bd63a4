#include "output/terminal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/interruptible.hpp"
#include "base/output_file.hpp"
#include "base/text.hpp"
#include "fathom/error.hpp"
#include "interrupt.hpp"
#include "options/launcher.hpp"

namespace fathom::program {
namespace {

constexpr auto bar_delay = std::chrono::seconds(1);   // shorter work shows no bar
constexpr auto line_delay = std::chrono::seconds(5);  // in a log, shorter work prints no line
constexpr auto redraw_interval = std::chrono::milliseconds(100);
constexpr int bar_cells = 30;

constexpr std::string_view colors[] = {"\033[1m", "\033[32m", "\033[1;31m", "\033[2m"};  // by paint: bold, green, bold red, faint
constexpr std::string_view no_color = "\033[0m";

bool drops_text_without_reader = false;

bool wants_color() {
  static const bool wanted = [] {
    const char* disabled = std::getenv("NO_COLOR");  // https://no-color.org: set and not empty
    const char* terminal = std::getenv("TERM");
    // A launcher gives each process its own terminal but may redirect the collected output, so processes of a job use no color.
    return launched_processes() == 0 && ::isatty(STDOUT_FILENO) && !(disabled && *disabled) && terminal &&
           std::string_view(terminal) != "dumb";
  }();
  return wanted;
}

// Length of the newline or color sequence at the beginning of `text`, else 0.
std::size_t own_control(std::string_view text) {
  if (text.front() == '\n') return 1;
  if (text.front() != '\033' || !wants_color()) return 0;
  for (const std::string_view color : colors) {
    if (text.starts_with(color)) return color.size();
  }
  return text.starts_with(no_color) ? no_color.size() : 0;
}

// Keeps the newlines and color sequences of a report, and cleans everything else.
std::string cleaned(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find_first_of("\n\033"), text.size());
    safe += terminal_safe(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t own = own_control(text);
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

std::string bar_text(const progress& now, double seconds) {
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
  const std::string safe = cleaned(text);
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
  write_to_stderr(cleaned(text));
}

std::string painted(paint what, std::string_view text) {
  const std::string safe = terminal_safe(text);
  if (!wants_color()) return safe;
  return fmt::format("{}{}{}", colors[static_cast<int>(what)], safe, no_color);
}

progress_bar::progress_bar() {
  const char* terminal = std::getenv("TERM");
  on_terminal_ = ::isatty(STDERR_FILENO) && terminal && std::string_view(terminal) != "dumb";
}

void progress_bar::show(const progress& now) {
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

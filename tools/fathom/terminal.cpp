#include "terminal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "core/text.hpp"
#include "fathom/error.hpp"
#include "launcher.hpp"

namespace fathom::program {
namespace {

constexpr auto patience = std::chrono::seconds(1);       // work shorter than this needs no bar
constexpr auto line_patience = std::chrono::seconds(5);  // in a log, work shorter than this needs no line
constexpr auto redraw_interval = std::chrono::milliseconds(100);
constexpr int bar_cells = 30;

bool wants_colour() {
  static const bool wanted = [] {
    const char* no_colour = std::getenv("NO_COLOR");  // https://no-color.org: set and not empty
    const char* terminal = std::getenv("TERM");
    // A launcher gives each rank a terminal of its own, and collects what it writes for wherever its user wants it.
    return launched_ranks() == 0 && ::isatty(STDOUT_FILENO) && !(no_colour && *no_colour) && terminal &&
           std::string_view(terminal) != "dumb";
  }();
  return wanted;
}

// Writes everything or returns the error number.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::string bar_text(const progress& now, double seconds) {
  if (now.total == 0) return fmt::format("{:<12} {:>8}B  {}", now.stage, human_quantity(double(now.done)), human_seconds(seconds));
  const double share = std::min(1.0, double(now.done) / double(now.total));
  const int full = static_cast<int>(share * bar_cells);
  const std::string left = share > 0 && share < 1 ? human_seconds(seconds * (1 - share) / share) + " left" : "";
  return fmt::format("{:<12} [{}{}] {:3.0f}%  {}", now.stage, std::string(full, '#'), std::string(bar_cells - full, '-'),
                     share * 100, left);
}

std::string line_text(const progress& now, double seconds) {
  if (now.total == 0) return fmt::format("{}: {}B after {}\n", now.stage, human_quantity(double(now.done)), human_seconds(seconds));
  return fmt::format("{}: {:.0f}% after {}\n", now.stage, 100 * double(now.done) / double(now.total), human_seconds(seconds));
}

}  // namespace

void repair_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    // open() takes the lowest free number, which is this one. Read-only for standard output: writing to it must still fail.
    if (::open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY) != descriptor) std::_Exit(1);
  }
}

void print(std::string_view text) {
  if (const int code = write_all(STDOUT_FILENO, text); code != 0) {
    throw error(error_category::output, fmt::format("standard output: cannot be written: {}", std::strerror(code)));
  }
}

void print_error(std::string_view text) { write_all(STDERR_FILENO, text); }

std::string painted(paint what, std::string_view text) {
  if (!wants_colour()) return std::string(text);
  constexpr const char* codes[] = {"1", "32", "1;31", "2"};  // bold, green, bold red, faint
  return fmt::format("\033[{}m{}\033[0m", codes[static_cast<int>(what)], text);
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
    told_ = false;
  }
  if (!on_terminal_) {
    if (told_ || time - stage_start_ < line_patience) return;
    told_ = true;
    print_error(line_text(now, std::chrono::duration<double>(time - stage_start_).count()));
    return;
  }
  if (time - stage_start_ < patience || time - last_drawn_ < redraw_interval) return;
  last_drawn_ = time;
  drawn_ = true;
  print_error(fmt::format("\r{}\033[K", bar_text(now, std::chrono::duration<double>(time - stage_start_).count())));
}

void progress_bar::clear() {
  if (drawn_) print_error("\r\033[K");
  drawn_ = false;
  stage_.clear();
}

}  // namespace fathom::program

#include "output/appearance.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "base/text.hpp"
#include "options/launcher.hpp"

namespace fathom::program {
namespace {

constexpr std::size_t narrowest = 40, widest_number = 4096;
constexpr std::size_t widest_bar = 40, shortest_bar = 8;
constexpr int steps = 8;  // of a block: an eighth of a cell
// Left blocks U+258F to U+2588 and lower blocks U+2581 to U+2588, by eighths.
constexpr const char* left_blocks[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
constexpr const char* lower_blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

color_choice chosen = color_choice::automatic;

std::string_view variable(const char* name) noexcept {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_able_terminal(int descriptor) noexcept {
  const std::string_view terminal = variable("TERM");
  return ::isatty(descriptor) == 1 && !terminal.empty() && terminal != "dumb";
}

// By the rules of POSIX: LC_ALL, else LC_CTYPE, else LANG names the character set.
bool has_utf8() noexcept {
  std::string_view locale = variable("LC_ALL");
  if (locale.empty()) locale = variable("LC_CTYPE");
  if (locale.empty()) locale = variable("LANG");
  for (const std::string_view name : {"UTF-8", "utf-8", "UTF8", "utf8"}) {
    if (locale.find(name) != std::string_view::npos) return true;
  }
  return false;
}

bool shows_blocks() {
  static const bool shown = is_able_terminal(STDOUT_FILENO) && has_utf8();
  return shown;
}

// Length of a color sequence "\\033[...m" at the beginning of `text`, else 0.
std::size_t color_length(std::string_view text) {
  if (!text.starts_with("\033[")) return 0;
  const std::size_t end = text.find('m');
  return end == std::string_view::npos ? 0 : end + 1;
}

// One line without its newline.
std::string wrapped_line(std::string_view line, std::size_t columns) {
  const std::size_t own_indent = std::min(line.find_first_not_of(' '), line.size());
  const std::string indent(own_indent + 2, ' ');
  std::string whole;
  std::size_t width = 0, blank = std::string::npos;  // of the current line: its columns, and the last place to break it
  std::size_t since_blank = 0;                       // columns behind that place
  for (std::size_t at = 0; at < line.size();) {
    if (const std::size_t color = color_length(line.substr(at)); color > 0) {
      whole += line.substr(at, color);
      at += color;
      continue;
    }
    const char c = line[at++];
    const bool begins = (c & 0xC0) != 0x80;
    if (begins && c == ' ' && width >= own_indent + 1 && !whole.ends_with(' ')) blank = whole.size(), since_blank = 0;
    whole += c;
    if (!begins) continue;
    ++width, ++since_blank;
    if (width <= columns || blank == std::string::npos || c == ' ') continue;
    const std::size_t next = whole.find_first_not_of(' ', blank);
    since_blank -= next - blank;
    whole.replace(blank, next - blank, "\n" + indent);
    width = indent.size() + since_blank;
    blank = std::string::npos;
  }
  return whole;
}

}  // namespace

void choose_color(color_choice choice) noexcept { chosen = choice; }

bool is_colored(int descriptor) noexcept {
  if (chosen != color_choice::automatic) return chosen == color_choice::always;
  // https://no-color.org: set and not empty. A launcher gives each process its own terminal but may redirect the collected output,
  // so processes of a job use no color.
  return variable("NO_COLOR").empty() && is_able_terminal(descriptor) && launched_processes() == 0;
}

std::size_t columns_of(int descriptor) noexcept {
  const std::string_view given = variable("COLUMNS");
  std::size_t columns = 0;
  const auto [end, status] = std::from_chars(given.data(), given.data() + given.size(), columns);
  if (status == std::errc{} && end == given.data() + given.size() && columns > 0)
    return std::clamp(columns, narrowest, widest_number);
  winsize size{};
  if (::isatty(descriptor) != 1 || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 0;
  return std::max<std::size_t>(size.ws_col, narrowest);
}

std::string wrapped_lines(std::string_view text, std::size_t columns) {
  if (columns == 0) return std::string(text);
  std::string whole;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    whole += line.size() <= columns ? std::string(line) : wrapped_line(line, columns);
    if (end < text.size()) whole += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return whole;
}

std::string bar_of(std::uint64_t part, std::uint64_t whole, std::size_t cells) {
  if (part == 0 || whole == 0) return "";
  const double length = static_cast<double>(cells) * static_cast<double>(part) / static_cast<double>(whole);
  if (!shows_blocks()) return std::string(std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(length))), '#');
  const int eighths = std::max(1, static_cast<int>(std::lround(length * steps)));
  std::string bar;
  for (int full = eighths / steps; full > 0; --full) bar += left_blocks[steps];
  return bar + left_blocks[eighths % steps];
}

std::size_t cells_beside(std::size_t columns) {
  if (line_limit() == 0) return widest_bar;
  return line_limit() < columns + shortest_bar ? shortest_bar : std::min(widest_bar, line_limit() - columns);
}

std::string sparkline(const std::vector<double>& values, std::size_t cells) {
  if (!shows_blocks() || values.empty() || cells == 0) return "";
  const std::size_t each = (values.size() + cells - 1) / cells;
  std::vector<double> sums((values.size() + each - 1) / each, 0);
  for (std::size_t i = 0; i < values.size(); ++i) sums[i / each] += values[i];
  const double largest = *std::max_element(sums.begin(), sums.end());
  std::string line;
  for (const double sum : sums) {
    const int height = largest > 0 ? static_cast<int>(std::lround(steps * sum / largest)) : 0;
    line += lower_blocks[sum > 0 ? std::max(1, height) : 0];
  }
  return line;
}

}  // namespace fathom::program

#include "options/line_reader.hpp"

#include <fmt/format.h>

#include <string_view>

#include "fathom/error.hpp"
#include "interrupt.hpp"

namespace fathom::program {
namespace {

constexpr std::size_t most_line_bytes = std::size_t{1} << 20;
constexpr std::size_t bytes_at_once = std::size_t{64} << 10;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::string_view gzip_magic = "\x1f\x8b";

}  // namespace

line_reader::line_reader(const std::filesystem::path& file) : file_(file), stream_(file, interrupt_token()) {}

bool line_reader::next(std::string& line) {
  for (std::size_t searched = at_;;) {
    const std::size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      line.assign(buffer_, at_, end - at_);
      at_ = end + 1;
      take_text(line);
      return true;
    }
    buffer_.erase(0, at_);
    at_ = 0;
    searched = buffer_.size();
    if (searched > most_line_bytes) {
      throw error(error_category::input, fmt::format("{}:{}: the line is longer than 1 MiB; use a text file with shorter lines",
                                                     file_.string(), lines_ + 1));
    }
    buffer_.resize(searched + bytes_at_once);
    const std::size_t got = stream_.read(buffer_.data() + searched, bytes_at_once);
    buffer_.resize(searched + got);
    if (got > 0) continue;
    if (buffer_.empty()) return false;
    line.swap(buffer_);  // the last line has no newline
    buffer_.clear();
    take_text(line);
    return true;
  }
}

void line_reader::take_text(std::string& line) {
  if (++lines_ == 1 && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
  if (line.find('\0') == line.npos && !(lines_ == 1 && line.starts_with(gzip_magic))) return;
  throw error(error_category::input,
              fmt::format("{}:{}: the file is not plain text, but compressed, binary or UTF-16; use a text file "
                          "in UTF-8",
                          file_.string(), lines_));
}

}  // namespace fathom::program

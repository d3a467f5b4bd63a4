#include "options/line_reader.hpp"

#include <fmt/format.h>

#include "fathom/error.hpp"
#include "interrupt.hpp"

namespace fathom::program {
namespace {

constexpr std::size_t most_line_bytes = std::size_t{1} << 20;
constexpr std::size_t bytes_at_once = std::size_t{64} << 10;

}  // namespace

line_reader::line_reader(const std::filesystem::path& file) : file_(file), stream_(file, interrupt_token()) {}

bool line_reader::next(std::string& line) {
  for (std::size_t searched = at_;;) {
    const std::size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      line.assign(buffer_, at_, end - at_);
      at_ = end + 1;
      ++lines_;
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
    ++lines_;
    return true;
  }
}

}  // namespace fathom::program

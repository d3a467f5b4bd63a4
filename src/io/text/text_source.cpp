#include "io/text/text_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "fathom/error.hpp"

namespace fathom::io {
namespace {

// Block of a mapped file: large enough that the cost of starting threads is negligible, small enough for progress and cancellation.
constexpr std::size_t mapped_block_bytes = std::size_t{32} << 20;
// Block decompressed ahead: small enough that parsing overlaps decompression even in files of about 10 MB.
constexpr std::size_t stream_block_bytes = std::size_t{8} << 20;

// Enough to detect a format; a binary file is not searched for line ends beyond it.
constexpr std::size_t start_bytes = std::size_t{64} << 10;

constexpr std::string_view utf8_mark = "\xef\xbb\xbf";  // UTF-8

// Whether the lines of a text end with carriage returns only, judging by its beginning. A NUL byte means binary data.
bool ends_lines_with_returns(std::string_view text) {
  const std::string_view start = text.substr(0, start_bytes);
  return start.find('\n') == start.npos && start.find('\r') != start.npos && start.find('\0') == start.npos;
}

std::uint64_t count_lines(std::string_view text) { return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')); }

}  // namespace

// Double buffering: the parser works on one buffer while another thread fills the other.
struct text_source::stream {
  struct buffer {
    std::unique_ptr<char[]> data;
    std::size_t capacity = 0;
    std::size_t size = 0;            // whole lines
    std::uint64_t lines = 0;         // number of lines in them
    std::uint64_t consumed = 0;      // bytes of the file consumed when it was filled
    line_end end = line_end::found;  // otherwise `size` bytes without a line end, to be resolved before reading continues
  };

  /// A stream of decompressed bytes, or of a pipe.
  stream(const std::filesystem::path& file, const std::stop_token& stop)
      : forward(stop, [this] { abandon.request_stop(); }), bytes(std::in_place, file, abandon.get_token()) {}
  /// A stream of a mapped file's bytes.
  explicit stream(mapped_file file) : forward({}, [] {}), mapped(std::move(file)) {}
  ~stream() { abandon.request_stop(); }  // the thread may still be waiting for a pipe

  std::size_t read(char* to, std::size_t size) {
    if (bytes) return bytes->read(to, size);
    const std::size_t some = std::min(size, mapped.bytes.size() - mapped_at);
    if (some > 0) std::memcpy(to, mapped.bytes.data() + mapped_at, some);
    mapped_at += some;
    return some;
  }

  [[nodiscard]] std::uint64_t consumed() const { return bytes ? bytes->consumed() : mapped_at; }

  // Makes room for `size` bytes, keeping the first `used`.
  static void reserve(buffer& b, std::size_t size, std::size_t used) {
    if (size <= b.capacity) return;
    if (size > stream_block_bytes) require_host_memory(size, "holding one line of the text");
    auto larger = std::make_unique_for_overwrite<char[]>(size);
    if (used > 0) std::memcpy(larger.get(), b.data.get(), used);
    b.data = std::move(larger);
    b.capacity = size;
  }

  // Reads the next whole lines into `b`; a size of 0 means the end. For a longer line the buffer grows up to `longest` bytes.
  buffer fill(buffer b, std::size_t longest) {
    b.end = line_end::found;
    reserve(b, std::max(stream_block_bytes, carried.size() + stream_block_bytes / 2), 0);
    std::ranges::copy(carried, b.data.get());
    std::size_t used = carried.size();
    const char* after_last = nullptr;
    while (!after_last && !ended) {
      if (used >= longest) b.end = line_end::too_far;
      if (b.end != line_end::found) break;
      if (used + 1 >= b.capacity) reserve(b, std::min(2 * b.capacity, longest + 2), used);
      const std::size_t room = b.capacity - used - 1;  // one byte is reserved for the newline that the last line may lack
      const std::size_t got = read(b.data.get() + used, room);
      ended = got < room;
      if (!started) returns = ends_lines_with_returns({b.data.get() + used, got});
      started = true;
      if (returns) std::replace(b.data.get() + used, b.data.get() + used + got, '\r', '\n');
      const void* found = ::memrchr(b.data.get() + used, '\n', got);
      if (!found && !ended && std::memchr(b.data.get() + used, 0, got) != nullptr) b.end = line_end::nul_before;
      used += got;
      if (found) after_last = static_cast<const char*>(found) + 1;
    }
    if (b.end != line_end::found) {
      b.size = used;
      b.lines = 0;
      b.consumed = consumed();
      carried.clear();
      return b;
    }
    if (ended && used > 0 && b.data[used - 1] != '\n') b.data[used++] = '\n';
    b.size = ended ? used : static_cast<std::size_t>(after_last - b.data.get());
    carried.assign(b.data.get() + b.size, used - b.size);
    b.lines = count_lines({b.data.get(), b.size});
    b.consumed = consumed();
    return b;
  }

  void start_next() {
    pending =
        std::async(std::launch::async, [this, b = std::move(spare)]() mutable { return fill(std::move(b), longest_line_bytes); });
  }

  std::stop_source abandon;
  std::stop_callback<std::function<void()>> forward;  // the caller's stop token
  std::optional<byte_stream> bytes;
  mapped_file mapped;
  std::size_t mapped_at = 0;
  bool started = false;
  bool returns = false;  // lines end with carriage returns only
  std::string carried;   // the beginning of a line whose end has not been read yet
  bool ended = false;
  buffer current, spare;
  std::future<buffer>
      pending;  // last member, so that it is destroyed first: its destructor waits for the thread that uses the others
};

text_source::text_source(std::filesystem::path file, const run_control& control, file_part part)
    : file_(std::move(file)), control_(control), part_(part) {
  open();
  if (start().empty()) throw error(error_category::input, fmt::format("{}: is empty", file_.string()));
}

text_source::~text_source() = default;

void text_source::open() {
  pipe_ = is_pipe(file_);
  name_ = file_.filename().string();
  if (!pipe_) {
    mapped_ = mapped_file::open(file_);
    file_bytes_ = mapped_end_ = mapped_.bytes.size();
    compressed_ = is_packed(file_, mapped_.bytes);
    if (!compressed_) name_ = strip_compression(name_);
  }
  if (pipe_ || compressed_) {
    mapped_ = {};
    stream_ = std::make_unique<stream>(file_, control_.stop);
    name_ = stream_->bytes->name();
  } else if (ends_lines_with_returns({reinterpret_cast<const char*>(mapped_.bytes.data()), mapped_.bytes.size()})) {
    stream_ = std::make_unique<stream>(std::exchange(mapped_, {}));
  }
  if (stream_) stream_->start_next();
}

std::optional<std::uint64_t> text_source::text_bytes() const noexcept {
  if (stream_) return std::nullopt;
  return file_bytes_;
}

bool text_source::advance() {
  taken_ = 0;
  const bool first = block_.empty();
  if (!stream_) {
    if (!advance_mapped()) return false;
  } else {
    lines_before_ += stream_->current.lines;
    stream::buffer filled = stream_->pending.valid() ? stream_->pending.get() : stream::buffer{};
    stream_->spare = std::move(stream_->current);
    stream_->current = std::move(filled);
    block_ = {stream_->current.data.get(), stream_->current.size};
    if (block_.empty()) return false;
    report_progress(control_, "reading", stream_->current.consumed, file_bytes_);
    if (stream_->current.end == line_end::found) stream_->start_next();
  }
  if (first) skip_byte_order_mark();
  return !block_.empty();
}

bool text_source::advance_mapped() {
  const char* all = reinterpret_cast<const char*>(mapped_.bytes.data());
  const std::size_t rest = mapped_end_ - mapped_at_;
  report_progress(control_, "reading", mapped_at_, file_bytes_);
  if (mapped_at_ == 0 && is_whole()) read_ahead(mapped_.bytes);
  block_ = {};
  if (rest == 0) {
    mapped_.require_whole(file_);
    return false;
  }
  const char* from = all + mapped_at_;
  // Take whole lines up to the block size; a longer line is a block of its own.
  const std::size_t first_bytes = std::min(rest, mapped_block_bytes);
  const char* end = static_cast<const char*>(::memrchr(from, '\n', first_bytes));
  if (!end && cut_anywhere_ && rest > first_bytes) {
    end = from + first_bytes - 1;
  } else if (!end) {
    if (std::memchr(from, 0, first_bytes) != nullptr) refuse_line(line_end::nul_before);
    if (rest > first_bytes)
      end = static_cast<const char*>(
          std::memchr(from + first_bytes, '\n', std::min(rest, longest_line_) - std::min(first_bytes, longest_line_)));
    if (!end && !cut_anywhere_ && rest > longest_line_) refuse_line(line_end::too_far);
  }
  if (end) {
    block_ = {from, static_cast<std::size_t>(end + 1 - from)};
  } else {
    last_line_.assign(from, rest);
    last_line_.push_back('\n');
    block_ = last_line_;
  }
  mapped_at_ += end ? block_.size() : rest;
  return true;
}

void text_source::skip_byte_order_mark() {
  if (block_.starts_with(utf8_mark)) taken_ = utf8_mark.size();
}

// Handles a stream block without a line end: it grows to the whole line, stays as it is, or is refused.
void text_source::resolve_long_line() {
  stream::buffer& b = stream_->current;
  if (!cut_anywhere_) {
    if (b.end != line_end::too_far || b.size >= longest_line_) refuse_line(b.end);
    stream_->carried.assign(b.data.get(), b.size);
    b = stream_->fill(std::move(b), longest_line_);
    if (b.end != line_end::found) refuse_line(b.end);
    block_ = {b.data.get(), b.size};
  }
  b.end = line_end::found;
  stream_->start_next();
}

void text_source::refuse_line(line_end missing) const {
  const std::string where = fmt::format(
      "{}:{}", file_.string(), line_of(stream_ ? block_.data() : reinterpret_cast<const char*>(mapped_.bytes.data()) + mapped_at_));
  if (missing == line_end::nul_before) {
    throw error(error_category::input,
                fmt::format("{}: the line holds a NUL byte; the file is binary or damaged, not text", where));
  }
  throw error(error_category::input,
              fmt::format("{}: the line is longer than {} MiB, the maximum of this format", where, longest_line_ >> 20));
}

std::string_view text_source::start() {
  if (stream_) return taken_ == block_.size() && !advance() ? std::string_view() : block_.substr(taken_);
  std::string_view all(reinterpret_cast<const char*>(mapped_.bytes.data()), std::min(mapped_.bytes.size(), start_bytes));
  if (all.starts_with(utf8_mark)) all.remove_prefix(utf8_mark.size());
  return all;
}

std::string_view text_source::peek() {
  if (taken_ == block_.size() && !advance()) return {};
  if (stream_ && stream_->current.end != line_end::found) resolve_long_line();
  return block_.substr(taken_);
}

std::string_view text_source::next() {
  const std::string_view rest = peek();
  taken_ = block_.size();
  return rest;
}

std::optional<std::string_view> text_source::next_line() {
  const std::string_view rest = peek();
  if (rest.empty()) return std::nullopt;
  std::string_view line = rest.substr(0, rest.find('\n'));
  taken_ += line.size() + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void text_source::enter_part() {
  if (is_whole()) return;
  const char* all = reinterpret_cast<const char*>(mapped_.bytes.data());
  const bool in_last_line = block_.data() == last_line_.data() && !last_line_.empty();
  const std::size_t in_block = block_.size() - taken_;
  const std::size_t first = mapped_at_ - (in_last_line && in_block > 0 ? in_block - 1 : in_block), size = mapped_end_;
  const auto cut = [&](int index) {
    const index_range range = part_of(size - first, static_cast<std::uint64_t>(part_.count), static_cast<std::uint64_t>(index));
    const std::size_t at = first + range.first;
    if (range.first == 0 || at >= size) return std::min(at, size);
    const void* const end =
        std::memchr(all + at - 1, '\n', size - at + 1);  // a line that begins exactly here belongs to this side of the cut
    return end ? static_cast<std::size_t>(static_cast<const char*>(end) + 1 - all) : size;
  };
  mapped_at_ = cut(part_.index);
  if (part_.index + 1 < part_.count) mapped_end_ = cut(part_.index + 1);
  block_ = {};
  taken_ = 0;
  read_ahead(mapped_.bytes.subspan(mapped_at_, mapped_end_ - mapped_at_));
}

void text_source::rewind() {
  if (pipe_) {
    throw error(error_category::input,
                fmt::format("{}: must be read twice, which is impossible for a pipe; pass a file", file_.string()));
  }
  stream_.reset();
  mapped_at_ = taken_ = 0;
  lines_before_ = 0;
  block_ = {};
  open();
}

std::uint64_t text_source::line_of(const char* at) const {
  if (stream_) return lines_before_ + count_lines({block_.data(), static_cast<std::size_t>(at - block_.data())}) + 1;
  const char* all = reinterpret_cast<const char*>(mapped_.bytes.data());
  const bool in_last_line = block_.data() == last_line_.data() && !last_line_.empty();
  const std::size_t before = in_last_line ? mapped_.bytes.size() : static_cast<std::size_t>(at - all);
  return count_lines({all, before}) + 1;
}

std::string text_source::place(const char* at) const { return fmt::format("{}:{}", file_.string(), line_of(at)); }

}  // namespace fathom::io

#include "io/formats/npy.hpp"

#include <fmt/format.h>

#include <charconv>

#include "fathom/error.hpp"

namespace fathom::io {
namespace {

constexpr std::string_view npy_magic{"\x93NUMPY", 6};
constexpr std::size_t npy_alignment = 64;   // of the data, as in files written by NumPy
constexpr std::size_t max_dimensions = 32;  // NumPy's own limit

// Parser of the header's dictionary literal: {'descr': '<i4', 'fortran_order': False, 'shape': (5,), }
class dictionary_reader {
 public:
  dictionary_reader(std::string_view text, const std::string& what) : text_(text), what_(what) {}

  npy_header read() {
    npy_header h;
    int seen = 0;  // one bit per key
    expect('{');
    while (!accept('}')) {
      const std::string_view key = quoted();
      expect(':');
      if (key == "descr") {
        seen |= 1;
        read_type(h);
      } else if (key == "fortran_order") {
        seen |= 2;
        h.fortran_order = truth();
      } else if (key == "shape") {
        seen |= 4;
        read_shape(h);
      } else {
        fail("an unknown key");
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (seen != 7) fail("no descr, fortran_order or shape");
    return h;
  }

 private:
  [[noreturn]] void fail(std::string_view why) const {
    throw error(error_category::input, fmt::format("{}: has {} at character {} of its .npy header", what_, why, at_));
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  bool accept(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) fail(fmt::format("no '{}'", c));
  }

  std::string_view quoted() {
    skip_blanks();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') fail("no string");
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail("an unterminated string");
    const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return inside;
  }

  bool truth() {
    skip_blanks();
    for (const auto& [word, value] : {std::pair<std::string_view, bool>{"False", false}, {"True", true}}) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return value;
    }
    fail("neither True nor False");
  }

  template <class T>
  T number(std::string_view digits) const {
    T value{};
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (code != std::errc{} || end != digits.data() + digits.size()) fail("a malformed number");
    return value;
  }

  void read_type(npy_header& h) {
    const std::string_view type = quoted();
    if (type == "|O") fail("Python objects instead of numbers (convert them with astype)");
    if (type.size() < 3) fail("a type that is too short");
    if (type[0] == '>') fail("a big-endian type, which is not supported (use astype('<i4') or the like),");
    if (type[0] != '<' && type[0] != '|' && type[0] != '=') fail("a type without byte order");
    h.kind = type[1];
    h.item_bytes = number<std::uint32_t>(type.substr(2));
    if (h.kind == 'U') h.item_bytes *= 4;
  }

  void read_shape(npy_header& h) {
    expect('(');
    while (!accept(')')) {
      skip_blanks();
      const std::size_t end = text_.find_first_not_of("0123456789", at_);
      if (end == std::string_view::npos) fail("an unterminated shape");
      h.shape.push_back(number<std::uint64_t>(text_.substr(at_, end - at_)));
      if (h.shape.size() > max_dimensions) fail("too many dimensions");
      at_ = end;
      if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote long integers with this suffix
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
  }

  std::string_view text_;
  const std::string& what_;
  std::size_t at_ = 0;
};

}  // namespace

npy_header parse_npy_header(std::span<const std::byte> start, const std::string& what, std::uint64_t max_bytes) {
  const auto fail = [&](const std::string& why) { throw error(error_category::input, fmt::format("{}: {}", what, why)); };
  const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
  if (!text.starts_with(npy_magic) || text.size() < 12) fail("is not a NumPy array (.npy)");
  const auto byte_at = [&](std::size_t i) { return std::uint64_t{static_cast<std::uint8_t>(text[i])}; };
  const std::uint64_t major = byte_at(6);
  if (major < 1 || major > 3) fail(fmt::format("has version {} of the .npy format; versions 1 to 3 are supported", major));
  const std::uint64_t begin = major == 1 ? 10 : 12;
  const std::uint64_t length = byte_at(8) | byte_at(9) << 8 | (major == 1 ? 0 : byte_at(10) << 16 | byte_at(11) << 24);
  if (length > max_npy_header_bytes - begin) fail(fmt::format("has a .npy header of {} bytes; it is corrupted", length));
  if (length > text.size() - begin) fail("ends within its .npy header; it is truncated");
  npy_header h = dictionary_reader(text.substr(begin, length), what).read();
  h.data_begin = begin + length;
  for (const std::uint64_t extent : h.shape) {
    if (__builtin_mul_overflow(h.items, extent, &h.items)) fail("has a shape beyond 2^64 elements; it is corrupted");
  }
  std::uint64_t data_bytes = 0;
  if (__builtin_mul_overflow(h.items, h.item_bytes, &data_bytes) || data_bytes > max_bytes) {
    fail(fmt::format("declares {} elements of {} bytes, more than its file can hold; it is truncated or corrupted", h.items,
                     h.item_bytes));
  }
  return h;
}

std::string make_npy_header(std::string_view descr, std::string_view shape) {
  std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", descr, shape);
  constexpr std::size_t prefix_bytes = 10;  // magic, version 1.0, 16-bit length
  const std::size_t unpadded = prefix_bytes + dictionary.size() + 1;
  dictionary.append((npy_alignment - unpadded % npy_alignment) % npy_alignment, ' ');
  dictionary.push_back('\n');
  std::string header(npy_magic);
  header += {'\1', '\0', static_cast<char>(dictionary.size() & 0xFF), static_cast<char>(dictionary.size() >> 8)};
  return header + dictionary;
}

}  // namespace fathom::io

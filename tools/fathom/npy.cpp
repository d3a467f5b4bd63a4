#include "npy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "core/mapped_file.hpp"
#include "fathom/error.hpp"

namespace fathom::program {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t alignment = 64;       // of the data, by the specification
constexpr std::size_t short_preamble = 10;  // magic, version, 2 bytes of header length (version 1)
constexpr std::size_t long_preamble = 12;   // magic, version, 4 bytes of header length (versions 2 and 3)
constexpr std::size_t version_at = 6, length_at = 8;

[[noreturn]] void fail(const npy_array& a, std::string_view why) {
  throw error(error_category::input, fmt::format("{}: {}", a.file.string(), why));
}

// The text after 'key': in the header's dictionary.
std::string_view value_of(const npy_array& a, std::string_view header, std::string_view key) {
  const std::size_t at = header.find(fmt::format("'{}':", key));
  if (at == std::string_view::npos) fail(a, fmt::format("its NumPy header has no '{}'", key));
  std::string_view value = header.substr(at + key.size() + 3);
  value.remove_prefix(std::min(value.size(), value.find_first_not_of(' ')));
  return value;
}

void read_type(npy_array& a, std::string_view header) {
  const std::string_view value = value_of(a, header, "descr");
  const std::size_t end = value.find('\'', 1);
  const std::string_view type = value.starts_with('\'') && end != std::string_view::npos ? value.substr(1, end - 1) : "";
  const bool known = type.size() == 3 && (type[0] == '<' || type[0] == '|') && std::string_view("iuf").find(type[1]) != type.npos;
  const std::string_view sizes = known && type[1] == 'f' ? "48" : "1248";
  if (!known || sizes.find(type[2]) == sizes.npos) {
    fail(a, fmt::format("holds '{}'; little-endian integers or floating-point numbers are read", type));
  }
  a.kind = type[1];
  a.item_bytes = static_cast<std::size_t>(type[2] - '0');
}

void read_shape(npy_array& a, std::string_view header) {
  std::string_view value = value_of(a, header, "shape");
  const std::size_t end = value.find(')');
  if (!value.starts_with('(') || end == std::string_view::npos) fail(a, "its NumPy header has a malformed shape");
  value = value.substr(1, end - 1);
  for (const char* at = value.data(); at < value.data() + value.size();) {
    if (*at == ' ' || *at == ',') {
      ++at;
      continue;
    }
    std::uint64_t extent = 0;
    const auto [stop, status] = std::from_chars(at, value.data() + value.size(), extent);
    if (status != std::errc{}) fail(a, "its NumPy header has a malformed shape");
    a.shape.push_back(extent);
    at = stop;
  }
  if (a.shape.empty() || a.shape.size() > 2) fail(a, fmt::format("has {} dimensions; 1 or 2 are read", a.shape.size()));
}

}  // namespace

std::uint64_t npy_array::size() const noexcept {
  std::uint64_t product = 1;
  for (const std::uint64_t extent : shape) product *= extent;
  return product;
}

std::string npy_header(std::string_view type, std::span<const std::uint64_t> shape) {
  // A tuple of one element needs its comma.
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type, fmt::join(shape, ", "),
                                 shape.size() == 1 ? "," : "");
  const std::size_t bare = short_preamble + text.size() + 1;
  text.append((alignment - bare % alignment) % alignment, ' ');
  text += '\n';
  std::string header(magic);
  header += '\x01';
  header += '\x00';
  header += static_cast<char>(text.size() & 0xFF);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

npy_array read_npy(const std::filesystem::path& file) {
  npy_array a;
  a.file = file;
  const mapped_file mapped = mapped_file::open(file);
  const std::string_view bytes(reinterpret_cast<const char*>(mapped.bytes.data()), mapped.bytes.size());
  if (bytes.size() < long_preamble || !bytes.starts_with(magic)) fail(a, "is no NumPy array (.npy)");
  const bool one = bytes[version_at] == 1;
  std::size_t length = 0;
  for (int i = one ? 1 : 3; i >= 0; --i) length = length << 8 | static_cast<unsigned char>(bytes[length_at + i]);
  const std::size_t begin = one ? short_preamble : long_preamble;
  if (length > bytes.size() - begin) fail(a, "ends inside its NumPy header");
  const std::string_view header = bytes.substr(begin, length);
  read_type(a, header);
  read_shape(a, header);
  if (value_of(a, header, "fortran_order").starts_with("True") && a.shape.size() == 2)
    fail(a, "is in Fortran order; save it in C order");
  const std::size_t held = (bytes.size() - begin - length) / a.item_bytes;
  // Compared by division: the product of a hostile shape may overflow.
  if (a.shape[0] != 0 && held / a.shape[0] < (a.shape.size() == 2 ? a.shape[1] : 1)) {
    fail(a, fmt::format("holds {} numbers, but its shape is ({})", held, fmt::join(a.shape, ", ")));
  }
  a.data = mapped.bytes.subspan(begin + length, a.size() * a.item_bytes);
  a.mapping = mapped.mapping;
  return a;
}

}  // namespace fathom::program

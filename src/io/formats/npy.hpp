// NumPy's .npy format (NEP 1; numpy.lib.format): magic, version, a Python dictionary as text, then the elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::io {

struct npy_header {
  char kind = 0;  ///< 'b' bool, 'i' signed, 'u' unsigned, 'f' floating, 'S' bytes, 'U' UCS-4 text
  std::uint64_t item_bytes = 0;
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;  ///< empty for a scalar
  std::uint64_t data_begin = 0;      ///< byte at which the elements begin
  std::uint64_t items = 1;           ///< product of the shape

  [[nodiscard]] std::uint64_t total_bytes() const noexcept { return data_begin + items * item_bytes; }
};

/// A longer header is refused: NumPy writes headers of 64 to a few hundred bytes.
inline constexpr std::uint64_t max_npy_header_bytes = 65536;

/// Parses the header from the first bytes of an array. `what` identifies the array in messages ("a.npz: member indices.npy").
/// Throws error_category::input, also for an array whose elements would take more than `max_bytes`.
[[nodiscard]] npy_header parse_npy_header(std::span<const std::byte> start, const std::string& what, std::uint64_t max_bytes);

/// The header of a C-ordered array with this type ("<i4") and shape ("(5,)"), padded to a multiple of 64 bytes.
[[nodiscard]] std::string make_npy_header(std::string_view descr, std::string_view shape);

}  // namespace fathom::io

// Members of a .npz file written by scipy.sparse.save_npz: the arrays of one sparse matrix, and their elements as ids and weights.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/types.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/npy.hpp"

namespace fathom::io {

struct npz_member {
  std::string what;  ///< its name in messages
  npy_header header;
  array<std::byte> bytes;

  [[nodiscard]] const std::byte* data() const noexcept { return bytes.data() + header.data_begin; }
};

/// The arrays that save_npz() writes. CSR and CSC have indptr and indices, COO has row and col.
struct npz_members {
  std::optional<npz_member> format, shape, indptr, indices, row, col, data;
};

/// Reads all members; others than those above are skipped. Throws error_category::input if one occurs twice, or if the format or
/// the shape is missing, and as zip_reader does.
[[nodiscard]] npz_members read_npz_members(const byte_source& source, const run_control& control);

/// The name of the matrix format, such as "csr".
[[nodiscard]] std::string matrix_format_of(const npz_member& format);

/// The first `count` elements. Throws error_category::input for elements that are not integers, and naming the first element that
/// is negative, or not below `limit`, as `wrong`. To is vertex_id or std::uint64_t.
template <class To>
[[nodiscard]] array<To> npz_indices(const npz_member& m, std::uint64_t count, std::uint64_t limit, int threads,
                                    std::string_view wrong);

/// Weights in single precision if that represents the elements' type exactly, otherwise in double precision; none for truth
/// values.
struct npz_weights {
  array<edge_weight> single;
  array<double> wide;
};

/// The first `count` elements as weights. Adds a note if there are none, or if double precision changes some. Throws
/// error_category::input for other types, and naming the first element that is not finite.
[[nodiscard]] npz_weights npz_weights_of(const npz_member& m, std::uint64_t count, int threads, std::vector<std::string>& notes);

}  // namespace fathom::io

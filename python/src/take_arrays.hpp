// Columns of whole numbers, as Python has them, into the library's ids: borrowed where they have 32 bits (offsets: 64), else
// converted, and checked either way.
#pragma once

#include <cstdint>
#include <string>

#include "arrays.hpp"
#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/types.hpp"

namespace fathom_python {

/// Made with the interpreter's lock, used without it.
class given_ids {
 public:
  /// Throws TypeError for elements that are no whole numbers of 32 or 64 bits, ValueError for more than one dimension.
  given_ids(const host_array& a, const char* name);

  /// Throws ValueError for a negative number or one that is no id, with its place. Leaves the elements to the caller: once.
  [[nodiscard]] fathom::array<fathom::vertex_id> as_vertices(const fathom::run_control& control);
  [[nodiscard]] fathom::array<fathom::edge_offset> as_offsets(const fathom::run_control& control);

  /// One more than the largest number; 0 without any. After as_vertices().
  [[nodiscard]] std::uint64_t bound() const noexcept { return bound_; }

 private:
  template <class T>
  [[nodiscard]] fathom::array<fathom::vertex_id> vertices_from(const fathom::run_control& control);

  std::string name_;
  int bits_ = 0;
  bool is_signed_ = false;
  fathom::array<std::byte> bytes_;  // borrowed
  std::size_t size_ = 0;
  std::uint64_t bound_ = 0;
};

}  // namespace fathom_python

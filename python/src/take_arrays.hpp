// Columns of whole numbers, as Python has them, into the library's ids: borrowed where they have 32 bits (offsets: 64), else
// converted, and checked either way.
#pragma once

#include <cstdint>
#include <span>
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

  /// Finds the largest number. Throws ValueError for a negative one, with its place. Before the functions below.
  void measure(const fathom::run_control& control);

  /// The numbers as positions of vertices. Throws ValueError for one that is too large, with its place. Leaves the elements to the
  /// caller: once.
  [[nodiscard]] fathom::array<fathom::vertex_id> as_vertices(const fathom::run_control& control);
  /// Needs no measure().
  [[nodiscard]] fathom::array<fathom::edge_offset> as_offsets(const fathom::run_control& control);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// 0 without numbers.
  [[nodiscard]] std::uint64_t largest() const noexcept { return largest_; }

  /// Calls function(std::span<const T>) with T of 32 or 64 bits, unsigned.
  template <class Function>
  void visit(Function&& function) const {
    if (bits_ == 32) {
      function(std::span(reinterpret_cast<const std::uint32_t*>(bytes_.data()), size_));
    } else {
      function(std::span(reinterpret_cast<const std::uint64_t*>(bytes_.data()), size_));
    }
  }

 private:
  template <class T>
  void measure_as(const fathom::run_control& control);

  std::string name_;
  int bits_ = 0;
  bool is_signed_ = false;
  fathom::array<std::byte> bytes_;  // borrowed
  std::size_t size_ = 0;
  std::uint64_t largest_ = 0;
};

}  // namespace fathom_python

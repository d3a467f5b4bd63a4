// Integer columns passed from Python, as the library's ids: borrowed if they have 32 bits (offsets: 64), otherwise converted;
// checked in both cases.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "arrays.hpp"
#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/types.hpp"

namespace fathom_python {

/// Constructed with the GIL held, used without it.
class given_ids {
 public:
  /// Throws TypeError unless elements are 32-bit or 64-bit integers, ValueError for more than one dimension.
  given_ids(const host_array& a, const char* name);

  /// Finds the largest number. Throws ValueError with the index of a negative number. Call it before the functions below.
  void measure(const fathom::run_control& control);

  /// Returns the numbers as vertex positions. Throws ValueError with the index of a number that is too large. May move the elements
  /// out, so call it only once.
  [[nodiscard]] fathom::array<fathom::vertex_id> as_vertices(const fathom::run_control& control);
  /// Does not require measure().
  [[nodiscard]] fathom::array<fathom::edge_offset> as_offsets(const fathom::run_control& control);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Largest number; 0 if there are none.
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

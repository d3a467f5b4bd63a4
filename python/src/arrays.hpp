// Exchange of arrays between Python and the library, without a copy if element type and layout allow.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/types.hpp"

namespace fathom_python {

namespace nb = nanobind;

/// Contiguous elements of any type in host memory.
using host_array = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;

template <class T>
using host_array_of = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Vertex ids are signed in Python, where no_vertex reads as -1.
template <class T>
using element_in_python = std::conditional_t<std::is_same_v<T, fathom::vertex_id>, std::int32_t, T>;

/// Result of a function whose stub says Any, because the function's documentation in Python has the type: an array or a report.
class anything : public nb::any {
 public:
  anything(nb::object value) { nb::object::operator=(std::move(value)); }
};

/// A library array that borrows the memory of a Python array and keeps it alive.
template <class T, class Array>
[[nodiscard]] fathom::array<T> borrow(const Array& a) {
  auto holder = std::make_unique<Array>(a);
  void* const data = const_cast<void*>(static_cast<const void*>(holder->data()));
  const std::size_t size = holder->nbytes() / sizeof(T);
  std::shared_ptr<void> owner(holder.release(), [](void* held) {
    if (!Py_IsInitialized()) return;
    const nb::gil_scoped_acquire locked;
    delete static_cast<Array*>(held);
  });
  return fathom::array<T>::adopt(static_cast<T*>(data), size, std::move(owner));
}

/// A view of `data` that keeps `owner` alive. `data` may be null if there are no elements.
template <class T>
[[nodiscard]] nb::object view_of(T* data, std::initializer_list<std::size_t> shape, nb::handle owner, fathom::device where = {}) {
  using element = element_in_python<std::remove_const_t<T>>;
  static element nothing{};
  void* const start = data ? const_cast<std::remove_const_t<T>*>(data) : static_cast<void*>(&nothing);
  if (where.kind == fathom::device_kind::cuda) {
    return nb::cast(nb::ndarray<element>(start, shape, owner, {}, nb::dtype<element>(), nb::device::cuda::value, where.index));
  }
  if constexpr (std::is_const_v<T>) {
    return nb::cast(nb::ndarray<nb::numpy, const element>(start, shape, owner));
  } else {
    return nb::cast(nb::ndarray<nb::numpy, element>(start, shape, owner));
  }
}

/// Transfers ownership of a library array to Python: as a NumPy array, or for device memory as an object with __dlpack__().
template <class T>
[[nodiscard]] nb::object hand_over(fathom::array<T> a, std::initializer_list<std::size_t> shape) {
  auto kept = std::make_unique<fathom::array<T>>(std::move(a));
  T* const data = kept->data();
  const fathom::device where = kept->where();
  const nb::capsule owner(kept.get(), [](void* held) noexcept { delete static_cast<fathom::array<T>*>(held); });
  kept.release();
  return view_of(data, shape, owner, where);
}

template <class T>
[[nodiscard]] nb::object hand_over(fathom::array<T> a) {
  const std::size_t size = a.size();
  return hand_over(std::move(a), {size});
}

template <class T>
[[nodiscard]] nb::object hand_over(std::vector<T> values) {
  auto kept = std::make_unique<std::vector<T>>(std::move(values));
  T* const data = kept->data();
  const std::size_t size = kept->size();
  const nb::capsule owner(kept.get(), [](void* held) noexcept { delete static_cast<std::vector<T>*>(held); });
  kept.release();
  return view_of(data, {size}, owner);
}

/// The same numbers, which are below 2^63, as signed ones: counts and positions are signed in Python.
[[nodiscard]] inline fathom::array<std::int64_t> as_signed(fathom::array<std::uint64_t> values) {
  const auto kept = std::make_shared<fathom::array<std::uint64_t>>(std::move(values));
  return fathom::array<std::int64_t>::adopt(reinterpret_cast<std::int64_t*>(kept->data()), kept->size(), kept, kept->where());
}

}  // namespace fathom_python

// Conversion and checks of integer columns passed from Python.
#include "take_arrays.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "fathom/error.hpp"

namespace fathom_python {

using fathom::array;
using fathom::edge_offset;
using fathom::vertex_id;

namespace {

// nanobind translates std::invalid_argument to ValueError.
[[noreturn]] void fail(const std::string& name, std::size_t place, const std::string& value, const std::string& why) {
  throw std::invalid_argument(name + "[" + std::to_string(place) + "] is " + value + ": " + why);
}

// Reinterprets bytes as `size` elements of T, without a copy.
template <class T>
array<T> as_elements(array<std::byte> bytes, std::size_t size) {
  auto owner = std::make_shared<array<std::byte>>(std::move(bytes));
  T* const data = reinterpret_cast<T*>(owner->data());
  return array<T>::adopt(data, size, std::move(owner));
}

template <class T>
struct extremes {
  T smallest = std::numeric_limits<T>::max(), largest = std::numeric_limits<T>::min();
};

template <class T>
extremes<T> extremes_of(const T* values, std::size_t size, int threads) {
  T smallest = std::numeric_limits<T>::max(), largest = std::numeric_limits<T>::min();
#pragma omp parallel for num_threads(threads) reduction(min : smallest) reduction(max : largest) if (size > 100'000)
  for (std::size_t i = 0; i < size; ++i) {
    smallest = std::min(smallest, values[i]);
    largest = std::max(largest, values[i]);
  }
  return {smallest, largest};
}

}  // namespace

given_ids::given_ids(const host_array& a, const char* name) : name_(name), size_(a.size()) {
  const nb::dlpack::dtype type = a.dtype();
  bits_ = type.bits;
  is_signed_ = type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Int);
  const bool is_unsigned = type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::UInt);
  if ((!is_signed_ && !is_unsigned) || (bits_ != 32 && bits_ != 64)) {
    throw nb::type_error((name_ + " must contain 32-bit or 64-bit integers").c_str());
  }
  if (a.ndim() != 1) throw nb::value_error((name_ + " has " + std::to_string(a.ndim()) + " dimensions; it must have one").c_str());
  bytes_ = borrow<std::byte>(a);
}

template <class T>
void given_ids::measure_as(const fathom::run_control& control) {
  if (size_ == 0) return;
  const T* const values = reinterpret_cast<const T*>(bytes_.data());
  const extremes<T> found = extremes_of(values, size_, fathom::thread_count(control));
  if constexpr (std::is_signed_v<T>) {
    if (found.smallest < 0) {
      const auto place = static_cast<std::size_t>(std::find_if(values, values + size_, [](T v) { return v < 0; }) - values);
      fail(name_, place, std::to_string(values[place]),
           std::string("ids must be nonnegative; number the vertices from 0") + (name_ == "indices" ? "" : ", or pass strings"));
    }
  }
  largest_ = static_cast<std::uint64_t>(found.largest);
}

void given_ids::measure(const fathom::run_control& control) {
  if (bits_ == 32) return is_signed_ ? measure_as<std::int32_t>(control) : measure_as<std::uint32_t>(control);
  return is_signed_ ? measure_as<std::int64_t>(control) : measure_as<std::uint64_t>(control);
}

array<vertex_id> given_ids::as_vertices(const fathom::run_control& control) {
  if (size_ > 0 && largest_ >= fathom::max_vertices) {
    visit([&](auto values) {
      const auto place = static_cast<std::size_t>(std::find(values.begin(), values.end(), largest_) - values.begin());
      fail(name_, place, std::to_string(largest_), "vertex positions must be below 2^32 - 1; number the vertices from 0");
    });
  }
  if (bits_ == 32) return as_elements<vertex_id>(std::move(bytes_), size_);
  array<vertex_id> narrow(size_);
  const auto* const values = reinterpret_cast<const std::uint64_t*>(bytes_.data());
  const int threads = fathom::thread_count(control);
#pragma omp parallel for num_threads(threads) if (size_ > 100'000)
  for (std::size_t i = 0; i < size_; ++i) narrow[i] = static_cast<vertex_id>(values[i]);
  return narrow;
}

array<edge_offset> given_ids::as_offsets(const fathom::run_control& control) {
  // A negative offset becomes a huge one, which from_csr() rejects as not ascending, with the row.
  if (bits_ == 64) return as_elements<edge_offset>(std::move(bytes_), size_);
  const int threads = fathom::thread_count(control);
  array<edge_offset> wide(size_);
  const std::byte* const data = bytes_.data();
#pragma omp parallel for num_threads(threads) if (size_ > 100'000)
  for (std::size_t i = 0; i < size_; ++i) {
    wide[i] = is_signed_ ? static_cast<edge_offset>(reinterpret_cast<const std::int32_t*>(data)[i])
                         : static_cast<edge_offset>(reinterpret_cast<const std::uint32_t*>(data)[i]);
  }
  return wide;
}

}  // namespace fathom_python

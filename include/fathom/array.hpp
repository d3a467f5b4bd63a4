// array<T>: an owning, move-only, uninitialised buffer that knows its device.
// Memory comes from host_allocate() (huge pages where they pay), or is adopted from elsewhere: a mapped file, a caller's
// buffer, a device allocation. Views are std::span. Elements are read and written through it where it lies in host memory;
// to_host() copies those of a device.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "fathom/device.hpp"

namespace fathom {

/// Uninitialised host memory, aligned to 64 bytes, or to 2 MiB and advised to use huge pages when it is larger than that.
/// Throws error_category::memory with the number of bytes. Zero bytes give a null pointer.
[[nodiscard]] std::shared_ptr<void> host_allocate(std::size_t bytes);

/// Gives the whole pages inside [data, data + bytes) of memory from host_allocate() back to the system; their contents are lost.
void host_discard(void* data, std::size_t bytes) noexcept;

/// Copies from memory of `where` to the host. Throws error_category::device.
void copy_to_host(void* to, const void* from, std::size_t bytes, device where);

/// A copy of host memory in the memory of `where`, a CUDA device. Throws error_category::memory, ::device.
[[nodiscard]] std::shared_ptr<void> copy_to_device(device where, const void* from, std::size_t bytes);

template <class T>
class array {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>,
                "array holds plain data only: it neither constructs nor destroys its elements");

 public:
  array() = default;

  /// `size` uninitialised elements in host memory.
  explicit array(std::size_t size)
      : storage_(host_allocate(size * sizeof(T))), data_(static_cast<T*>(storage_.get())), size_(size), own_memory_(true) {}

  /// Takes over memory that `owner` keeps alive. The elements may be read-only in fact (a mapped file).
  [[nodiscard]] static array adopt(T* data, std::size_t size, std::shared_ptr<void> owner, device where = {}) {
    array adopted;
    adopted.storage_ = std::move(owner);
    adopted.data_ = data;
    adopted.size_ = size;
    adopted.where_ = where;
    return adopted;
  }

  /// adopt() for anonymous memory that nobody else reads: discard() gives its pages back as it does for host_allocate()'s.
  [[nodiscard]] static array adopt_own(T* data, std::size_t size, std::shared_ptr<void> owner) {
    array adopted = adopt(data, size, std::move(owner));
    adopted.own_memory_ = true;
    return adopted;
  }

  array(const array&) = delete;
  array& operator=(const array&) = delete;
  array(array&& other) noexcept { swap(other); }
  array& operator=(array&& other) noexcept {
    array(std::move(other)).swap(*this);
    return *this;
  }
  ~array() = default;

  void swap(array& other) noexcept {
    std::swap(storage_, other.storage_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(where_, other.where_);
    std::swap(own_memory_, other.own_memory_);
  }

  /// Forgets the elements behind the first `size`; the memory stays.
  void truncate(std::size_t size) noexcept {
    if (size < size_) size_ = size;
  }

  /// Gives the memory of elements [first, last) back early, where it is this array's own; they must not be read again.
  void discard(std::size_t first, std::size_t last) noexcept {
    if (own_memory_ && storage_.use_count() == 1) host_discard(data_ + first, (last - first) * sizeof(T));
  }

  [[nodiscard]] T* data() noexcept { return data_; }
  [[nodiscard]] const T* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return size_ * sizeof(T); }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] device where() const noexcept { return where_; }

  [[nodiscard]] T& operator[](std::size_t i) noexcept { return data_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  [[nodiscard]] T* begin() noexcept { return data_; }
  [[nodiscard]] T* end() noexcept { return data_ + size_; }
  [[nodiscard]] const T* begin() const noexcept { return data_; }
  [[nodiscard]] const T* end() const noexcept { return data_ + size_; }

  [[nodiscard]] std::span<T> view() noexcept { return {data_, size_}; }
  [[nodiscard]] std::span<const T> view() const noexcept { return {data_, size_}; }

 private:
  std::shared_ptr<void> storage_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
  device where_;
  bool own_memory_ = false;
};

/// The elements in host memory, wherever `a` lies. Throws error_category::memory, ::device.
template <class T>
[[nodiscard]] array<T> to_host(const array<T>& a) {
  array<T> copy(a.size());
  copy_to_host(copy.data(), a.data(), a.bytes(), a.where());
  return copy;
}

/// The elements, which lie in host memory, in the memory of `where`: for a program that runs there to point to. Throws
/// error_category::memory, ::device.
template <class T>
[[nodiscard]] array<T> to_device(std::span<const T> elements, device where) {
  if (where.kind == device_kind::cpu) {
    array<T> copy(elements.size());
    copy_to_host(copy.data(), elements.data(), elements.size_bytes(), where);
    return copy;
  }
  std::shared_ptr<void> copy = copy_to_device(where, elements.data(), elements.size_bytes());
  T* const data = static_cast<T*>(copy.get());
  return array<T>::adopt(data, elements.size(), std::move(copy), where);
}

}  // namespace fathom

// array<T>: owning, move-only, uninitialized buffer in host or device memory.
// Memory comes from host_allocate() (huge pages for large arrays) or is adopted from elsewhere: a mapped file, a caller's buffer,
// a device allocation. Views are std::span. Elements can be accessed directly only in host memory; to_host() copies an array
// from a device.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "fathom/device.hpp"

namespace fathom {

/// Allocates `bytes` bytes of uninitialized host memory, aligned to 64 bytes. Allocations of at least 2 MiB are aligned to 2 MiB
/// and advised to use huge pages. Returns null for 0 bytes. Throws error_category::memory, stating the number of bytes.
[[nodiscard]] std::shared_ptr<void> host_allocate(std::size_t bytes);

/// Returns the whole 2 MiB pages inside [data, data + bytes) of memory from host_allocate() to the system; their contents are lost.
void host_discard(void* data, std::size_t bytes) noexcept;

/// Copies `bytes` bytes from the memory of `where` to the host. Throws error_category::device.
void copy_to_host(void* to, const void* from, std::size_t bytes, device where);

/// Copies `bytes` bytes of host memory to new memory of `where`, a CUDA device. Throws error_category::memory, ::device.
[[nodiscard]] std::shared_ptr<void> copy_to_device(device where, const void* from, std::size_t bytes);

/// Owning buffer of `size()` elements of a trivially copyable T.
template <class T>
class array {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>,
                "array needs a trivially copyable and destructible T: it neither constructs nor destroys its elements");

 public:
  array() = default;

  /// Allocates `size` uninitialized elements in host memory. Throws error_category::memory.
  explicit array(std::size_t size)
      : storage_(host_allocate(size * sizeof(T))), data_(static_cast<T*>(storage_.get())), size_(size), own_memory_(true) {}

  /// Refers to `size` elements at `data` in the memory of `where`, which `owner` keeps alive. The memory may be read-only (a mapped
  /// file); then the elements must not be written.
  [[nodiscard]] static array adopt(T* data, std::size_t size, std::shared_ptr<void> owner, device where = {}) {
    array adopted;
    adopted.storage_ = std::move(owner);
    adopted.data_ = data;
    adopted.size_ = size;
    adopted.where_ = where;
    return adopted;
  }

  /// adopt() for anonymous host memory without other users: discard() may return its pages to the system.
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

  /// Drops all but the first `size` elements; keeps the memory. Has no effect if the array is shorter.
  void truncate(std::size_t size) noexcept {
    if (size < size_) size_ = size;
  }

  /// Returns the memory of elements [first, last) to the system early if this array owns it. They must not be read again.
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

/// Copies an array in host or device memory to a new array in host memory. Throws error_category::memory, ::device.
template <class T>
[[nodiscard]] array<T> to_host(const array<T>& a) {
  array<T> copy(a.size());
  copy_to_host(copy.data(), a.data(), a.bytes(), a.where());
  return copy;
}

/// Copies elements in host memory to a new array in the memory of `where`, for example for a user program that runs there. Throws
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

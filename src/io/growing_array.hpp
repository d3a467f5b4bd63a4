// growing_array<T>: trivially copyable data of unknown final size. It grows by remapping pages (mremap) instead of copying, so that
// reading never holds the data twice, and becomes an array<T> without a copy.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "base/memory.hpp"
#include "fathom/array.hpp"
#include "fathom/error.hpp"

namespace fathom::io {

template <class T>
class growing_array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  growing_array() = default;
  growing_array(const growing_array&) = delete;
  growing_array& operator=(const growing_array&) = delete;
  growing_array(growing_array&& other) noexcept { swap(other); }
  growing_array& operator=(growing_array&& other) noexcept {
    growing_array(std::move(other)).swap(*this);
    return *this;
  }
  ~growing_array() {
    if (data_) ::munmap(data_, capacity_ * sizeof(T));
  }

  /// Resizes to `size` elements; new elements read as zero until written. Throws error_category::memory if they do not fit.
  void resize(std::size_t size) {
    if (size > capacity_) grow(size);
    size_ = size;
  }

  /// Transfers the memory to an array; this one is empty afterwards.
  [[nodiscard]] array<T> take() {
    T* data = std::exchange(data_, nullptr);
    const std::size_t size = std::exchange(size_, 0);
    const std::size_t mapped = std::exchange(capacity_, 0) * sizeof(T);
    std::shared_ptr<void> owner(data, [mapped](void* p) {
      if (p) ::munmap(p, mapped);
    });
    return array<T>::adopt_own(data, size, std::move(owner));
  }

  void swap(growing_array& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  [[nodiscard]] T* data() noexcept { return data_; }
  [[nodiscard]] const T* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return data_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  [[nodiscard]] T* begin() noexcept { return data_; }
  [[nodiscard]] T* end() noexcept { return data_ + size_; }
  [[nodiscard]] const T* begin() const noexcept { return data_; }
  [[nodiscard]] const T* end() const noexcept { return data_ + size_; }

 private:
  // One huge page: mappings grow by whole huge pages, and doubling keeps the number of mremap calls logarithmic.
  static constexpr std::size_t step_bytes = std::size_t{2} << 20;

  void grow(std::size_t size) {
    // Untouched pages use no memory, so require only the memory that will be used, not all that is reserved.
    require_host_memory((size - size_) * sizeof(T), "storing the edges read so far");
    const std::size_t wanted = std::max(size * sizeof(T), 2 * capacity_ * sizeof(T));
    const std::size_t bytes = (wanted + step_bytes - 1) / step_bytes * step_bytes;
    void* p = data_ ? ::mremap(data_, capacity_ * sizeof(T), bytes, MREMAP_MAYMOVE)
                    : ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) {
      throw error(error_category::memory,
                  "storing the edges read so far needs " + human_bytes(bytes) + " of memory, which could not be allocated");
    }
    ::madvise(p, bytes, MADV_HUGEPAGE);  // only a hint: kernels without huge pages ignore it
    data_ = static_cast<T*>(p);
    capacity_ = bytes / sizeof(T);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace fathom::io

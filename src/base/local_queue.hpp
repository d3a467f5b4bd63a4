// Thread-local buffer of a shared queue, with one atomic per 1,024 vertices.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "fathom/types.hpp"

namespace fathom::bfs_engine {

class local_queue {
 public:
  local_queue(vertex_id* shared, std::uint64_t& tail) : shared_(shared), tail_(tail) {}
  local_queue(const local_queue&) = delete;
  local_queue& operator=(const local_queue&) = delete;
  ~local_queue() { flush(); }

  void push(vertex_id v) {
    if (size_ == capacity) flush();
    vertices_[size_++] = v;
  }

 private:
  void flush() {
    if (size_ == 0) return;
    const std::uint64_t at = std::atomic_ref(tail_).fetch_add(size_, std::memory_order_relaxed);
    std::copy(vertices_, vertices_ + size_, shared_ + at);
    size_ = 0;
  }

  static constexpr std::uint64_t capacity = 1024;  // 4 KiB: one twelfth of an L1 cache
  vertex_id* shared_;
  std::uint64_t& tail_;
  std::uint64_t size_ = 0;
  vertex_id vertices_[capacity];
};

}  // namespace fathom::bfs_engine

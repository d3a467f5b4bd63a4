// Rows of results on their way to where they are wanted. For files that are compiled only with CUDA.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "cuda/device_memory.hpp"
#include "cuda/transfer.hpp"

namespace fathom::multi_bfs_engine {

/// What deliver_rows() takes of the device for a while, beside the rows: at most this, or 32 rows.
inline constexpr std::size_t staged_bytes = std::size_t{256} << 20;

/// Rows of n entries are written by write(pointers on the device, first row, last row), some of them null: in place where they lie
/// on the device, else in pieces that are then copied to the host. Returns when all are there. Pieces begin at multiples of 32
/// rows.
template <class T, class Write>
void deliver_rows(std::span<T* const> rows, std::size_t n, const cuda::stream& s, Write write) {
  const auto first = std::find_if(rows.begin(), rows.end(), [](const T* row) { return row != nullptr; });
  if (first == rows.end() || n == 0) return;
  if (cuda::lies_on_device(*first)) {
    const cuda::buffer<T*> there = cuda::upload<T*>(rows.data(), rows.size(), s);
    write(there.data(), std::size_t{0}, rows.size());
    s.wait("writing results");
    return;
  }
  const std::size_t fitting = std::max<std::size_t>(staged_bytes / (n * sizeof(T)) / 32 * 32, 32),
                    piece = std::min(fitting, rows.size());
  const cuda::buffer<T> staged(piece * n, s);
  for (std::size_t begin = 0; begin < rows.size(); begin += piece) {
    const std::size_t end = std::min(begin + piece, rows.size());
    std::vector<T*> pointers(rows.size());
    for (std::size_t i = begin; i < end; ++i) pointers[i] = rows[i] ? staged.data() + (i - begin) * n : nullptr;
    const cuda::buffer<T*> there = cuda::upload<T*>(pointers.data(), pointers.size(), s);
    write(there.data(), begin, end);
    for (std::size_t i = begin; i < end; ++i) {
      if (rows[i]) cuda::copy_to_host(rows[i], pointers[i], n * sizeof(T), s);
    }
  }
}

}  // namespace fathom::multi_bfs_engine

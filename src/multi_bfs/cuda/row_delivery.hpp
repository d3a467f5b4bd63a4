// Delivery of result rows to host or device memory. Include only in files that are compiled with CUDA.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "gpu/device_memory.hpp"
#include "gpu/transfer.hpp"

namespace fathom::multi_bfs_engine {

/// Upper bound on the temporary device memory of deliver_rows(), unless 32 rows need more.
inline constexpr std::size_t staged_bytes = std::size_t{256} << 20;

/// Writes rows of n entries by calling write(pointers on the device, first row, last row); pointers may be null. Rows on the device
/// are written in place, others in batches that are then copied to the host. Batches begin at multiples of 32 rows. Returns when
/// all rows are complete.
template <class T, class Write>
void deliver_rows(std::span<T* const> rows, std::size_t n, const cuda::stream& s, Write write) {
  const auto first = std::find_if(rows.begin(), rows.end(), [](const T* row) { return row != nullptr; });
  if (first == rows.end() || n == 0) return;
  if (cuda::is_device_memory(*first)) {
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

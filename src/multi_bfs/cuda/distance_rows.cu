#include "multi_bfs/cuda/distance_rows.cuh"

#include <algorithm>
#include <utility>
#include <vector>

#include "fathom/error.hpp"
#include "gpu/device_memory.hpp"
#include "gpu/transfer.hpp"
#include "multi_bfs/cuda/distance_rows.hpp"

namespace fathom::multi_bfs_engine {
namespace {

using cuda::buffer;
using cuda::check_launch;
using cuda::wide_block;

// Rows that are contiguous on the host are copied together, up to this many bytes.
constexpr std::uint64_t copied_together = std::uint64_t{64} << 20;
// Thread blocks per search, for kernels with one grid row per search.
constexpr unsigned blocks_per_search = 256;

dim3 grid_for(std::uint64_t items, std::size_t searches) {
  return {std::min(cuda::wide_grid(items), blocks_per_search), static_cast<unsigned>(searches), 1};
}

std::size_t rows_together(std::uint64_t row_bytes, std::size_t rows) {
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(copied_together / std::max<std::uint64_t>(row_bytes, 1), 1, rows));
}

}  // namespace

cuda_distance_rows::cuda_distance_rows(std::shared_ptr<const device_copy> l, const group_plan& plan)
    : layout_(std::move(l)), plan_(plan), num_vertices_(layout_->host.num_vertices) {
  layout_->stream.wait("copying the graph to the device");
  const std::size_t n = num_vertices_, all = n * static_cast<std::size_t>(plan.width);
  distances_ = buffer<hop_count>(all, stream_);
  if (plan.needs.predecessors) predecessors_ = buffer<vertex_id>(all, stream_);
  if (plan.needs.vertex_totals) totals_ = device_totals(n, stream_);
}

std::uint64_t cuda_distance_rows::bytes(const layout& l, const group_plan& plan) {
  const auto width = static_cast<std::uint64_t>(plan.width);
  const std::uint64_t row = std::uint64_t{l.caller_vertices} * sizeof(hop_count);
  std::uint64_t per_vertex = width * sizeof(hop_count);
  if (plan.needs.predecessors) per_vertex += width * sizeof(vertex_id);
  if (plan.needs.vertex_totals) per_vertex += device_totals::bytes_per_vertex();
  const bool copies = plan.needs.distances || plan.needs.predecessors;
  return l.num_vertices * per_vertex + (copies ? row * rows_together(row, static_cast<std::size_t>(width)) : 0);
}

void cuda_distance_rows::throw_if_stopped() const {
  if (plan_.stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
}

void cuda_distance_rows::find_predecessors(std::size_t searches) {
  if (num_vertices_ == 0 || searches == 0) return;
  smallest_predecessors_kernel<<<grid_for(num_vertices_, searches), wide_block, 0, stream_.get()>>>(
      distances(0), num_vertices_, layout_->in, layout_->to_caller, long_row, predecessors(0));
  check_launch("finding predecessors");
}

group_outcome cuda_distance_rows::finish(std::size_t searches, hop_count depth) {
  searches_ = searches;
  group_outcome outcome;
  outcome.depth = depth;
  if (plan_.needs.level_counts) outcome.counts = count_levels(searches, depth);
  if (plan_.needs.vertex_totals) add_up(searches);
  stream_.wait("counting what was found");
  return outcome;
}

std::vector<std::uint64_t> cuda_distance_rows::count_levels(std::size_t searches, hop_count depth) const {
  std::vector<std::uint64_t> counts((static_cast<std::size_t>(depth) + 1) * searches);
  if (num_vertices_ == 0 || searches == 0) return counts;
  const buffer<unsigned long long> on_device = cuda::filled<unsigned long long>(counts.size(), 0, stream_);
  count_levels_kernel<<<grid_for(num_vertices_, searches), wide_block, 0, stream_.get()>>>(
      distances(0), num_vertices_, static_cast<unsigned>(depth), on_device.data());
  check_launch("counting levels");
  static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
  cuda::copy_to_host(counts.data(), on_device.data(), on_device.bytes(), stream_);
  return counts;
}

void cuda_distance_rows::add_up(std::size_t searches) {
  add_totals_kernel<<<cuda::wide_grid(num_vertices_), wide_block, 0, stream_.get()>>>(
      distances_.data(), num_vertices_, static_cast<unsigned>(searches), totals_.view());
  check_launch("adding up distances");
}

std::uint64_t cuda_distance_rows::edges_of_reached() const {
  const buffer<unsigned long long> sum = cuda::filled<unsigned long long>(1, 0, stream_);
  reached_edges_kernel<<<cuda::wide_grid(num_vertices_), wide_block, 0, stream_.get()>>>(
      distances_.data(), num_vertices_, static_cast<unsigned>(searches_), layout_->out.offsets, sum.data());
  check_launch("counting edges");
  return cuda::read_one(sum.data(), stream_);
}

template <class To, class From>
void cuda_distance_rows::copy(std::span<To* const> rows, const From* from) const {
  const std::uint64_t size = layout_->host.caller_vertices;
  const auto map = [&](std::size_t first, std::size_t count, To* to) {
    to_caller_kernel<<<grid_for(size, count), wide_block, 0, stream_.get()>>>(from + first * num_vertices_, num_vertices_, to, size,
                                                                              layout_->to_internal, layout_->to_caller);
    check_launch("mapping the results back");
  };
  buffer<To> staging;
  for (std::size_t i = 0, count = 1; i < rows.size(); i += count) {
    count = 1;
    if (!rows[i]) continue;
    if (cuda::is_device_memory(rows[i])) {
      map(i, 1, rows[i]);
      continue;
    }
    const std::size_t most = rows_together(size * sizeof(To), rows.size());
    if (staging.size() == 0) staging = buffer<To>(most * size, stream_);
    while (count < most && i + count < rows.size() && rows[i + count] == rows[i] + count * size) ++count;
    map(i, count, staging.data());
    cuda::copy_to_host(rows[i], staging.data(), count * size * sizeof(To), stream_);
  }
  stream_.wait("copying results");
}

void cuda_distance_rows::copy_distances(std::span<std::int8_t* const> rows) const { copy(rows, distances_.data()); }
void cuda_distance_rows::copy_distances(std::span<std::int16_t* const> rows) const { copy(rows, distances_.data()); }
void cuda_distance_rows::copy_distances(std::span<hop_count* const> rows) const { copy(rows, distances_.data()); }
void cuda_distance_rows::copy_predecessors(std::span<vertex_id* const> rows) const { copy(rows, predecessors_.data()); }

void cuda_distance_rows::add_totals(vertex_totals& sums) const { totals_.add_to(layout_->host, sums, plan_.threads, stream_); }

}  // namespace fathom::multi_bfs_engine

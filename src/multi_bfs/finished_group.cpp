// Results of a finished group that sinks can request.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include "fathom/error.hpp"
#include "fathom/multi_bfs.hpp"
#include "gpu/device_memory.hpp"
#include "multi_bfs/group_engine.hpp"
#include "multi_bfs/search_devices.hpp"

namespace fathom {
namespace {

template <class T>
constexpr hop_count largest_in = static_cast<hop_count>(std::numeric_limits<T>::max());

}  // namespace

template <class T>
void finished_group::copy_into(std::span<T* const> rows) const {
  if (depth_ > largest_in<T>) {
    throw error(error_category::usage,
                fmt::format("a distance of {} does not fit in {} bits, which hold at most {}; use wider distances or a depth limit",
                            depth_, 8 * sizeof(T), largest_in<T>));
  }
  naming(where_, [&] { engine_->copy_distances(rows); });
  std::vector<void*> own_places;
  for (const std::size_t i : not_found_) {
    if (i < rows.size() && rows[i]) own_places.push_back(rows[i] + sources_[i]);
  }
  const T zero = 0;
  if (where_.kind == device_kind::cuda) {
    naming(where_, [&] { gpu(where_).copy_to_each(where_, own_places, &zero, sizeof zero); });
  } else {
    for (void* const place : own_places) *static_cast<T*>(place) = zero;
  }
}

void finished_group::copy_distances(std::span<std::int8_t* const> rows) const { copy_into(rows); }
void finished_group::copy_distances(std::span<std::int16_t* const> rows) const { copy_into(rows); }
void finished_group::copy_distances(std::span<hop_count* const> rows) const { copy_into(rows); }
void finished_group::copy_predecessors(std::span<vertex_id* const> rows) const {
  naming(where_, [&] { engine_->copy_predecessors(rows); });
}

template <class T>
void finished_group::copy_rows(T* matrix, std::size_t columns, device there) const {
  std::vector<T*> rows(size());
  for (std::size_t i = 0; i < size(); ++i) rows[i] = matrix + positions(i).front() * columns;
  if constexpr (std::is_same_v<T, vertex_id>) {
    copy_predecessors(rows);
  } else {
    copy_distances(rows);
  }
  std::vector<cuda::row_copy> repeated;
  for (std::size_t i = 0; i < size(); ++i) {
    for (const std::size_t again : positions(i).subspan(1)) repeated.push_back({matrix + again * columns, rows[i]});
  }
  if (there.kind == device_kind::cuda) {
    naming(there, [&] { gpu(there).copy_rows(there, repeated, columns * sizeof(T)); });
  } else {
    // A process without vertices has no array.
    for (const cuda::row_copy& row : repeated) std::copy_n(static_cast<const T*>(row.from), columns, static_cast<T*>(row.to));
  }
}

template void finished_group::copy_rows(std::int8_t*, std::size_t, device) const;
template void finished_group::copy_rows(std::int16_t*, std::size_t, device) const;
template void finished_group::copy_rows(hop_count*, std::size_t, device) const;
template void finished_group::copy_rows(vertex_id*, std::size_t, device) const;

}  // namespace fathom

// What a sink may ask a finished group for.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <type_traits>

#include "engine/multi_bfs/group_engine.hpp"
#include "fathom/error.hpp"
#include "fathom/multi_bfs.hpp"

namespace fathom {
namespace {

template <class T>
void copy(const multi_bfs_engine::group_engine& engine, const finished_group& group, std::span<T* const> rows, hop_count largest) {
  if (group.depth() > largest) {
    throw error(error_category::usage,
                fmt::format("a distance of {} does not fit {} bits, which hold up to {}; ask for wider distances, or a depth limit",
                            group.depth(), 8 * sizeof(T), largest));
  }
  engine.copy_distances(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i]) rows[i][group.source(i)] = 0;  // also where the source is not in the layout
  }
}

}  // namespace

void finished_group::copy_distances(std::span<std::int8_t* const> rows) const { copy(*engine_, *this, rows, 127); }
void finished_group::copy_distances(std::span<std::int16_t* const> rows) const { copy(*engine_, *this, rows, 32767); }
void finished_group::copy_distances(std::span<hop_count* const> rows) const {
  copy(*engine_, *this, rows, std::numeric_limits<hop_count>::max());
}
void finished_group::copy_predecessors(std::span<vertex_id* const> rows) const { engine_->copy_predecessors(rows); }

template <class T>
void finished_group::copy_rows(T* matrix, std::size_t columns) const {
  std::vector<T*> rows(size());
  for (std::size_t i = 0; i < size(); ++i) rows[i] = matrix + positions(i).front() * columns;
  if constexpr (std::is_same_v<T, vertex_id>) {
    copy_predecessors(rows);
  } else {
    copy_distances(rows);
  }
  for (std::size_t i = 0; i < size(); ++i) {
    for (const std::size_t again : positions(i).subspan(1)) std::copy_n(rows[i], columns, matrix + again * columns);
  }
}

template void finished_group::copy_rows(std::int8_t*, std::size_t) const;
template void finished_group::copy_rows(std::int16_t*, std::size_t) const;
template void finished_group::copy_rows(hop_count*, std::size_t) const;
template void finished_group::copy_rows(vertex_id*, std::size_t) const;

}  // namespace fathom

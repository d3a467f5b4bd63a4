#include "multi_bfs/distributed/gathered_rows.hpp"

#include "comm/agreement.hpp"

namespace fathom {

template <class T>
void gathered_rows::gather(const partitioned_graph& g, const multi_bfs_engine::group_engine& own, std::size_t searches) {
  const std::uint64_t mine = g.to_local.size();
  array<T> own_rows;
  on_all_processes(*g.ranks, [&] {
    values_ = array<std::byte>(searches * n_ * sizeof(T));
    own_rows = array<T>(searches * mine);
    std::vector<T*> rows;
    for (std::size_t i = 0; i < searches; ++i) rows.push_back(own_rows.data() + i * mine);
    own.copy_distances(std::span<T* const>(rows));
  });
  std::vector<std::uint64_t> sizes;
  for (int r = 0; r < g.ranks->size(); ++r) {
    const index_range block = g.blocks.block(r);
    sizes.push_back((block.last - block.first) * sizeof(T));
  }
  for (std::size_t i = 0; i < searches; ++i) {
    g.ranks->all_gather(std::as_bytes(own_rows.view().subspan(i * mine, mine)), sizes,
                        values_.view().subspan(i * n_ * sizeof(T), n_ * sizeof(T)));
  }
}

template void gathered_rows::gather<std::int8_t>(const partitioned_graph&, const multi_bfs_engine::group_engine&, std::size_t);
template void gathered_rows::gather<std::int16_t>(const partitioned_graph&, const multi_bfs_engine::group_engine&, std::size_t);
template void gathered_rows::gather<hop_count>(const partitioned_graph&, const multi_bfs_engine::group_engine&, std::size_t);

}  // namespace fathom

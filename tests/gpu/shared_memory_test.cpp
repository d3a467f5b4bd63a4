// Plans of shared memory for made-up GPUs: each fits, uses what is there, and is the usual one where that fits.
#include <gtest/gtest.h>

#include <cstddef>

#include "bfs/cuda/shared_memory.hpp"
#include "gpu/capabilities.hpp"
#include "graph/layout/cuda/edge_blocks.hpp"
#include "graph/layout/cuda/sort_tile.hpp"
#include "graph/partition/cuda/shared_memory.hpp"
#include "pagerank/cuda/shared_memory.hpp"
#include "triangles/cuda/shared_memory.hpp"

namespace fathom {
namespace {

using cuda::device_capabilities;

constexpr std::size_t kib = 1024;

device_capabilities gpu_like(const char* architecture) {
  return cuda::limited({90, 227 * kib, 2048, 132, true, true}, architecture);
}

constexpr const char* small_gpus[] = {"sm_75", "sm_80", "sm_86", "sm_89", "sm_120"};

TEST(bfs_room, has_a_cluster_only_with_enough_memory) {
  EXPECT_TRUE(bfs_engine::has_cluster_room(gpu_like("sm_90")));
  EXPECT_TRUE(bfs_engine::has_cluster_room(gpu_like("sm_100")));
  for (const char* const name : small_gpus) EXPECT_FALSE(bfs_engine::has_cluster_room(gpu_like(name))) << name;
  device_capabilities no_clusters = gpu_like("sm_90");
  no_clusters.clusters = false;
  EXPECT_FALSE(bfs_engine::has_cluster_room(no_clusters));
  const bfs_engine::cluster_room room{bfs_engine::room_of(gpu_like("sm_90"))};
  EXPECT_EQ(bfs_engine::dynamic_bytes(room), 160 * kib);
}

TEST(bfs_room, fits_the_device) {
  std::uint32_t before = 0;
  for (const std::size_t shared : {64 * kib, 99 * kib, 163 * kib, 227 * kib}) {
    const bfs_engine::block_room room = bfs_engine::room_of({75, shared, 1024, 40, true, false});
    const std::size_t bytes = bfs_engine::dynamic_bytes(room) + bfs_engine::static_bytes;
    EXPECT_LE(bytes, shared);
    EXPECT_TRUE(room.hub_words() > before || room.hub_words() == bfs_engine::most_hub_words);
    EXPECT_LE(room.hub_words(), bfs_engine::most_hub_words);
    EXPECT_EQ(room.hub_words() % 8, 0u);  // whole chunks of a bitmap
    EXPECT_TRUE(room.hub_words() == bfs_engine::most_hub_words || bytes + kib > shared) << "memory is left over";
    const std::size_t claims = bfs_engine::block_warps * (bfs_engine::block_room::warp_buffer + bfs_engine::words_of_claims);
    EXPECT_LE(claims * sizeof(std::uint32_t) + bfs_engine::rows_beside_claims(room) * std::size_t{16},
              bfs_engine::dynamic_bytes(room));
    EXPECT_EQ(bfs_engine::rows_beside_claims(room), shared == 64 * kib ? 384u : bfs_engine::block_threads);
    before = room.hub_words();
  }
}

TEST(triangle_rows, fit_the_device) {
  using namespace triangles_engine;
  EXPECT_EQ(longest_block_row(gpu_like("sm_90")), 4096u);
  EXPECT_EQ(longest_block_row(gpu_like("sm_120")), 4096u);
  EXPECT_EQ(longest_block_row(gpu_like("sm_75")), 2560u);
  for (const char* const name : small_gpus) {
    const device_capabilities c = gpu_like(name);
    EXPECT_LE(longest_block_row(c) * set_bytes_per_entry + block_static_bytes, c.shared_memory_per_block) << name;
  }
}

TEST(pagerank_hubs, take_200_kib_or_what_there_is) {
  EXPECT_EQ(pagerank_engine::hub_bytes(gpu_like("sm_90")), 200 * kib);
  EXPECT_EQ(pagerank_engine::hub_bytes(gpu_like("sm_80")), 155 * kib);
  EXPECT_EQ(pagerank_engine::hub_bytes(gpu_like("sm_89")), 91 * kib);
  EXPECT_EQ(pagerank_engine::hub_bytes(gpu_like("sm_75")), 56 * kib);
}

TEST(pagerank_blocks, have_threads_on_the_multiprocessor) {
  using pagerank_engine::blocks_together_on;
  EXPECT_EQ(blocks_together_on(gpu_like("sm_90"), 5, 256), 5u);
  EXPECT_EQ(blocks_together_on(gpu_like("sm_86"), 5, 256), 5u);
  EXPECT_EQ(blocks_together_on(gpu_like("sm_75"), 5, 256), 4u);
  EXPECT_EQ(blocks_together_on(gpu_like("sm_75"), 1, 1024), 1u);
}

TEST(edge_groups, are_held_by_hopper_only) {
  EXPECT_TRUE(holds_edge_blocks(gpu_like("sm_90")));
  EXPECT_TRUE(holds_edge_blocks(gpu_like("sm_100")));
  for (const char* const name : small_gpus) EXPECT_FALSE(holds_edge_blocks(gpu_like(name))) << name;
}

TEST(sort_tiles, are_large_where_they_fit) {
  using namespace bucket_sort;
  constexpr std::uint32_t most_buckets = 2048;
  EXPECT_TRUE(tile_fits(gpu_like("sm_90"), most_buckets, many_items));
  EXPECT_TRUE(tile_fits(gpu_like("sm_86"), most_buckets, many_items));
  EXPECT_FALSE(tile_fits(gpu_like("sm_75"), most_buckets, many_items));
  EXPECT_TRUE(tile_fits(gpu_like("sm_75"), most_buckets, few_items));
}

TEST(partition_tiles, fit_the_device) {
  using namespace ranks_engine;
  constexpr std::size_t plain = 8, weighted = 12;  // bytes of an entry
  EXPECT_EQ(granules_on(gpu_like("sm_90")), 32'768u);
  EXPECT_EQ(granules_on(gpu_like("sm_80")), 32'768u);
  EXPECT_EQ(granules_on(gpu_like("sm_86")), 16'384u);
  EXPECT_EQ(granules_on(gpu_like("sm_75")), 16'384u);
  EXPECT_EQ(edges_per_thread_on(gpu_like("sm_90"), weighted), 8u);
  EXPECT_EQ(edges_per_thread_on(gpu_like("sm_120"), weighted), 8u);
  EXPECT_EQ(edges_per_thread_on(gpu_like("sm_75"), plain), 4u);
  for (const char* const name : small_gpus) {
    const device_capabilities c = gpu_like(name);
    EXPECT_LE(tile_bytes(edges_per_thread_on(c, weighted), weighted) + sending_static_bytes, c.shared_memory_per_block) << name;
    EXPECT_LE(granules_on(c) * sizeof(unsigned), c.shared_memory_per_block) << name;
  }
}

}  // namespace
}  // namespace fathom

#include "graph/sampled_hash.hpp"

#include "base/random.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t samples_hashed = 4096;

template <class Adjacency>
std::uint64_t add_sample(std::uint64_t hash, const Adjacency& rows, vertex_id num_vertices) {
  if (!rows.offsets) return hash;
  const edge_offset edges = rows.offsets[num_vertices];
  for (std::uint64_t i = 0; i < samples_hashed && i < num_vertices; ++i) {
    hash = add_to(hash, rows.offsets[random_bits(1, i) % num_vertices]);
  }
  for (std::uint64_t i = 0; i < samples_hashed && i < edges; ++i) hash = add_to(hash, rows.targets[random_bits(2, i) % edges]);
  return hash;
}

}  // namespace

std::uint64_t add_to(std::uint64_t hash, std::uint64_t value) noexcept { return mix64(hash ^ mix64(value)); }

std::uint64_t hash_of(const layout& l) {
  // A layout in device memory is not accessible here.
  if (l.where.kind != device_kind::cpu) return 0;
  return add_sample(add_sample(l.directed, l.out, l.num_vertices), l.in, l.num_vertices);
}

std::uint64_t hash_of(const graph& g) { return add_sample(g.directed(), g.view().out, g.num_vertices()); }

std::uint64_t hash_of(std::span<const vertex_id> list) {
  std::uint64_t hash = list.size();
  for (const vertex_id v : list) hash = add_to(hash, v);
  return hash;
}

}  // namespace fathom

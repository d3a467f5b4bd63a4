// Communities are independent: a thread takes one after another, so that parts do not depend on the number of threads.
#include "communities/cpu/parts.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "communities/cpu/community_members.hpp"
#include "communities/cpu/local_moves.hpp"
#include "communities/cpu/neighbor_weights.hpp"

namespace fathom::communities_engine {
namespace {

constexpr std::uint64_t edges_per_thread_of_parts = 1u << 13;  // worth a thread
constexpr vertex_id communities_per_claim = 16;                // of the dynamic schedule

// Calls make() once per thread, and its result for each community.
template <class Make>
void for_each_community(const louvain_graph& g, vertex_id count, int threads, const run_control& control, Make make) {
  exception_capture failure;
#pragma omp parallel num_threads(useful_threads(g.num_edges(), edges_per_thread_of_parts, threads))
  failure.run([&] {
    auto split = make();
#pragma omp for schedule(dynamic, communities_per_claim) nowait
    for (vertex_id c = 0; c < count; ++c) failure.run([&] { split(c); });
  });
  failure.rethrow();
  check_stop(control);
}

// Sums of the parts, in arrays that all threads share: each community has vertices of its own.
struct part_sums {
  std::vector<double> totals;   // of the degrees
  std::vector<double> outside;  // weight to the rest of the community
  std::vector<vertex_id> sizes;

  explicit part_sums(const louvain_graph& g) : totals(g.degrees), outside(g.num_vertices(), 0), sizes(g.num_vertices(), 1) {}
};

// Splits one community at a time into well-connected parts.
class part_finder {
 public:
  part_finder(const louvain_graph& g, const partition_view& communities, const community_members& members,
              const modularity_scale& scale, std::uint64_t seed, part_sums& sums, std::span<vertex_id> parts)
      : g_(g),
        labels_(communities.labels),
        members_(members),
        scale_(scale),
        seed_(seed),
        sums_(sums),
        parts_(parts),
        around_(most_neighbors(g)) {}

  void operator()(vertex_id community) {
    order_.assign(members_[community].begin(), members_[community].end());
    total_ = 0;
    for (const vertex_id v : order_) start(v);
    if (order_.size() == 1) return;
    for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[bounded(random_bits(seed_, order_[i - 1]), i)]);
    for (const vertex_id v : order_) {
      if (sums_.sizes[v] == 1 && parts_[v] == v && is_well_connected(v)) join(v);
    }
  }

 private:
  void start(vertex_id v) {
    parts_[v] = v, total_ += g_.degrees[v];
    for (edge_offset e = g_.rows.offsets[v]; e < g_.rows.offsets[v + 1]; ++e) {
      if (const vertex_id w = g_.rows.targets[e]; w != v && labels_[w] == labels_[v]) sums_.outside[v] += g_.rows.weight(e);
    }
  }

  [[nodiscard]] double expected(double total, double other) const { return scale_.resolution * total * (other / scale_.all); }

  [[nodiscard]] bool is_well_connected(vertex_id part) const {
    return sums_.outside[part] >= expected(sums_.totals[part], total_ - sums_.totals[part]);
  }

  void join(vertex_id v) {
    around_.start(std::min<std::uint64_t>(g_.rows.degree(v), order_.size()));
    for (edge_offset e = g_.rows.offsets[v]; e < g_.rows.offsets[v + 1]; ++e) {
      if (const vertex_id w = g_.rows.targets[e]; w != v && labels_[w] == labels_[v]) around_.add(parts_[w], g_.rows.weight(e));
    }
    vertex_id best = no_vertex;
    double most = least_gain(scale_.resolution) * g_.degrees[v], weight_of_best = 0;
    around_.for_each([&](vertex_id part, double weight) {
      const double gain = weight - expected(g_.degrees[v], sums_.totals[part]);
      if (gain < most || (gain == most && (best == no_vertex || part > best)) || !is_well_connected(part)) return;
      best = part, most = gain, weight_of_best = weight;
    });
    if (best == no_vertex) return;
    parts_[v] = best;
    sums_.totals[best] += g_.degrees[v];
    sums_.outside[best] += sums_.outside[v] - 2 * weight_of_best;
    ++sums_.sizes[best];
  }

  const louvain_graph& g_;
  std::span<const vertex_id> labels_;
  const community_members& members_;
  const modularity_scale& scale_;
  const std::uint64_t seed_;
  part_sums& sums_;
  std::span<vertex_id> parts_;
  neighbor_weights around_;
  std::vector<vertex_id> order_;
  double total_ = 0;  // of the degrees in the community
};

}  // namespace

std::uint64_t split_into_well_connected(const louvain_graph& g, const partition_view& communities, const modularity_scale& scale,
                                        std::uint64_t seed, int threads, const run_control& control, std::span<vertex_id> parts) {
  const community_members members(communities.labels, communities.count);
  part_sums sums(g);
  for_each_community(g, communities.count, threads, control,
                     [&] { return part_finder(g, communities, members, scale, seed, sums, parts); });
  return 2 * g.num_edges();
}

vertex_id split_into_components(const louvain_graph& g, const partition_view& communities, int threads, const run_control& control,
                                std::span<vertex_id> parts) {
  const community_members members(communities.labels, communities.count);
  std::ranges::fill(parts, no_vertex);
  std::atomic<vertex_id> components{0};
  for_each_community(g, communities.count, threads, control, [&] {
    return [&, pending = std::vector<vertex_id>()](vertex_id community) mutable {
      for (const vertex_id first : members[community]) {
        if (parts[first] != no_vertex) continue;
        components.fetch_add(1, std::memory_order_relaxed);
        parts[first] = first, pending.assign(1, first);
        while (!pending.empty()) {
          const vertex_id v = pending.back();
          pending.pop_back();
          for (edge_offset e = g.rows.offsets[v]; e < g.rows.offsets[v + 1]; ++e) {
            const vertex_id w = g.rows.targets[e];
            if (communities.labels[w] != community || parts[w] != no_vertex || !(g.rows.weight(e) > 0)) continue;
            parts[w] = first, pending.push_back(w);
          }
        }
      }
    };
  });
  return components;
}

}  // namespace fathom::communities_engine

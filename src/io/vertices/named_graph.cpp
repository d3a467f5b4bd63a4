#include "io/vertices/named_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "io/input_error.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {
namespace {

template <class T>
void push(growing_array<T>& to, T value) {
  to.resize(to.size() + 1);
  to[to.size() - 1] = value;
}

constexpr double weight_of_unweighted = 1;

}  // namespace

void edge_collector::add(vertex_id source, vertex_id target, std::optional<double> weight, bool directed) {
  if (weight && weights_.empty()) {
    weights_.resize(size());
    std::fill(weights_.begin(), weights_.end(), weight_of_unweighted);
  }
  push(sources_, source);
  push(targets_, target);
  directed_.push_back(directed);
  num_directed_ += directed;
  if (weight || !weights_.empty()) push(weights_, weight.value_or(weight_of_unweighted));
  if (!weight) return;
  ++weighted_;
  rounded_ |= std::fabs(*weight) >= static_cast<double>(exact_wide_weight);
}

edge_list edge_collector::take(stated_direction direction, bool directed) {
  edge_list list;
  const std::uint64_t all = size();
  list.directed = all == 0 ? directed : num_directed_ > 0;
  if (num_directed_ > 0 && num_directed_ < all) {
    list.notes.push_back(
        fmt::format("{} of {} edges are undirected{}", grouped(all - num_directed_), grouped(all),
                    direction == stated_direction::automatic ? " and were read as one edge in each direction" : ""));
  }
  if (weighted_ > 0 && weighted_ < all) {
    list.notes.push_back(fmt::format("{} of {} edges have no weight and were given weight {}", grouped(all - weighted_),
                                     grouped(all), weight_of_unweighted));
  }
  if (rounded_) list.notes.push_back("some weights are 2^53 or more; double precision may have rounded them");
  for (std::uint64_t e = 0; list.directed && direction == stated_direction::automatic && e < all; ++e) {
    if (directed_[e] || sources_[e] == targets_[e]) continue;
    push(sources_, targets_[e]);
    push(targets_, sources_[e]);
    if (weighted_ > 0) push(weights_, weights_[e]);
  }
  list.sources = sources_.take();
  list.targets = targets_.take();
  list.wide_weights = weights_.take();
  return list;
}

vertex_id named_graph::end_of_edge(std::string_view id, std::uint64_t line) {
  const auto [at, added] = by_id_.try_emplace(std::string(id), static_cast<vertex_id>(vertices_.size()));
  if (!added) return at->second;
  if (vertices_.size() >= max_vertices) bad_input(file_, "has more than {} vertices", max_vertices);
  vertices_.push_back({&at->first, line, false});
  return at->second;
}

void named_graph::declare(std::string_view id, std::uint64_t line) {
  vertex& v = vertices_[end_of_edge(id, line)];
  if (v.declared)
    throw error(error_category::input, fmt::format("{}:{}: node {} is declared twice", file_.string(), line, excerpt(id)));
  v.declared = true;
}

void named_graph::add_edge(std::string_view source, std::string_view target, std::optional<double> weight, bool directed,
                           std::uint64_t line) {
  const vertex_id u = end_of_edge(source, line);
  edges_.add(u, end_of_edge(target, line), weight, directed);
}

// The ids as numbers if all are integers in canonical decimal form; empty otherwise.
std::vector<std::uint64_t> named_graph::numbers() const {
  std::vector<std::uint64_t> ids;
  ids.reserve(vertices_.size());
  for (const vertex& v : vertices_) {
    const std::string& id = *v.id;
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(id.data(), id.data() + id.size(), value);
    const bool plain = code == std::errc() && end == id.data() + id.size() && (id[0] != '0' || id.size() == 1);
    if (!plain || value == digits_overflow) return {};
    ids.push_back(value);
  }
  return ids;
}

edge_list named_graph::take(stated_direction direction, bool directed) {
  for (const vertex& v : vertices_) {
    if (v.declared) continue;
    throw error(error_category::input, fmt::format("{}:{}: the edge refers to node {}, which the file does not declare",
                                                   file_.string(), v.mentioned_line, excerpt(*v.id)));
  }
  edge_list list = edges_.take(direction, directed);
  const std::size_t n = vertices_.size();
  list.num_vertices = n;
  const std::vector<std::uint64_t> ids = numbers();
  if (ids.size() < n) {
    list.labels.offsets = array<std::uint64_t>(n + 1);
    list.labels.offsets[0] = 0;
    for (std::size_t v = 0; v < n; ++v) list.labels.offsets[v + 1] = list.labels.offsets[v] + vertices_[v].id->size();
    list.labels.text = array<char>(list.labels.offsets[n]);
    for (std::size_t v = 0; v < n; ++v) {
      std::ranges::copy(*vertices_[v].id, list.labels.text.data() + list.labels.offsets[v]);
    }
    list.notes.push_back("vertices are named by the ids of their nodes");
    return list;
  }
  std::vector<vertex_id> order(n), position(n);
  std::iota(order.begin(), order.end(), vertex_id{0});
  std::sort(order.begin(), order.end(), [&](vertex_id a, vertex_id b) { return ids[a] < ids[b]; });
  for (std::size_t v = 0; v < n; ++v) position[order[v]] = static_cast<vertex_id>(v);
  for (vertex_id& v : list.sources) v = position[v];
  for (vertex_id& v : list.targets) v = position[v];
  if (n > 0 && ids[order[n - 1]] != n - 1) {  // otherwise the ids are 0 to n - 1
    list.original_ids = array<std::uint64_t>(n);
    for (std::size_t v = 0; v < n; ++v) list.original_ids[v] = ids[order[v]];
  }
  return list;
}

}  // namespace fathom::io

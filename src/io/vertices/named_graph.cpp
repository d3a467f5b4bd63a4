#include "io/vertices/named_graph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <unordered_set>

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

// The names as numbers if all are integers in canonical decimal form; empty otherwise.
std::vector<std::uint64_t> numbers_of(std::span<const std::string_view> names) {
  std::vector<std::uint64_t> ids;
  ids.reserve(names.size());
  for (const std::string_view name : names) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), value);
    const bool plain = code == std::errc() && end == name.data() + name.size() && (name[0] != '0' || name.size() == 1);
    if (!plain || value == digits_overflow) return {};
    ids.push_back(value);
  }
  return ids;
}

}  // namespace

bool name_vertices(edge_list& list, std::span<const std::string_view> names) {
  const std::size_t n = names.size();
  list.num_vertices = n;
  const std::vector<std::uint64_t> ids = numbers_of(names);
  if (ids.size() < n) {
    list.labels.offsets = array<std::uint64_t>(n + 1);
    list.labels.offsets[0] = 0;
    for (std::size_t v = 0; v < n; ++v) list.labels.offsets[v + 1] = list.labels.offsets[v] + names[v].size();
    list.labels.text = array<char>(list.labels.offsets[n]);
    for (std::size_t v = 0; v < n; ++v) std::ranges::copy(names[v], list.labels.text.data() + list.labels.offsets[v]);
    return true;
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
  return false;
}

void vertex_labels::set(vertex_id v, std::string label) {
  if (v >= labels_.size()) labels_.resize(v + std::size_t{1});
  given_ += !labels_[v];
  labels_[v] = std::move(label);
}

bool vertex_labels::name_all(std::size_t vertices) {
  if (given_ == 0) return false;
  if (given_ < vertices) {
    note_ = fmt::format("labels were ignored: {} of {} vertices have none", grouped(vertices - given_), grouped(vertices));
    return false;
  }
  std::unordered_set<std::string_view> seen;
  for (const std::optional<std::string>& label : labels_) {
    if (seen.insert(*label).second) continue;
    note_ = fmt::format("labels were ignored: several vertices are labeled {}", excerpt(*label));
    return false;
  }
  note_ = "vertices are named by their labels";
  return true;
}

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

std::string unread_data_note(const std::set<std::string>& names) {
  constexpr std::size_t listed = 12;
  if (names.empty()) return "";
  std::vector<std::string> shown;
  for (const std::string& name : names) {
    if (shown.size() == listed) break;
    shown.push_back(excerpt(name));
  }
  if (names.size() > listed) shown.emplace_back("...");
  return fmt::format("data of edges not read: {} (rename it to weight to read it as weights)", fmt::join(shown, ", "));
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

edge_list named_graph::take(stated_direction direction, bool directed) {
  for (const vertex& v : vertices_) {
    if (v.declared) continue;
    throw error(error_category::input, fmt::format("{}:{}: the edge refers to node {}, which the file does not declare",
                                                   file_.string(), v.mentioned_line, excerpt(*v.id)));
  }
  edge_list list = edges_.take(direction, directed);
  std::vector<std::string_view> names(vertices_.size());
  const bool labeled = labels_.name_all(vertices_.size());
  for (std::size_t v = 0; v < names.size(); ++v) names[v] = labeled ? std::string_view(labels_[v]) : *vertices_[v].id;
  if (name_vertices(list, names) && !labeled) list.notes.push_back("vertices are named by the ids of their nodes");
  if (!labels_.note().empty()) list.notes.push_back(labels_.note());
  return list;
}

}  // namespace fathom::io

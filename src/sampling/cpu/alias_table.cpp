#include "sampling/cpu/alias_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/thread_team.hpp"
#include "fathom/error.hpp"

namespace fathom::sampling_engine {
namespace {

constexpr std::uint64_t rows_per_chunk = 1024;
constexpr double resolution = 0x1p32;  // of alias_slot::own
constexpr double most_own = 0x1p32 - 1;

class row_tables {
 public:
  row_tables(const graph& g, alias_table& table) : g_(g), rows_(g.view().out), table_(table) {}

  void make(vertex_id v) {
    const edge_offset first = rows_.offsets[v], size = rows_.degree(v);
    const double total = sum(v);
    if (!table_.totals.empty()) table_.totals[v] = total;
    alias_slot* const slots = table_.slots.data() + first;
    if (total == 0) {
      std::fill_n(slots, size, alias_slot{0, no_vertex});
      return;
    }
    scaled_.resize(size);
    below_.clear(), above_.clear();
    for (edge_offset i = 0; i < size; ++i) {
      scaled_[i] = rows_.weight(first + i) / total * static_cast<double>(size);
      (scaled_[i] < 1 ? below_ : above_).push_back(i);
    }
    const auto keep = [&](edge_offset i, edge_offset other) {
      slots[i] = {static_cast<std::uint32_t>(std::min(scaled_[i] * resolution, most_own)), rows_.targets[first + other]};
    };
    while (!below_.empty() && !above_.empty()) {
      const edge_offset small = below_.back(), large = above_.back();
      below_.pop_back();
      keep(small, large);
      scaled_[large] -= 1 - scaled_[small];
      if (scaled_[large] >= 1) continue;
      above_.pop_back();
      below_.push_back(large);
    }
    // Rounding may leave edges below 1; all that are left stand for themselves.
    for (const std::vector<edge_offset>* left : {&below_, &above_}) {
      for (const edge_offset i : *left) keep(i, i);
    }
  }

 private:
  double sum(vertex_id v) const {
    double total = 0;
    for (edge_offset e = rows_.offsets[v]; e < rows_.offsets[v + 1]; ++e) {
      const double weight = rows_.weight(e);
      if (!(weight >= 0) || std::isinf(weight))
        throw error(error_category::input, fmt::format("the weight of the edge '{}' -> '{}' is {}; weighted walks need weights "
                                                       "that are finite and not negative",
                                                       g_.name(v), g_.name(rows_.targets[e]), weight));
      total += weight;
    }
    if (std::isinf(total))
      throw error(error_category::input,
                  fmt::format("the weights of the edges of '{}' have no finite sum; scale the weights", g_.name(v)));
    return total;
  }

  const graph& g_;
  const adjacency_view& rows_;
  alias_table& table_;
  std::vector<double> scaled_;  // weights in multiples of the row's mean
  std::vector<edge_offset> below_, above_;
};

}  // namespace

alias_table make_alias_table(const graph& g, bool with_totals, int threads, const run_control& control) {
  alias_table table{array<alias_slot>(g.num_edges()), array<double>(with_totals ? g.num_vertices() : 0)};
  chunk_cursor cursor;
  run_team(threads, [&](int, int) {
    row_tables tables(g, table);
    cursor.for_chunks(g.num_vertices(), rows_per_chunk, [&](std::uint64_t first, std::uint64_t last) {
      check_stop(control);
      for (std::uint64_t v = first; v < last; ++v) tables.make(static_cast<vertex_id>(v));
    });
  });
  return table;
}

std::uint64_t alias_table_bytes(const graph& g, bool with_totals) {
  return g.num_edges() * sizeof(alias_slot) + (with_totals ? g.num_vertices() * sizeof(double) : 0);
}

}  // namespace fathom::sampling_engine

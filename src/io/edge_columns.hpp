// Edge storage during reading: small buffers that threads fill, one per chunk of text, and the growing columns they are appended
// to.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "io/growing_array.hpp"
#include "io/text/text_chunks.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {

/// Edges of one chunk of text. Id is vertex_id, or std::uint64_t once an id needs more than 32 bits.
template <class Id>
struct edge_buffer {
  array<Id> sources, targets;
  array<double> weights;             // as long as the others, or empty
  std::size_t count = 0;             // edges in use
  std::uint64_t entries = 0;         // entries in the text; more than `count` if the parser keeps only one of two directions
  std::uint64_t allowed = no_limit;  // maximum number of entries
  std::uint64_t largest = 0;         // id
  std::uint64_t declared = 0;        // number of vertices in a comment of our writers; 0 if there is none
  std::vector<std::uint64_t> lone;   // ids of vertices listed without an edge
  bool inexact = false;              // some weight is not representable in single precision
  bool rounded = false;              // some weight is not representable in double precision: see is_changed_weight()
  std::uint64_t given_weights = 0;   // edges whose data have a weight
  fault wrong;

  static constexpr std::uint64_t no_limit = ~std::uint64_t{0};

  /// Clears the buffer and makes room for `edges` edges.
  void reset(std::size_t edges, bool weighted) {
    if (sources.size() < edges) {
      sources = array<Id>(edges);
      targets = array<Id>(edges);
    }
    if (weighted && weights.size() < edges) weights = array<double>(edges);
    count = 0;
    entries = largest = declared = 0;
    allowed = no_limit;
    lone.clear();
    inexact = rounded = false;
    given_weights = 0;
    wrong = {};
  }

  /// Sets the weight of the edge at `count`; `text` is its spelling in the file.
  void set_weight(double w, std::string_view text) {
    weights[count] = w;
    inexact |= static_cast<double>(static_cast<edge_weight>(w)) != w;
    if (w == 0 || std::fabs(w) >= static_cast<double>(exact_wide_weight)) rounded |= is_changed_weight(text, w);
  }
};

template <class Id>
struct edge_columns {
  growing_array<Id> sources, targets;
  growing_array<edge_weight> weights;
  growing_array<double> wide_weights;  // replaces `weights` once a weight needs double precision: has_wide_weights
  bool has_wide_weights = false;

  /// Calls use(std::span) with the weights, in their current type.
  template <class Use>
  decltype(auto) with_weights(Use&& use) const {
    if (has_wide_weights) return use(std::span<const double>(wide_weights.data(), wide_weights.size()));
    return use(std::span<const edge_weight>(weights.data(), weights.size()));
  }
  void drop_weights() {
    weights = {}, wide_weights = {};
    has_wide_weights = false;
  }

  /// Appends the edges of all buffers, in order.
  void append(std::span<const edge_buffer<Id>> buffers, bool weighted, int threads) {
    std::vector<std::size_t> at(buffers.size() + 1, sources.size());
    for (std::size_t i = 0; i < buffers.size(); ++i) at[i + 1] = at[i] + buffers[i].count;
    sources.resize(at.back());
    targets.resize(at.back());
    if (weighted && !has_wide_weights && std::any_of(buffers.begin(), buffers.end(), [](const auto& b) { return b.inexact; })) {
      has_wide_weights = true;
      wide_weights.resize(weights.size());
      std::copy(weights.begin(), weights.end(), wide_weights.begin());
      weights = {};
    }
    if (weighted) has_wide_weights ? wide_weights.resize(at.back()) : weights.resize(at.back());
    parallel_for(buffers.size(), threads, [&](std::size_t i) {
      const edge_buffer<Id>& b = buffers[i];
      if (b.count == 0) return;
      std::memcpy(sources.data() + at[i], b.sources.data(), b.count * sizeof(Id));
      std::memcpy(targets.data() + at[i], b.targets.data(), b.count * sizeof(Id));
      if (!weighted) return;
      if (has_wide_weights) {
        std::memcpy(wide_weights.data() + at[i], b.weights.data(), b.count * sizeof(double));
      } else {
        std::transform(b.weights.begin(), b.weights.begin() + b.count, weights.data() + at[i],
                       [](double w) { return static_cast<edge_weight>(w); });
      }
    });
  }
};

/// All edges of a text; ids are those of the text minus the format's smallest id.
struct line_edges {
  edge_columns<vertex_id> narrow;
  edge_columns<std::uint64_t> wide;  // replaces `narrow` if is_wide
  bool is_wide = false;
  std::uint64_t entries = 0;
  std::uint64_t largest = 0;
  std::uint64_t declared = 0;
  std::vector<std::uint64_t> lone;
  bool rounded = false;
  std::uint64_t given_weights = 0;
  bool numeric = true;  // false if reading stopped at a name among numbers (CSV)
  std::string name;     // this name, as in "\"x\" in line 5"

  [[nodiscard]] std::size_t size() const noexcept { return is_wide ? wide.sources.size() : narrow.sources.size(); }
};

}  // namespace fathom::io

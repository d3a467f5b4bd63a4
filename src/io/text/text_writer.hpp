// Buffered formatting of numbers and words to an output_file, shared by all text formats.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/output_file.hpp"
#include "fathom/graph.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {

class text_writer {
 public:
  explicit text_writer(output_file& out) : out_(out) { buffer_.reserve(buffer_bytes + slack_bytes); }
  text_writer(const text_writer&) = delete;
  text_writer& operator=(const text_writer&) = delete;

  text_writer& operator<<(std::string_view text) {
    buffer_.append(text);
    return flushed();
  }
  text_writer& operator<<(char c) {
    buffer_.push_back(c);
    return flushed();
  }
  text_writer& operator<<(std::uint64_t number) { return append(number); }
  text_writer& operator<<(std::int64_t number) { return append(number); }
  text_writer& operator<<(vertex_id number) { return append(number); }
  /// Writes the shortest digits that read back as the same value; integers without a decimal point or an exponent.
  text_writer& operator<<(edge_weight w) { return is_whole(w) ? append(static_cast<std::int64_t>(w)) : append(w); }
  text_writer& operator<<(double w) { return is_whole(w) ? append(static_cast<std::int64_t>(w)) : append(w); }
  /// Passes the buffered text to the file.
  void finish() {
    out_.write(buffer_);
    buffer_.clear();
  }

 private:
  static constexpr std::size_t buffer_bytes = std::size_t{64} << 10;  // one write per few thousand edges
  static constexpr std::size_t slack_bytes = 1024;
  static constexpr std::size_t number_characters = 32;  // more than any number here

  static bool is_whole(double w) { return std::trunc(w) == w && std::fabs(w) <= static_cast<double>(exact_wide_weight); }

  template <class Number>
  text_writer& append(Number number) {
    char digits[number_characters];
    const auto [end, code] = std::to_chars(digits, digits + number_characters, number);
    buffer_.append(digits, end);
    return flushed();
  }
  text_writer& flushed() {
    if (buffer_.size() >= buffer_bytes) finish();
    return *this;
  }

  output_file& out_;
  std::string buffer_;
};

/// Calls edge(u, v, weight) for every stored edge, in order; weight is 1 in a graph without weights. Its type is edge_weight, or
/// double if the graph has double-precision weights.
template <class Edge>
void for_each_edge(const graph& g, Edge&& edge) {
  const adjacency_view& out = g.view().out;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
      if (out.wide_weights) {
        edge(u, out.targets[e], out.wide_weights[e]);
      } else {
        edge(u, out.targets[e], out.weights ? out.weights[e] : edge_weight{1});
      }
    }
  }
}

/// Throws error_category::output for a weight that is not an integer from `smallest` to below `limit`, or is below -limit, which
/// `format` cannot store.
void require_whole_weights(const graph& g, std::string_view format, double smallest, double limit = 9.0e18);

/// A weight accepted by require_whole_weights(), as an integer.
[[nodiscard]] inline std::int64_t whole_weight(double w) noexcept { return static_cast<std::int64_t>(w); }

/// True if each edge can be written once for both directions: an undirected graph with equal weights in both directions.
[[nodiscard]] bool is_mirrored(const graph& g);

}  // namespace fathom::io

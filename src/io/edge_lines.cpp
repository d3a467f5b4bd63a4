#include "io/edge_lines.hpp"

#include <fmt/format.h>

namespace fathom::io {
namespace {

constexpr std::string_view own_vertices = "# fathom: vertices ";
constexpr std::string_view own_vertex = "# fathom: vertex ";

// A comment of our own writers: the number of vertices, or a vertex without edges.
template <class Id>
void take_own_comment(const char* line, edge_buffer<Id>& out) {
  const std::string_view text(line, static_cast<std::size_t>(find_newline(line) - line));
  std::uint64_t value = 0;
  if (text.starts_with(own_vertices)) {
    const char* p = line + own_vertices.size();
    if (scan_digits(p, value) != p) out.declared = value;
  } else if (text.starts_with(own_vertex)) {
    const char* p = line + own_vertex.size();
    if (scan_digits(p, value) != p && value != digits_overflow) out.lone.push_back(value);
  }
}

// The fault of text that should have been an id.
line_fault no_id(const char* p, bool first) {
  if (is_line_end(*p)) return first ? line_fault::not_an_id : line_fault::missing_target;
  return *p == '-' && is_digit(p[1]) ? line_fault::negative : line_fault::not_an_id;
}

// The fault of an id that is not below the limit.
template <class Id>
line_fault beyond(std::uint64_t id, const line_grammar& grammar) {
  if (id == digits_overflow) return line_fault::overflow;
  if (grammar.vertices) return line_fault::out_of_range;
  return sizeof(Id) == sizeof(vertex_id) ? line_fault::too_wide : line_fault::overflow;
}

template <class Id, bool weighted>
void parse_lines(const line_grammar& grammar, std::string_view chunk, edge_buffer<Id>& out) {
  // Ids run from base to base + limit - 1; where the file declares nothing, Id is the limit, less the value that means "none".
  const std::uint64_t limit = grammar.vertices ? *grammar.vertices : std::numeric_limits<Id>::max();
  const std::uint64_t base = grammar.base;
  std::size_t n = 0;
  std::uint64_t largest = 0;
  const char* p = chunk.data();
  const char* const end = p + chunk.size();
  const char* line = p;
  const auto stop = [&](line_fault what, const char* token) { out.wrong = {what, line, token}; };

  while (p != end) {
    line = p;
    p = skip_blanks(p);
    if (!is_digit(*p)) {
      if (const char* rest = skip_to_newline(p); *rest == '\n') {
        p = rest + 1;
        continue;
      }
      if (*p != '\0' && (*p == grammar.comment || *p == grammar.other_comment)) {
        if (grammar.own_comments) take_own_comment(p, out);
        p = find_newline(p) + 1;
        continue;
      }
      if (grammar.record && !(*p == grammar.record && is_blank(p[1]))) {
        stop(line_fault::unknown_record, p);
        break;
      }
      if (grammar.record) p = skip_blanks(p + 1);
    } else if (grammar.record) {
      stop(line_fault::unknown_record, p);
      break;
    }

    std::uint64_t u = 0, v = 0;
    const char* const source = p;
    p = scan_digits(p, u);
    if (p == source || !is_space(*p)) {
      stop(no_id(source, true), source);
      break;
    }
    const char* const target = skip_blanks(p);
    p = scan_digits(target, v);
    if (p == target || !is_space(*p)) {
      stop(no_id(target, false), target);
      break;
    }
    if (u - base >= limit || v - base >= limit) [[unlikely]] {
      const bool first = u - base >= limit;
      stop(beyond<Id>(first ? u : v, grammar), first ? source : target);
      break;
    }
    if (n == out.allowed) [[unlikely]] {
      stop(line_fault::extra_entry, nullptr);
      break;
    }
    if constexpr (weighted) {
      const char* const weight = skip_blanks(p);
      if (is_line_end(*weight)) {
        stop(line_fault::missing_weight, nullptr);
        break;
      }
      edge_weight w = 0;
      p = scan_weight(weight, w);
      if (!p || !is_finite_weight(w)) {
        stop(p ? line_fault::not_finite : line_fault::bad_weight, weight);
        break;
      }
      out.weights[n] = w;
      out.rounded |= w >= static_cast<edge_weight>(exact_weight) || w <= -static_cast<edge_weight>(exact_weight);
    }
    if (*p != '\n') {
      p = grammar.rest_ignored ? find_newline(p) : skip_to_newline(p);
      if (*p != '\n') {
        stop(line_fault::extra_text, p);
        break;
      }
    }
    ++p;
    out.sources[n] = static_cast<Id>(u - base);
    out.targets[n] = static_cast<Id>(v - base);
    ++n;
    largest = std::max(largest, std::max(u, v) - base);
  }
  out.count = out.entries = n;
  out.largest = largest;
}

}  // namespace

template <class Id>
void line_parser::parse(std::size_t, std::string_view chunk, edge_buffer<Id>& out) const {
  weighted() ? parse_lines<Id, true>(grammar_, chunk, out) : parse_lines<Id, false>(grammar_, chunk, out);
}

template void line_parser::parse(std::size_t, std::string_view, edge_buffer<vertex_id>&) const;
template void line_parser::parse(std::size_t, std::string_view, edge_buffer<std::uint64_t>&) const;

edge_list declared_edges(line_edges&& edges, std::uint64_t num_vertices) {
  edge_list list;
  list.num_vertices = num_vertices;
  list.sources = edges.narrow.sources.take();
  list.targets = edges.narrow.targets.take();
  list.weights = edges.narrow.weights.take();
  note_rounding(edges, list);
  return list;
}

void note_rounding(const line_edges& edges, edge_list& list) {
  if (edges.rounded) list.notes.push_back("some weights are 2^24 or more; single precision may have rounded them");
}

namespace detail {

void widen(line_edges& edges) {
  edges.is_wide = true;
  const auto copy = [](growing_array<vertex_id>& from, growing_array<std::uint64_t>& to) {
    to.resize(from.size());
    std::copy(from.begin(), from.end(), to.begin());
    from = {};
  };
  copy(edges.narrow.sources, edges.wide.sources);
  copy(edges.narrow.targets, edges.wide.targets);
  edges.wide.weights = std::move(edges.narrow.weights);
}

}  // namespace detail
}  // namespace fathom::io

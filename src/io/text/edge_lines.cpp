#include "io/text/edge_lines.hpp"

#include "io/edge_data.hpp"

namespace fathom::io {
namespace {

constexpr std::string_view own_vertices = "# fathom: vertices ";
constexpr std::string_view own_vertex = "# fathom: vertex ";

// Reads the lines of one chunk. Each step returns the fault, if any, and sets token_ to its position.
template <class Id, bool weighted>
class chunk_reader {
 public:
  chunk_reader(const line_grammar& grammar, std::string_view chunk, edge_buffer<Id>& out)
      : grammar_(grammar),
        // Ids range from base to base + limit - 1. If the file declares no number of vertices, the limit is that of Id minus the
        // value reserved for "none".
        base_(grammar.base),
        limit_(grammar.vertices ? *grammar.vertices : std::numeric_limits<Id>::max()),
        at_(chunk.data()),
        end_(chunk.data() + chunk.size()),
        out_(out) {}

  void read() {
    line_fault what = line_fault::none;
    const char* line = at_;
    while (what == line_fault::none && at_ != end_) {
      line = at_;
      bool edge = true;
      what = find_edge(edge);
      if (edge && what == line_fault::none) what = take_edge();
    }
    if (what != line_fault::none) out_.wrong = {what, line, token_};
    out_.count = out_.entries = count_;
    out_.largest = largest_;
  }

 private:
  // Advances at_ to the first id, or past a line without an edge.
  line_fault find_edge(bool& edge) {
    at_ = skip_blanks(at_);
    if (is_digit(*at_) && !grammar_.record) return line_fault::none;
    if (const char* rest = skip_to_newline(at_); *rest == '\n') {
      at_ = rest + 1;
      edge = false;
    } else if (*at_ != '\0' && (*at_ == grammar_.comment || *at_ == grammar_.other_comment)) {
      if (grammar_.fathom_comments) take_own_comment(at_, out_.declared, out_.lone);
      at_ = find_newline(at_) + 1;
      edge = false;
    } else if (grammar_.record) {
      token_ = at_;
      if (*at_ != grammar_.record || !is_blank(at_[1])) return line_fault::unknown_record;
      at_ = skip_blanks(at_ + 1);
    }
    return line_fault::none;
  }

  line_fault take_edge() {
    std::uint64_t u = 0, v = 0;
    const char* const source = at_;
    at_ = scan_digits(source, u);
    if ((at_ == source || !is_space(*at_)) && !take_float_id(source, u)) return no_id(source, line_fault::not_an_id);
    const char* const target = skip_blanks(at_);
    at_ = scan_digits(target, v);
    if ((at_ == target || !is_space(*at_)) && !take_float_id(target, v)) return no_id(target, line_fault::missing_target);
    if (u - base_ >= limit_) [[unlikely]]
      return beyond(u, source);
    if (v - base_ >= limit_) [[unlikely]]
      return beyond(v, target);
    if (count_ == out_.allowed) [[unlikely]]
      return line_fault::extra_entry;
    if constexpr (weighted) {
      if (const line_fault what = take_weight(); what != line_fault::none) return what;
    }
    if (*at_ != '\n') {
      at_ = token_ = grammar_.rest_ignored ? end_of_rest(at_) : skip_to_newline(at_);
      if (begins_comment(at_)) at_ = end_of_rest(at_);
      if (*at_ != '\n') return line_fault::extra_text;
    }
    ++at_;
    out_.sources[count_] = static_cast<Id>(u - base_);
    out_.targets[count_] = static_cast<Id>(v - base_);
    ++count_;
    largest_ = std::max(largest_, std::max(u, v) - base_);
    return line_fault::none;
  }

  // Whether a comment begins here, behind an edge of a list.
  bool begins_comment(const char* p) const { return *p == '#' && grammar_.fathom_comments; }

  // The end of the line; the text after a carriage return if that is not at the end.
  static const char* end_of_rest(const char* p) {
    const char* const end = find_newline(p);
    const void* const bare = std::memchr(p, '\r', static_cast<std::size_t>(end - p));
    return bare ? skip_to_newline(static_cast<const char*>(bare)) : end;
  }

  // Reads an id such as "2.0" and advances at_ past it.
  bool take_float_id(const char* p, std::uint64_t& id) {
    const char* const behind = grammar_.float_ids ? scan_float_whole(p, id) : nullptr;
    if (behind) at_ = behind;
    return behind != nullptr;
  }

  line_fault take_data() {
    token_ = skip_blanks(at_);
    double w = 1;
    std::string_view written;
    const line_fault what = scan_edge_data(token_, w, written);
    out_.count = count_;
    out_.set_weight(w, written);
    out_.given_weights += !written.empty();
    if (what != line_fault::none && !written.empty()) token_ = written.data();
    at_ = find_newline(at_);
    return what;
  }

  line_fault take_weight() {
    if (grammar_.third == third_column::data) return take_data();
    for (std::size_t column = 0; column < grammar_.skipped; ++column) {
      at_ = skip_blanks(at_);
      while (!is_space(*at_)) ++at_;
    }
    token_ = skip_blanks(at_);
    if (is_line_end(*token_) || begins_comment(token_)) return line_fault::missing_weight;
    double w = 0;
    at_ = scan_weight(token_, w);
    if (!at_ && grammar_.fortran_reals) at_ = scan_fortran_real(token_, w);
    if (!at_) return line_fault::bad_weight;
    if (!is_finite_weight(w)) return line_fault::not_finite;
    out_.count = count_;
    out_.set_weight(w, {token_, static_cast<std::size_t>(at_ - token_)});
    return line_fault::none;
  }

  // The fault of text that is not an id; `missing` if the line ends there.
  line_fault no_id(const char* p, line_fault missing) {
    token_ = p;
    if (is_line_end(*p)) return missing;
    return *p == '-' && is_digit(p[1]) ? line_fault::negative : line_fault::not_an_id;
  }

  line_fault beyond(std::uint64_t id, const char* token) {
    token_ = token;
    if (id == digits_overflow) return line_fault::overflow;
    if (grammar_.vertices || id < base_) return line_fault::out_of_range;
    return sizeof(Id) == sizeof(vertex_id) ? line_fault::too_wide : line_fault::overflow;
  }

  const line_grammar& grammar_;
  const std::uint64_t base_, limit_;
  const char* at_;
  const char* const end_;
  const char* token_ = nullptr;
  edge_buffer<Id>& out_;
  std::size_t count_ = 0;
  std::uint64_t largest_ = 0;
};

}  // namespace

template <class Id>
void line_parser::parse(std::size_t, std::string_view chunk, edge_buffer<Id>& out) const {
  weighted() ? chunk_reader<Id, true>(grammar_, chunk, out).read() : chunk_reader<Id, false>(grammar_, chunk, out).read();
}

template void line_parser::parse(std::size_t, std::string_view, edge_buffer<vertex_id>&) const;
template void line_parser::parse(std::size_t, std::string_view, edge_buffer<std::uint64_t>&) const;

void take_own_comment(const char* line, std::uint64_t& declared, std::vector<std::uint64_t>& lone) {
  const std::string_view text(line, static_cast<std::size_t>(find_newline(line) - line));
  std::uint64_t value = 0;
  if (text.starts_with(own_vertices)) {
    const char* p = line + own_vertices.size();
    if (scan_digits(p, value) != p) declared = value;
  } else if (text.starts_with(own_vertex)) {
    const char* p = line + own_vertex.size();
    if (scan_digits(p, value) != p && value != digits_overflow) lone.push_back(value);
  }
}

edge_list declared_edges(line_edges&& edges, std::uint64_t num_vertices) {
  edge_list list;
  list.num_vertices = num_vertices;
  list.sources = edges.narrow.sources.take();
  list.targets = edges.narrow.targets.take();
  list.weights = edges.narrow.weights.take();
  list.wide_weights = edges.narrow.wide_weights.take();
  note_rounding(edges, list);
  return list;
}

void note_rounding(const line_edges& edges, edge_list& list) {
  if (edges.rounded) list.notes.push_back(changed_weights_note);
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
  edges.wide.wide_weights = std::move(edges.narrow.wide_weights);
  edges.wide.has_wide_weights = edges.narrow.has_wide_weights;
}

}  // namespace detail
}  // namespace fathom::io

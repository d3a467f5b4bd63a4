// generate(): parser of generator specs such as "kron:20:16".
#include <fmt/format.h>

#include <charconv>
#include <string>
#include <vector>

#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "graph/generators/kron_spec.hpp"

namespace fathom {
namespace {

// The colon-separated arguments of a spec, with conversions that report errors.
class arguments {
 public:
  arguments(std::string_view spec, std::string_view form) : spec_(spec), form_(form) {
    for (std::size_t at = spec.find(':'); at != std::string_view::npos;) {
      const std::size_t next = spec.find(':', at + 1);
      parts_.push_back(spec.substr(at + 1, next == std::string_view::npos ? next : next - at - 1));
      at = next;
    }
  }

  [[nodiscard]] std::size_t count() const noexcept { return parts_.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t i) const { return parts_[i]; }

  [[noreturn]] void fail(const std::string& complaint) const {
    throw error(error_category::usage, fmt::format("generator '{}': {}; the form is {}", spec_, complaint, form_));
  }

  template <class T>
  [[nodiscard]] T number(std::string_view text, std::string_view what, std::string_view kind) const {
    T value{};
    const char* const end = text.data() + text.size();
    const auto [stop, status] = std::from_chars(text.data(), end, value);
    if (status == std::errc::result_out_of_range) fail(fmt::format("{} '{}' is too large", what, text));
    if (status != std::errc{} || stop != end) fail(fmt::format("{} '{}' is not a {}", what, text, kind));
    return value;
  }

  [[nodiscard]] int integer(std::size_t i, std::string_view what) const { return number<int>(parts_[i], what, "whole number"); }
  [[nodiscard]] std::uint64_t size(std::size_t i, std::string_view what) const { return size(parts_[i], what); }
  [[nodiscard]] std::uint64_t size(std::string_view text, std::string_view what) const {
    return number<std::uint64_t>(text, what, "whole number of 0 or more");
  }
  [[nodiscard]] double real(std::size_t i, std::string_view what) const { return number<double>(parts_[i], what, "number"); }

 private:
  std::string_view spec_, form_;
  std::vector<std::string_view> parts_;
};

constexpr int default_edge_factor = 16;  // Graph500's

int edge_factor(const arguments& a) { return a.count() > 1 ? a.integer(1, "edge factor") : default_edge_factor; }

rmat_probabilities probabilities(const arguments& a, rmat_probabilities otherwise) {
  if (a.count() == 2 + 3) return {a.real(2, "probability A"), a.real(3, "probability B"), a.real(4, "probability C")};
  if (a.count() > 2) a.fail(fmt::format("it gives {} of the three probabilities A, B and C", a.count() - 2));
  return otherwise;
}

edge_list kron_of(const arguments& a, const generate_options& o) {
  return kron(a.integer(0, "scale"), edge_factor(a), probabilities(a, rmat_probabilities{}), o);
}
edge_list rmat_of(const arguments& a, const generate_options& o) {
  return rmat(a.integer(0, "scale"), edge_factor(a), probabilities(a, rmat_probabilities{0.45, 0.15, 0.15}), o);
}
edge_list uniform_of(const arguments& a, const generate_options& o) { return uniform(a.integer(0, "scale"), edge_factor(a), o); }
edge_list random_of(const arguments& a, const generate_options& o) {
  return fixed_out_degree(a.size(0, "number of vertices"), a.integer(1, "degree"), o);
}
edge_list grid_of(const arguments& a, const generate_options& o) {
  const std::size_t cross = a[0].find('x');
  if (cross == std::string_view::npos) a.fail(fmt::format("size '{}' has no 'x' between width and height", a[0]));
  return grid(a.size(a[0].substr(0, cross), "width"), a.size(a[0].substr(cross + 1), "height"), o);
}
edge_list rgg_of(const arguments& a, const generate_options& o) { return random_geometric(a.integer(0, "scale"), o); }
edge_list delaunay_of(const arguments& a, const generate_options& o) { return delaunay(a.integer(0, "scale"), o); }
edge_list small_world_of(const arguments& a, const generate_options& o) {
  return small_world(a.size(0, "number of vertices"), a.integer(1, "degree"), a.real(2, "rewiring probability"), o);
}
edge_list path_of(const arguments& a, const generate_options& o) { return path(a.size(0, "number of vertices"), o); }
edge_list star_of(const arguments& a, const generate_options& o) { return star(a.size(0, "number of vertices"), o); }
edge_list complete_of(const arguments& a, const generate_options& o) { return complete(a.size(0, "number of vertices"), o); }
edge_list tree_of(const arguments& a, const generate_options& o) { return binary_tree(a.size(0, "number of vertices"), o); }

struct family {
  std::string_view name, form;
  std::size_t fewest, most;  // arguments
  edge_list (*make)(const arguments&, const generate_options&);
};

constexpr family families[] = {
    {"kron", "kron:SCALE[:EDGE_FACTOR[:A:B:C]]", 1, 5, kron_of},
    {"rmat", "rmat:SCALE[:EDGE_FACTOR[:A:B:C]]", 1, 5, rmat_of},
    {"uniform", "uniform:SCALE[:EDGE_FACTOR]", 1, 2, uniform_of},
    {"random", "random:N:DEGREE", 2, 2, random_of},
    {"grid", "grid:WIDTHxHEIGHT", 1, 1, grid_of},
    {"rgg", "rgg:SCALE", 1, 1, rgg_of},
    {"delaunay", "delaunay:SCALE", 1, 1, delaunay_of},
    {"small-world", "small-world:N:DEGREE:P", 3, 3, small_world_of},
    {"path", "path:N", 1, 1, path_of},
    {"star", "star:N", 1, 1, star_of},
    {"complete", "complete:N", 1, 1, complete_of},
    {"tree", "tree:N", 1, 1, tree_of},
};

const family* find_family(std::string_view spec) {
  const std::string_view name = spec.substr(0, spec.find(':'));
  for (const family& f : families) {
    if (f.name == name) return &f;
  }
  return nullptr;
}

}  // namespace

bool is_generator(std::string_view spec) { return find_family(spec) != nullptr; }

std::vector<std::string> generator_names() {
  std::vector<std::string> names;
  for (const family& f : families) names.emplace_back(f.name);
  return names;
}

edge_list generate(std::string_view spec, const generate_options& options) {
  const family* const f = find_family(spec);
  if (f == nullptr) {
    std::string known;
    for (const family& each : families) known += fmt::format("{}{}", known.empty() ? "" : ", ", each.form);
    throw error(error_category::usage, fmt::format("generator '{}' is unknown; use one of {}", spec, known));
  }
  const arguments a(spec, f->form);
  if (a.count() < f->fewest) a.fail(fmt::format("it has {} arguments and needs {}", a.count(), f->fewest));
  if (a.count() > f->most) a.fail(fmt::format("it has {} arguments and takes at most {}", a.count(), f->most));
  return f->make(a, options);
}

std::optional<kron_spec> plain_kron(std::string_view spec) {
  if (spec.substr(0, spec.find(':')) != "kron") return {};
  const arguments a(spec, "kron:SCALE[:EDGE_FACTOR[:A:B:C]]");
  if (a.count() < 1 || a.count() > 2) return {};
  return kron_spec{a.integer(0, "scale"), edge_factor(a)};
}

}  // namespace fathom

// Conversion of receipts and reports to dictionaries.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <memory>
#include <utility>

#include "fathom/build.hpp"
#include "fathom/components.hpp"
#include "fathom/diameter.hpp"
#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/pagerank.hpp"
#include "fathom/report.hpp"
#include "fathom/sssp.hpp"
#include "fathom/triangles.hpp"
#include "fathom/visitor/searches.hpp"
#include "fathom/visitor/supersteps.hpp"

namespace fathom_python {

namespace nb = nanobind;

[[nodiscard]] nb::dict fields(const fathom::graph_properties& p);
[[nodiscard]] nb::dict fields(const fathom::receipt& r);
[[nodiscard]] nb::dict fields(const fathom::layout& l);
[[nodiscard]] nb::dict fields(const fathom::run_report& r);
[[nodiscard]] nb::dict fields(const fathom::multi_bfs_report& r);
[[nodiscard]] nb::dict fields(const fathom::multi_search_report& r);
[[nodiscard]] nb::dict fields(const fathom::edge_vertex_report& r);
[[nodiscard]] nb::dict fields(const fathom::sssp_report& r);
[[nodiscard]] nb::dict fields(const fathom::components_report& r);
[[nodiscard]] nb::dict fields(const fathom::triangles_report& r);
[[nodiscard]] nb::dict fields(const fathom::pagerank_report& r);
[[nodiscard]] nb::dict fields(const fathom::bounding_report& r);

/// A report that is converted to a dictionary on first access, because the conversion takes longer than a search of a small graph.
struct unread_report {
  std::function<nb::dict()> read;
};

template <class R>
[[nodiscard]] nb::object unread(R report) {
  auto kept = std::make_shared<const R>(std::move(report));
  return nb::cast(unread_report{[kept] { return fields(*kept); }});
}

}  // namespace fathom_python

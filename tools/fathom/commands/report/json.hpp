// JSON of `fathom report`.
#pragma once

#include <string>

#include "fathom/study.hpp"
#include "options/loaded_graph.hpp"

namespace fathom::program {

[[nodiscard]] std::string study_json(const loaded_graph& loaded, const graph_study& s);

}  // namespace fathom::program

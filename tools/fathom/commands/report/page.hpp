// Page of `fathom report`.
#pragma once

#include <string>

#include "commands/bench/environment.hpp"
#include "commands/report/study.hpp"

namespace fathom::program {

[[nodiscard]] std::string study_page(const graph_study& s, const bench_environment& where);

}  // namespace fathom::program

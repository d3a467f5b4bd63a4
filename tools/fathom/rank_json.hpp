// The JSON objects of what ranks did.
#pragma once

#include <span>

#include "fathom/rank_bfs.hpp"
#include "fathom/rank_energy.hpp"
#include "json.hpp"

namespace fathom::program {

/// By rank.
[[nodiscard]] json ranks_json(std::span<const rank_work> by_rank);
[[nodiscard]] json levels_json(std::span<const rank_level_report> levels);
/// Of all devices; where none could be measured its values are null, and `why_not` says why.
[[nodiscard]] json energy_json(const search_energy& measured);

}  // namespace fathom::program

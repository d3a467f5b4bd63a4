// Numbers of vertices within 1, 2, ... hops of each source, as a visitor of multi_search() that stops a search once it has reached
// enough vertices.
#pragma once

#include <fathom/visitor/multi_search.hpp>

struct k_hop_counts {
  static constexpr fathom::hop_count most_hops = 8;
  struct state {
    std::uint64_t within[most_hops + 1] = {};  // [h]: vertices within h hops of the source, including it
    fathom::hop_count hops = 0;                // last valid index of `within`
  };

  std::uint64_t enough;

  FATHOM_CALLABLE void init(auto& search) const {
    search.once([&] { search.state.within[0] = 1; });
    if (enough <= 1) search.stop();
  }

  FATHOM_CALLABLE void post(auto& search) const {
    search.once([&] {
      search.state.hops = search.level() + 1;
      search.state.within[search.state.hops] = search.reached();
    });
    if (search.reached() >= enough || search.level() + 1 == most_hops) search.stop();
  }
};

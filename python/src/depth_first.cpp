// Depth-first search in the order in which rows list neighbors, with the same order and tree as NetworkX.
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "call.hpp"
#include "fathom/control.hpp"

namespace fathom_python {
namespace {

constexpr std::int32_t none = -1;

// Vertices between two polls of the stop token.
constexpr std::size_t poll_interval = 1 << 16;

// Vertices in order of discovery with their predecessors (-1 for roots), and expanded vertices in order of completion.
struct found_tree {
  std::vector<std::int32_t> order, parents, completed;
};

// Searches from each root in turn that no earlier one has reached. Vertices deeper than the limit are not reached, and those at the
// limit are not expanded, so that they are missing in `completed`; neighbors of roots are always reached. -1: no limit.
found_tree search(std::span<const std::int64_t> offsets, std::span<const std::int32_t> ends, std::span<const std::int64_t> roots,
                  std::int64_t depth_limit, const fathom::run_control& control) {
  const std::size_t n = offsets.size() - 1;
  std::vector<bool> seen(n);
  std::vector<std::int64_t> next(offsets.begin(), offsets.end() - 1);
  std::vector<std::int32_t> path;  // from the root to the current vertex
  found_tree found;
  const auto add = [&](std::int32_t v, std::int32_t parent) {
    seen[static_cast<std::size_t>(v)] = true;
    found.order.push_back(v);
    found.parents.push_back(parent);
  };
  for (const std::int64_t root : roots) {
    if (seen[static_cast<std::size_t>(root)]) continue;
    add(static_cast<std::int32_t>(root), none);
    path.push_back(static_cast<std::int32_t>(root));
    while (!path.empty()) {
      const auto v = static_cast<std::size_t>(path.back());
      if (next[v] == offsets[v + 1]) {
        found.completed.push_back(path.back());
        path.pop_back();
        if (found.completed.size() % poll_interval == 0) fathom::check_stop(control);
        continue;
      }
      const std::int32_t w = ends[static_cast<std::size_t>(next[v]++)];
      if (seen[static_cast<std::size_t>(w)]) continue;
      add(w, path.back());
      if (depth_limit < 0 || static_cast<std::int64_t>(path.size()) < depth_limit) path.push_back(w);
    }
  }
  return found;
}

// Arguments come from the backend and are not checked.
nb::tuple ordered_dfs(const host_array_of<std::int64_t>& offsets, const host_array_of<std::int32_t>& ends,
                      const host_array_of<std::int64_t>& roots, std::int64_t depth_limit) {
  call c(0, nb::none());
  found_tree found = c.run([&] {
    return search({offsets.data(), offsets.size()}, {ends.data(), ends.size()}, {roots.data(), roots.size()}, depth_limit,
                  c.control);
  });
  return nb::make_tuple(hand_over(std::move(found.order)), hand_over(std::move(found.parents)),
                        hand_over(std::move(found.completed)));
}

}  // namespace

const registered_bindings depth_first_bindings{
    [](nb::module_& m) { define(m, "ordered_dfs", ordered_dfs, "offsets", "ends", "roots", "depth_limit"); }};

}  // namespace fathom_python

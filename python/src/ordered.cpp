// Sequential searches in the order in which rows list neighbors, with the same order and trees as NetworkX. The library's searches
// find the same distances and components faster, but with an arbitrary tree.
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "call.hpp"

namespace fathom_python {
namespace {

constexpr std::int32_t none = -1;

// Vertices in order of discovery, the sources first, with the predecessor (-1 for sources) and depth of each.
struct found_vertices {
  std::vector<std::int32_t> order, parents, depths;
};

found_vertices search(std::span<const std::int64_t> offsets, std::span<const std::int32_t> ends,
                      std::span<const std::int64_t> sources, std::int64_t depth_limit) {
  const std::size_t n = offsets.size() - 1;
  std::vector<bool> seen(n);
  found_vertices found;
  const auto add = [&](std::int32_t v, std::int32_t parent, std::int32_t depth) {
    if (seen[static_cast<std::size_t>(v)]) return;
    seen[static_cast<std::size_t>(v)] = true;
    found.order.push_back(v);
    found.parents.push_back(parent);
    found.depths.push_back(depth);
  };
  for (const std::int64_t s : sources) add(static_cast<std::int32_t>(s), none, 0);
  for (std::size_t i = 0; i < found.order.size() && found.order.size() < n; ++i) {
    const std::int32_t v = found.order[i], depth = found.depths[i];
    if (depth_limit >= 0 && depth >= depth_limit) break;
    for (std::int64_t e = offsets[static_cast<std::size_t>(v)]; e < offsets[static_cast<std::size_t>(v) + 1]; ++e) {
      add(ends[static_cast<std::size_t>(e)], v, depth + 1);
    }
  }
  return found;
}

// Arguments come from the backend and are not checked.
nb::tuple ordered_bfs(const host_array_of<std::int64_t>& offsets, const host_array_of<std::int32_t>& ends,
                      const host_array_of<std::int64_t>& sources, std::int64_t depth_limit) {
  call c(0, nb::none());
  found_vertices found = c.run([&] {
    return search({offsets.data(), offsets.size()}, {ends.data(), ends.size()}, {sources.data(), sources.size()}, depth_limit);
  });
  return nb::make_tuple(hand_over(std::move(found.order)), hand_over(std::move(found.parents)), hand_over(std::move(found.depths)));
}

// Strongly connected components by Tarjan's algorithm (1972), numbered in order of completion of a depth-first search that starts
// at each vertex in turn: a component precedes the components that reach it.
std::vector<std::int32_t> number_strong(std::span<const std::int64_t> offsets, std::span<const std::int32_t> ends) {
  const std::size_t n = offsets.size() - 1;
  std::vector<std::int32_t> number(n, none), entered(n, none), lowest(n);
  std::vector<std::int64_t> next(offsets.begin(), offsets.end() - 1);
  std::vector<std::int32_t> path;  // from the root to the current vertex
  std::vector<std::int32_t> open;  // Tarjan's stack: entered vertices without a component
  std::int32_t count = 0, time = 0;
  const auto enter = [&](std::int32_t v) {
    entered[static_cast<std::size_t>(v)] = lowest[static_cast<std::size_t>(v)] = time++;
    path.push_back(v);
    open.push_back(v);
  };
  const auto leave = [&](std::size_t v) {
    path.pop_back();
    if (!path.empty()) {
      std::int32_t& before = lowest[static_cast<std::size_t>(path.back())];
      before = std::min(before, lowest[v]);
    }
    if (lowest[v] != entered[v]) return;
    for (std::size_t member = n; member != v;) {
      member = static_cast<std::size_t>(open.back());
      open.pop_back();
      number[member] = count;
    }
    ++count;
  };
  for (std::size_t root = 0; root < n; ++root) {
    if (entered[root] == none) enter(static_cast<std::int32_t>(root));
    while (!path.empty()) {
      const auto v = static_cast<std::size_t>(path.back());
      if (next[v] == offsets[v + 1]) {
        leave(v);
        continue;
      }
      const std::int32_t end = ends[static_cast<std::size_t>(next[v]++)];
      const auto w = static_cast<std::size_t>(end);
      if (entered[w] == none) {
        enter(end);
      } else if (number[w] == none) {
        lowest[v] = std::min(lowest[v], entered[w]);
      }
    }
  }
  return number;
}

anything ordered_strong(const host_array_of<std::int64_t>& offsets, const host_array_of<std::int32_t>& ends) {
  call c(0, nb::none());
  return hand_over(c.run([&] { return number_strong({offsets.data(), offsets.size()}, {ends.data(), ends.size()}); }));
}

}  // namespace

const registered_bindings ordered_bindings{[](nb::module_& m) {
  define(m, "ordered_bfs", ordered_bfs, "offsets", "ends", "sources", "depth_limit");
  define(m, "ordered_strong", ordered_strong, "offsets", "ends");
}};

}  // namespace fathom_python

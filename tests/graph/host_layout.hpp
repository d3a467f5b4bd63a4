// Copy of a device layout in host memory, for inspection by tests.
#pragma once

#include "fathom/layout.hpp"

namespace fathom::test {

template <class T>
array<T> copied(const T* from, std::size_t size, device where) {
  array<T> to(from ? size : 0);
  copy_to_host(to.data(), from, to.bytes(), where);
  return to;
}

inline layout host_layout(layout l) {
  if (l.where.kind == device_kind::cpu) return l;
  const std::size_t n = l.num_vertices;
  const bool two_sided = l.in.offsets && l.in.offsets != l.out.offsets;
  auto arrays = std::make_shared<layout_arrays>();
  arrays->offsets = copied(l.out.offsets, n + 1, l.where);
  arrays->targets = copied(l.out.targets, l.num_edges, l.where);
  arrays->in_offsets = copied(two_sided ? l.in.offsets : nullptr, n + 1, l.where);
  arrays->in_targets = copied(two_sided ? l.in.targets : nullptr, l.num_edges, l.where);
  arrays->heads = copied(l.heads, n * static_cast<std::size_t>(l.head_width), l.where);
  arrays->to_caller = copied(l.to_caller, n + 1, l.where);
  arrays->to_internal = copied(l.to_internal, l.caller_vertices, {});
  l.out = {arrays->offsets.data(), arrays->targets.data()};
  if (l.in.offsets) l.in = two_sided ? layout_adjacency{arrays->in_offsets.data(), arrays->in_targets.data()} : l.out;
  l.heads = arrays->heads.data();
  if (l.to_caller) l.to_caller = arrays->to_caller.data();
  if (l.to_internal) l.to_internal = arrays->to_internal.data();
  l.arrays = std::move(arrays);
  l.where = {};
  return l;
}

}  // namespace fathom::test

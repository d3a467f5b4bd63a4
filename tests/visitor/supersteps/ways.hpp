// All ways to run a program, which must not change its results.
#pragma once

#include <string>
#include <vector>

#include "fathom/visitor/edge_vertex.hpp"

namespace fathom::test {

struct named_way {
  std::string name;
  edge_vertex_options options;
};

inline std::vector<named_way> every_way() {
  std::vector<named_way> ways;
  for (const int threads : {1, 3}) {
    const auto add = [&](const std::string& name, message_form form, superstep_way way, edge_vertex_order order, vertex_id group) {
      edge_vertex_options options;
      options.messages = form, options.way = way, options.order = order, options.group_size = group;
      options.buckets = 10;
      options.control.threads = threads;
      ways.push_back({name + ", " + std::to_string(threads) + " threads", options});
    };
    using enum edge_vertex_order;
    add("automatic", message_form::automatic, superstep_way::automatic, automatic, 1);
    add("push", message_form::fused, superstep_way::push, caller, 1);
    add("pull", message_form::fused, superstep_way::pull, caller, 1);
    add("sorted", message_form::fused, superstep_way::automatic, approximate_sort, 1);
    add("sorted exactly, push", message_form::fused, superstep_way::push, exact_sort, 1);
    add("sorted exactly, pull", message_form::fused, superstep_way::pull, exact_sort, 1);
    add("buffered", message_form::buffered, superstep_way::automatic, caller, 1);
    add("buffered in groups", message_form::buffered, superstep_way::automatic, approximate_sort, 32);
    add("buffered in groups of 3", message_form::buffered, superstep_way::automatic, caller, 3);
  }
  return ways;
}

}  // namespace fathom::test

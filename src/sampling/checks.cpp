#include "sampling/checks.hpp"

#include "base/fail_usage.hpp"

namespace fathom {

void check_place(const execution& exec, std::string_view what) {
  if (exec.where.kind != device_kind::cpu) fail_usage("{} run only on the cpu; use it instead of {}", what, to_string(exec.where));
  if (exec.transport != rank_transport::automatic)
    fail_usage("transport {} requires a distributed graph; leave it automatic", to_string(exec.transport));
}

void check_sources(const graph& g, std::span<const vertex_id> sources) {
  const vertex_id n = g.num_vertices();
  for (const vertex_id v : sources) {
    if (v >= n) fail_usage("source {} is outside the graph of {} vertices{}", v, n, n > 0 ? fmt::format(" (0 to {})", n - 1) : "");
  }
}

}  // namespace fathom

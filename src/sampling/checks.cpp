#include "sampling/checks.hpp"

#include "base/fail_usage.hpp"

namespace fathom {

void check_place(const execution& exec, bool keep_on_device, std::string_view what) {
  static_cast<void>(choose_device(to_string(exec.where)));
  if (!exec.devices.empty() || exec.ranks != nullptr)
    fail_usage("{} run on one device of one process; give 'where' instead of 'devices' or 'ranks'", what);
  if (keep_on_device && exec.where.kind == device_kind::cpu)
    fail_usage("keep_on_device requires a CUDA device, but {} run on the cpu; leave it out, or choose a device", what);
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

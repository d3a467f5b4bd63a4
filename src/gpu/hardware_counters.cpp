#include "gpu/hardware_counters.hpp"

#include "gpu/backend.hpp"

namespace fathom {

std::vector<hardware_counter> read_hardware_counters(device where, std::span<const std::string_view> names,
                                                     const std::function<void()>& work) {
  const gpu_backend* const backend = where.kind == device_kind::cpu ? nullptr : find_gpu_backend();
  if (backend) return backend->read_counters(where, names, work);
  const std::string why = where.kind == device_kind::cpu ? "a CPU has no counters of a GPU" : why_no_cuda();
  std::vector<hardware_counter> none;
  for (const std::string_view name : names) none.push_back({std::string(name), 0, why});
  return none;
}

}  // namespace fathom

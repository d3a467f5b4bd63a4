#include "fathom/energy.hpp"

#include <fmt/format.h>

#include "energy/nvml_source.hpp"
#include "energy/open_source.hpp"
#include "energy/rapl_source.hpp"
#include "energy/source_meter.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"

namespace fathom {

std::unique_ptr<energy_source> open_energy_source(device where) {
  if (where.kind == device_kind::cpu) {
    try {
      return std::make_unique<rapl_source>();
    } catch (const error& e) {
      throw error(e.category(), fmt::format("the energy of the CPU cannot be read: {}", e.what()));
    }
  }
  const std::string pci_bus_id = gpu_devices().empty() ? "" : gpu(where).pci_bus_id(where);
  if (pci_bus_id.empty()) {
    const std::string why = why_no_cuda();
    throw error(error_category::device,
                fmt::format("device {} is not available{}", to_string(where), why.empty() ? "" : " (" + why + ")"));
  }
  try {
    return std::make_unique<nvml_source>(pci_bus_id);
  } catch (const error& e) {
    throw error(e.category(), fmt::format("the energy of {} cannot be read: {}", to_string(where), e.what()));
  }
}

energy_meter::energy_meter(device where) : meter_(std::make_unique<source_meter>(open_energy_source(where))) {}

energy_meter::~energy_meter() = default;

idle_power energy_meter::idle(double seconds) { return meter_->idle(seconds); }

void energy_meter::start() { meter_->start(); }

energy_reading energy_meter::stop() { return meter_->stop(); }

std::string_view to_string(energy_method method) { return method == energy_method::counter ? "energy counter" : "power samples"; }

std::string why_no_energy(device where) {
  try {
    (void)open_energy_source(where);
    return {};
  } catch (const error& e) {
    return e.what();
  }
}

}  // namespace fathom

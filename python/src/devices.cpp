// Bindings of devices, copies from device memory, and energy measurement.
#include <nanobind/stl/string.h>

#include <chrono>
#include <memory>
#include <mutex>

#include "arrays.hpp"
#include "bindings.hpp"
#include "fathom/device.hpp"
#include "fathom/device_stream.hpp"
#include "fathom/energy.hpp"
#include "fathom/error.hpp"
#include "reports.hpp"

namespace fathom_python {
namespace {

nb::list devices() {
  nb::list found;
  for (const fathom::device_description& d : fathom::available_devices()) {
    found.append(fields(d));
  }
  return found;
}

void require_cuda() {
  const std::string why_not = fathom::why_no_cuda();
  if (why_not.empty()) return;
  throw fathom::error(fathom::error_category::device,
                      "an array is on a GPU, but no CUDA device is available: " + why_not + "; copy it to host memory first");
}

// `address` is a device pointer and `stream` the CUDA stream that fills it, 0 for none; both as in __cuda_array_interface__.
void copy_from_device(std::uintptr_t address, int index, std::uintptr_t stream,
                      const nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& to) {
  require_cuda();
  const nb::gil_scoped_release unlocked;
  if (stream != 0) fathom::wait_for_stream(stream, {fathom::device_kind::cuda, index});
  fathom::copy_to_host(to.data(), reinterpret_cast<const void*>(address), to.size(), {fathom::device_kind::cuda, index});
}

// Copies an array on a CUDA device, passed through DLPack, to host memory. Returns bytes, because only the caller knows the dtype.
anything bytes_of_device_array(const nb::ndarray<nb::ro, nb::c_contig, nb::device::cuda>& a) {
  require_cuda();
  fathom::array<std::uint8_t> bytes(a.nbytes());
  {
    const nb::gil_scoped_release unlocked;
    fathom::copy_to_host(bytes.data(), a.data(), bytes.size(), {fathom::device_kind::cuda, a.device_id()});
  }
  return hand_over(std::move(bytes));
}

}  // namespace

const registered_bindings devices_bindings{[](nb::module_& m) {
  m.def("devices", devices);
  m.def("why_no_cuda", fathom::why_no_cuda);
  m.def(
      "choose_device", [](const std::string& name) { return to_string(fathom::choose_device(name)); }, nb::arg("name"));
  m.def("require_cuda", require_cuda);
  define(m, "copy_from_device", copy_from_device, "address", "index", "stream", "to");
  define(m, "bytes_of_device_array", bytes_of_device_array, "array");
  m.def(
      "why_no_energy", [](const std::string& name) { return fathom::why_no_energy(fathom::choose_device(name)); },
      nb::arg("device"));
  nb::class_<fathom::energy_meter>(m, "EnergyMeter", "Meter of the energy that a device consumes between start() and stop().")
      .def(
          "__init__",
          [](fathom::energy_meter* self, const std::string& name) { new (self) fathom::energy_meter(fathom::choose_device(name)); },
          nb::arg("device"))
      .def("start", &fathom::energy_meter::start, nb::lock_self())
      .def(
          "stop", [](fathom::energy_meter& meter) { return fields(meter.stop()); }, nb::lock_self());
}};

}  // namespace fathom_python

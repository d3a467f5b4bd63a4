// Stands in for device_run.cpp in a build without CUDA, where no device can be chosen. Programs of such a build do not meet
// device_run.
#include "fathom/error.hpp"
#include "fathom/program/searches.hpp"

namespace fathom::multi_search_engine {

std::shared_ptr<void> copy_to_device(device where, const void*, std::size_t) {
  throw error(error_category::device, to_string(where) + ": this build of fathom has no CUDA support; use the device cpu");
}

}  // namespace fathom::multi_search_engine

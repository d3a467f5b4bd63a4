// Stub of bfs/validate/cuda/validate.cu and sssp/validate/cuda/paths_validator.cu for builds without CUDA.
#include "bfs/validate/cuda/validate.hpp"
#include "fathom/error.hpp"
#include "sssp/validate/cuda/paths_validator.hpp"

namespace fathom::validate_engine {

namespace {

[[noreturn]] void fail(device where) {
  throw error(error_category::device, to_string(where) + ": this build of fathom has no CUDA support; use the device cpu");
}

}  // namespace

struct validate_cuda::state {};

validate_cuda::validate_cuda(const graph&, device where) { fail(where); }
validate_cuda::~validate_cuda() = default;
verdict validate_cuda::validate(const claim&) { return {}; }
bool validate_cuda::only_on_device(const void*) const { return false; }
void validate_cuda::copy_to_host(void*, const void*, std::size_t) const {}

struct paths_validator::state {};

paths_validator::paths_validator(const graph&, device where) { fail(where); }
paths_validator::~paths_validator() = default;
verdict paths_validator::validate(const sssp_claim&) { return {}; }

}  // namespace fathom::validate_engine

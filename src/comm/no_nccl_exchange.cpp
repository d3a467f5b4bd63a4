// Stub of the NCCL exchange for builds without NCCL's header.
#include "comm/device_exchange.hpp"

namespace fathom {

std::unique_ptr<device_exchange> nccl_exchange(communicator&) { throw error(error_category::device, why_no_nccl()); }

std::string why_no_nccl() { return "Fathom was built without NCCL: its header, nccl.h, was not found"; }

}  // namespace fathom

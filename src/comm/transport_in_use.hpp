// Transport between devices that a call uses, for reports.
#pragma once

#include <string>

namespace fathom::ranks_engine {

/// How the processes' devices exchange data.
struct transport_in_use {
  std::string name;    ///< "peer", "nccl", "mpi" or "host"; empty if no device sends anything
  std::string reason;  ///< why no faster transport is used; empty if there is none or this one was requested
};

}  // namespace fathom::ranks_engine

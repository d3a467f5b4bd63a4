// Files in which to look for NCCL's library.
#pragma once

#include <string>
#include <vector>

namespace fathom {

/// Names for dlopen(), in order: only the one of the environment variable FATHOM_NCCL (a file, or a folder with libnccl.so.2) if
/// that is set. Otherwise the system's library; that of NVIDIA's Python packages (nvidia-nccl-cu12, nvidia-nccl-cu13) beside this
/// library or program, if it is in a Python environment; and those of the active environments (VIRTUAL_ENV, CONDA_PREFIX). All but
/// the system's exist.
[[nodiscard]] std::vector<std::string> nccl_places();

/// The same for a library or program in `folder`.
[[nodiscard]] std::vector<std::string> nccl_places(const std::string& folder);

}  // namespace fathom

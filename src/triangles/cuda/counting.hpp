// Triangle counting on a CUDA device.
#pragma once

#include <cstdint>
#include <memory>

#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "triangles/on_device.hpp"

namespace fathom::triangles_engine {

/// Directions are counted if `mutual` is given, which then has one value per edge of g (undirected_rows.hpp). The rows of the
/// graph, which is undirected and must outlive the result, are sorted. Throws error_category::memory if the device has too little
/// memory, before allocating anything; ::device.
[[nodiscard]] std::unique_ptr<triangles_on_device> make_triangles_cuda(const graph& g, const std::uint8_t* mutual, device where);

}  // namespace fathom::triangles_engine

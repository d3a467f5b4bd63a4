// How far from their sources the edges of rows in device memory end.
#pragma once

#include "fathom/layout.hpp"

namespace fathom {

namespace cuda {
class stream;
}

/// Whether most vertices have no edge that ends far away in the order of ids, as in lattices and road networks. Neighboring rows
/// then read neighboring values, so that rows cost little more than their own bytes. Reads a sample, and waits for the stream.
[[nodiscard]] bool rows_stay_near(vertex_id num_vertices, const layout_adjacency& rows, const cuda::stream& s);

}  // namespace fathom

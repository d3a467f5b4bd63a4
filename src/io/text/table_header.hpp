// Detection of a table's header: whether its first row names the columns.
#pragma once

#include "io/text/table_sample.hpp"

namespace fathom::io {

/// Decides whether the first row is a header, and names the columns by it or by the last comment above the rows.
void find_table_header(table_sample& sample, const table_options& options, const table_head& head);

}  // namespace fathom::io

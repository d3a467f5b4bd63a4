// Reader of results in tables (result_writer.hpp).
#pragma once

#include "output/result_reader.hpp"

namespace fathom::program {

/// One result per source. A vertex without a line is unreached. Throws error_category::input with file and line.
[[nodiscard]] std::vector<stored_result> read_table(const graph& g, std::span<const vertex_id> sources,
                                                    const std::filesystem::path& file);

}  // namespace fathom::program

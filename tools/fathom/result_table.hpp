// The .tsv form of results (result_writer.hpp), read again.
#pragma once

#include "result_reader.hpp"

namespace fathom::program {

/// One result for each source. A vertex without a line is unreached. Throws error_category::input naming file and line.
[[nodiscard]] std::vector<stored_result> read_table(const graph& g, std::span<const vertex_id> sources,
                                                    const std::filesystem::path& file);

}  // namespace fathom::program

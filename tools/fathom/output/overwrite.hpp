// Protection of inputs from being overwritten by an output.
#pragma once

#include <filesystem>
#include <string>

namespace fathom::program {

/// Throws error_category::usage if `output` and `input` are the same file, even under different names. The input `-` is standard
/// input. An input that is not a file, such as a generator, passes.
void refuse_overwriting(const std::filesystem::path& output, const std::string& input);

}  // namespace fathom::program

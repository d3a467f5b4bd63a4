// An input should not be lost to an output.
#pragma once

#include <filesystem>
#include <string>

namespace fathom::program {

/// Throws error_category::usage where `output` and `input` are the same file, under whatever names. The input `-` is the standard
/// input; one that is no file, as a generator, cannot be overwritten.
void refuse_overwriting(const std::filesystem::path& output, const std::string& input);

}  // namespace fathom::program

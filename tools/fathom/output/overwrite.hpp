// Protection of inputs from being overwritten by an output.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>

namespace fathom::program {

/// Throws error_category::usage if `output` and `input` are the same file, even under different names. The input `-` is standard
/// input. An input that is not a file, such as a generator, passes. The same holds for an output to which standard output is
/// redirected. Throws error_category::output if the output's folder does not exist.
void refuse_overwriting(const std::filesystem::path& output, const std::string& input);

/// Checks the output of results before anything is read, so that a wrong suffix, or an output that overwrites one of `inputs`,
/// fails at once. `companions` as in touched_files(). An empty name stands for no file.
void check_output(const std::string& output, std::initializer_list<std::string> inputs,
                  std::initializer_list<const char*> companions = {"predecessors", "vertices"});

/// Throws error_category::usage if the results in `output` and the `file` of another option are the same file. `companions` as in
/// touched_files(). An empty name stands for no file.
void refuse_same_file(const std::string& output, std::initializer_list<const char*> companions, const char* option,
                      const std::string& file);

}  // namespace fathom::program

#include "commands/bench/files.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "fathom/error.hpp"
#include "interrupt.hpp"
#include "output/overwrite.hpp"

namespace fathom::program {

bench_files::bench_files(const bench_file_names& names, const std::vector<std::string>& inputs) {
  const std::array<std::pair<const char*, const std::string*>, 4> all = {
      {{"--output", &names.json}, {"--html", &names.html}, {"--csv", &names.csv}, {"--markdown", &names.markdown}}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& [option, name] = all[i];
    if (name->empty()) continue;
    if (*name == "-") {
      throw error(error_category::usage,
                  fmt::format("{} -: not a file; give a file name, or use --json to print an object on standard output", option));
    }
    for (const std::string& input : inputs) refuse_overwriting(*name, input);
    for (std::size_t j = 0; j < i; ++j) {
      if (all[j].second->empty() || link_target(*name).lexically_normal() != link_target(*all[j].second).lexically_normal())
        continue;
      throw error(error_category::usage,
                  fmt::format("{} and {} name the same file '{}'; give each its own", all[j].first, option, *name));
    }
  }
  const auto open = [](std::optional<output_file>& file, const std::string& name) {
    if (!name.empty()) file.emplace(name, interrupt_token());
  };
  open(json_, names.json);
  open(html_, names.html);
  open(csv_, names.csv);
  open(markdown_, names.markdown);
}

void bench_files::write(const bench_forms& forms) {
  const auto write_one = [](std::optional<output_file>& file, const std::function<std::string()>& form) {
    if (!file) return;
    file->write(form());
    file->commit();
  };
  write_one(json_, forms.json);
  write_one(html_, forms.html);
  write_one(csv_, forms.csv);
  write_one(markdown_, forms.markdown);
}

}  // namespace fathom::program

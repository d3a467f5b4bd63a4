// Dependency graph of a Debian or Ubuntu distribution, from apt's package lists, as an edge list with names, "package,depends".
//   package_graph OUTPUT.csv
// Depends and Pre-Depends become edges, one per alternative. A virtual package stands for all packages that provide it. Without
// apt's lists, the installed packages (dpkg's status) are used.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct package_lists {
  std::map<std::string, std::vector<std::string>> depends;    // package -> names it depends on, including virtual packages
  std::map<std::string, std::vector<std::string>> providers;  // virtual name -> packages
};

/// Returns the names in a relation such as "libc6 (>= 2.36), python3:any | python3-dev [amd64]".
std::vector<std::string> names_in(std::string_view relation) {
  std::vector<std::string> names;
  while (!relation.empty()) {
    const std::string_view part = relation.substr(0, relation.find_first_of(",|"));
    relation.remove_prefix(std::min(part.size() + 1, relation.size()));
    const std::size_t first = part.find_first_not_of(" \t");
    if (first == std::string_view::npos) continue;
    const std::string_view name = part.substr(first, part.find_first_of(" \t:([<", first) - first);
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

/// Parses one line of a list in the format of deb-control(5). `package` is set by the first line of a paragraph.
void take_line(package_lists& lists, std::string& package, std::string_view line) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos) return;
  const std::string_view field = line.substr(0, colon);
  const std::string_view value = line.substr(colon + 2);
  if (field == "Package") {
    package = value;
    lists.depends.try_emplace(package);
  } else if (field == "Depends" || field == "Pre-Depends") {
    for (std::string& name : names_in(value)) lists.depends[package].push_back(std::move(name));
  } else if (field == "Provides") {
    for (const std::string& name : names_in(value)) lists.providers[name].push_back(package);
  }
}

/// Reads a list through apt-helper, which supports all of apt's compression formats.
void take_list(package_lists& lists, const std::filesystem::path& file) {
  const std::string command = "/usr/lib/apt/apt-helper cat-file '" + file.string() + "'";
  std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw std::runtime_error("cannot run " + command);
  std::string package, line;
  char buffer[65536];
  while (std::fgets(buffer, sizeof buffer, pipe.get()) != nullptr) {
    line += buffer;
    if (line.back() != '\n') continue;  // the line is longer than the buffer: read on
    line.pop_back();
    take_line(lists, package, line);
    line.clear();
  }
  if (pclose(pipe.release()) != 0) throw std::runtime_error("failed: " + command);
}

std::vector<std::filesystem::path> package_list_files() {
  std::vector<std::filesystem::path> files;
  std::error_code none;  // a missing folder has no files
  for (const auto& entry : std::filesystem::directory_iterator("/var/lib/apt/lists", none)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_regular_file() && name.find("_Packages") != std::string::npos) files.push_back(entry.path());
  }
  if (files.empty()) files.emplace_back("/var/lib/dpkg/status");
  return files;
}

std::size_t write_edges(const package_lists& lists, std::ostream& out) {
  std::size_t edges = 0;
  out << "package,depends\n";
  for (const auto& [package, names] : lists.depends) {
    for (const std::string& name : names) {
      if (lists.depends.contains(name)) out << package << ',' << name << '\n', ++edges;
      if (const auto provided = lists.providers.find(name); provided != lists.providers.end()) {
        for (const std::string& provider : provided->second) out << package << ',' << provider << '\n', ++edges;
      }
    }
  }
  return edges;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) throw std::runtime_error("usage: package_graph OUTPUT.csv");
  package_lists lists;
  for (const std::filesystem::path& file : package_list_files()) take_list(lists, file);
  std::ofstream out(argv[1]);
  const std::size_t edges = write_edges(lists, out);
  if (!out.flush()) throw std::runtime_error(std::string("cannot write ") + argv[1]);
  std::cerr << lists.depends.size() << " packages, " << edges << " dependencies\n";
  return edges > 0 ? 0 : 1;
} catch (const std::exception& e) {
  std::cerr << "package_graph: " << e.what() << '\n';
  return 1;
}

// Benchmarks of reading text files and of opening .fathom files.
#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include "bench/suite/bench.hpp"
#include "fathom/error.hpp"
#include "fathom/io.hpp"

namespace fathom::program {
namespace {

// A folder that is removed with its contents on destruction.
class temporary_folder {
 public:
  temporary_folder() {
    std::error_code code;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(code);
    if (code) {
      const char* const named = std::getenv("TMPDIR");
      throw error(error_category::output,
                  fmt::format("{}: is not a folder for temporary files: {}; set TMPDIR to a writable folder",
                              named ? named : "/tmp", code.message()));
    }
    // mkdtemp() creates a new folder that only this user can enter.
    std::string name = (parent / "fathom-bench-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw error(error_category::output,
                  fmt::format("{}: cannot be created: {}; set TMPDIR to a writable folder", name, std::strerror(errno)));
    }
    path_ = name;
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

bench_row file_row(std::string bench, const std::string& graph, std::string what, int threads, const std::filesystem::path& file,
                   std::vector<double> seconds) {
  const double bytes = double(std::filesystem::file_size(file));
  std::vector<double> amounts(seconds.size(), bytes);
  return {std::move(bench), graph, std::move(what), threads, std::move(seconds), std::move(amounts), "B", ""};
}

}  // namespace

std::vector<bench_row> bench_read(const std::string& name, const bench_settings& settings, const session& s) {
  const temporary_folder folder;
  const run_control control = s.control(settings.graph.threads);
  const loaded_graph loaded = load_graph(name, settings.graph, control);
  std::vector<bench_row> rows;
  for (const std::string suffix : {".el", ".mtx"}) {
    const std::filesystem::path file = folder / ("graph" + suffix);
    write_graph(file, loaded.g, {file_format::automatic, nullptr, control});
    for (const int threads : bench_threads(settings)) {
      read_options options;
      options.build.control = s.control(threads);
      std::vector<double> seconds;
      // The uncounted first run fills the page cache. Only parsing is timed: building has its own benchmark.
      for (int run = -1; run < settings.repeats; ++run) {
        const double parsing = read_graph(file, options).seconds_read;
        if (run >= 0) seconds.push_back(parsing);
      }
      rows.push_back(file_row("read", name, "parsing " + suffix, threads, file, std::move(seconds)));
    }
    std::filesystem::remove(file);
  }
  return rows;
}

std::vector<bench_row> bench_open(const std::string& name, const bench_settings& settings, const session& s) {
  const temporary_folder folder;
  const run_control control = s.control(settings.graph.threads);
  const std::filesystem::path file = folder / "graph.fathom";
  {
    const loaded_graph loaded = load_graph(name, settings.graph, control);
    const layout prepared = prepare(loaded.g, {vertex_order::automatic, {}, control});
    write_graph(file, loaded.g, {file_format::automatic, &prepared, control});
  }
  std::vector<bench_row> rows;
  const auto open = [&](bool trust, int threads) {
    read_options options;
    options.trust = trust;
    options.build.control = s.control(threads);
    return measure(settings.repeats, [&] { static_cast<void>(read_graph(file, options)); });
  };
  // The file is mapped, not read, so bytes per second would be meaningless.
  rows.push_back({"open", name, ".fathom, header checked (--trust)", 1, open(true, 1), {}, "", ""});
  for (const int threads : bench_threads(settings)) {
    rows.push_back(file_row("open", name, ".fathom, every byte checked", threads, file, open(false, threads)));
  }
  return rows;
}

}  // namespace fathom::program

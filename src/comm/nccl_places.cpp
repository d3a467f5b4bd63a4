#include "comm/nccl_places.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace fathom {
namespace {

namespace fs = std::filesystem;

constexpr const char* library = "libnccl.so.2";

std::string environment_variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

void add_if_there(std::vector<std::string>& places, const fs::path& file) {
  std::error_code ignored;
  if (fs::exists(file, ignored)) places.push_back(file.string());
}

// The Python packages' file in `site`, a folder such as lib/python3.12/site-packages.
void add_package(std::vector<std::string>& places, const fs::path& site) {
  add_if_there(places, site / "nvidia" / "nccl" / "lib" / library);
}

// A Python environment has one folder lib/pythonVERSION per version.
void add_packages_of(std::vector<std::string>& places, const fs::path& environment) {
  std::error_code error;
  for (fs::directory_iterator at(environment / "lib", error), end; !error && at != end; at.increment(error)) {
    if (at->path().filename().string().starts_with("python3")) add_package(places, at->path() / "site-packages");
  }
}

// Folder of the file that has this code: the program, Python's extension module, or the shared library.
std::string own_folder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&own_folder), &info) == 0 || info.dli_fname == nullptr) return "";
  std::error_code error;
  const fs::path file = fs::canonical(info.dli_fname, error);
  return error ? "" : file.parent_path().string();
}

}  // namespace

std::vector<std::string> nccl_places() { return nccl_places(own_folder()); }

std::vector<std::string> nccl_places(const std::string& folder) {
  if (const std::string named = environment_variable("FATHOM_NCCL"); !named.empty()) {
    std::error_code ignored;
    return {fs::is_directory(named, ignored) ? (fs::path(named) / library).string() : named};
  }
  std::vector<std::string> places{library};
  // site-packages/fathom/, or bin/ of a Python environment
  if (!folder.empty()) {
    add_package(places, fs::path(folder).parent_path());
    add_packages_of(places, fs::path(folder).parent_path());
  }
  if (const std::string active = environment_variable("VIRTUAL_ENV"); !active.empty()) add_packages_of(places, active);
  if (const std::string active = environment_variable("CONDA_PREFIX"); !active.empty()) {
    add_packages_of(places, active);
    add_if_there(places, fs::path(active) / "lib" / library);
  }
  return places;
}

}  // namespace fathom

// Layers of byte_stream: the file, then the decompressors that its first bytes require, then an archive member.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>

#include "base/mapped_file.hpp"
#include "io/compression/archive_layers.hpp"
#include "io/compression/archive_member.hpp"
#include "io/compression/decompress.hpp"
#include "io/compression/gzip_reader.hpp"
#include "io/compression/zip_archive.hpp"
#include "io/file_reader.hpp"
#include "io/input_error.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t listed_members = 4;  // listed in the error for an ambiguous archive
constexpr int most_layers = 4;             // nesting depth of compressed data
constexpr const char* no_files = "the archive holds no files; add the graph, as a file and not as a link";

// The only graph among an archive's members.
const std::string& only_graph(const std::filesystem::path& file, const std::vector<std::string>& members,
                              const std::vector<std::string>& graphs) {
  if (graphs.size() == 1) return graphs.front();
  if (graphs.empty() && members.front() == "[Content_Types].xml") bad_input(file, "is an Office document; save its table as CSV");
  if (graphs.empty())
    bad_input(file, "the archive holds no graph (its first member is {}); extract the file that has one", members.front());
  const std::size_t some = std::min(graphs.size(), listed_members);
  bad_input(file, "the archive holds {} graphs ({}{}); extract the one you want", graphs.size(),
            fmt::join(graphs.begin(), graphs.begin() + static_cast<std::ptrdiff_t>(some), ", "),
            some < graphs.size() ? ", ..." : "");
}

// The data of one member of a .zip archive.
class zip_member final : public byte_reader {
 public:
  zip_member(const std::filesystem::path& file, const std::string& member)
      : mapped_(mapped_file::open(file)), zip_(file, mapped_.bytes) {
    while (zip_.next()) {
      if (zip_.name() == member) return;
    }
    bad_input(file, "the archive changed while it was being read");
  }
  std::size_t read(char* to, std::size_t bytes) override { return zip_.read(to, bytes); }

 private:
  mapped_file mapped_;
  zip_reader zip_;
};

std::vector<std::string> zip_members(const std::filesystem::path& file, std::span<const std::byte> bytes) {
  std::vector<std::string> names;
  // libarchive takes an archive without members, which is only the end of a directory, for damaged.
  if (bytes.size() >= empty_zip_magic.size() && std::memcmp(bytes.data(), empty_zip_magic.data(), empty_zip_magic.size()) == 0)
    return names;
  for (zip_reader zip(file, bytes); zip.next();) {
    if (!zip.name().ends_with('/')) names.push_back(zip.name());
  }
  return names;
}

}  // namespace

struct byte_stream::implementation {
  std::filesystem::path file;
  bool pipe = false;
  std::stop_token stop;
  const file_reader* base = nullptr;  // owned by the layers; null for a .zip archive
  std::unique_ptr<byte_reader> top;
  tar_reader* tar = nullptr;  // `top` if it is a tar archive, otherwise null
  bool compressed = false;

  // Opens the layers from the file up to a tar archive or the plain data.
  void open() {
    auto below = std::make_unique<file_reader>(file, stop);
    base = below.get();
    tar = nullptr;
    auto data = std::make_unique<peeking_reader>(std::move(below));
    for (int layers = 0; layers < most_layers; ++layers) {
      const container kind = container_of(std::as_bytes(std::span(data->peek(container_bytes))));
      if (kind == container::none || kind == container::zip) break;
      if (kind == container::tar) {
        auto members = std::make_unique<tar_reader>(std::move(data), file);
        tar = members.get();
        top = std::move(members);
        return;
      }
      compressed = true;
      auto plain = kind == container::gzip ? make_gzip_reader(std::move(data), file) : make_filter_reader(std::move(data), file);
      data = std::make_unique<peeking_reader>(std::move(plain));
    }
    top = std::move(data);
  }

  // Positions the tar archive at the data of its graph; returns the member's name.
  std::string choose_of_tar(const std::string& stem) {
    std::vector<std::string> members;
    for (std::string name; tar->next_member(name); members.push_back(name)) {
      if (is_main_member(name, stem)) return name;
    }
    if (members.empty()) bad_input(file, no_files);
    const std::vector<std::string> graphs = graph_members(members);
    const std::string& graph = only_graph(file, members, graphs);
    if (pipe) bad_input(file, "an archive in a pipe cannot be searched; pass a file");
    open();
    for (std::string name; tar != nullptr && tar->next_member(name);) {
      if (name == graph) return name;
    }
    bad_input(file, "the archive changed while it was being read");
  }

  std::string choose_of_zip(const std::string& stem) {
    const mapped_file mapped = mapped_file::open(file);
    const std::vector<std::string> members = zip_members(file, mapped.bytes);
    if (members.empty()) bad_input(file, no_files);
    const auto main = std::find_if(members.begin(), members.end(), [&](const std::string& m) { return is_main_member(m, stem); });
    const std::vector<std::string> graphs = graph_members(members);
    const std::string& graph = main != members.end() ? *main : only_graph(file, members, graphs);
    top = std::make_unique<zip_member>(file, graph);
    return graph;
  }
};

byte_stream::byte_stream(const std::filesystem::path& file, std::stop_token stop) : inside_(std::make_unique<implementation>()) {
  inside_->stop = std::move(stop);
  inside_->file = file;
  inside_->pipe = is_pipe(file);
  const std::string own_name = strip_compression(file.filename().string());
  std::string member;
  if (!inside_->pipe && container_of(mapped_file::open(file).bytes) == container::zip) {
    member = inside_->choose_of_zip(own_name);
  } else {
    inside_->open();
    if (inside_->tar != nullptr) member = inside_->choose_of_tar(own_name);
  }
  name_ = member.empty() ? own_name : strip_compression(std::filesystem::path(member).filename().string());
}

byte_stream::~byte_stream() = default;

std::size_t byte_stream::read(char* to, std::size_t bytes) {
  const std::size_t got = inside_->top->read(to, bytes);
  if (got < bytes && inside_->tar != nullptr && inside_->compressed) inside_->tar->drain();
  return got;
}

std::uint64_t byte_stream::consumed() const { return inside_->base != nullptr ? inside_->base->consumed() : 0; }

bool zip_holds(const std::filesystem::path& file, std::span<const std::byte> bytes, std::string_view member) {
  const std::vector<std::string> members = zip_members(file, bytes);
  return std::find(members.begin(), members.end(), member) != members.end();
}

}  // namespace fathom::io

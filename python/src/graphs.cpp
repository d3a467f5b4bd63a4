// Bindings of graphs: construction from edges, CSR arrays and files, properties and output.
#include "graphs.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/io.hpp"
#include "fathom/reachability.hpp"
#include "numbering.hpp"
#include "reports.hpp"
#include "search_options.hpp"
#include "take_arrays.hpp"

namespace fathom_python {

using fathom::vertex_id;

std::shared_ptr<const fathom::layout> held_graph::prepared(fathom::search_kind searches, fathom::device where,
                                                           const fathom::run_control& control) {
  const std::scoped_lock locked(preparing_);
  const fathom::vertex_order order = fathom::choose_order(g.properties(), g.num_vertices(), g.num_edges(), searches).order;
  // A layout for pagerank() has all that other searches read; on a CPU there is no difference.
  const bool grouped = searches == fathom::search_kind::pagerank && where.kind != fathom::device_kind::cpu;
  const auto for_pagerank = layouts_.find({to_string(where), order, true});
  if (for_pagerank != layouts_.end()) return for_pagerank->second;
  std::shared_ptr<const fathom::layout>& made = layouts_[{to_string(where), order, grouped}];
  if (!made) {
    const auto with_rows = with_rows_.find(to_string(where));
    made = std::make_shared<fathom::layout>(
        fathom::prepare(with_rows == with_rows_.end() ? g : with_rows->second,
                        {.order = fathom::vertex_order::automatic, .where = where, .control = control, .searches = searches}));
  }
  return made;
}

std::shared_ptr<const fathom::layout> held_graph::prepared_for(std::size_t searches, fathom::search_kind many, fathom::device where,
                                                               const fathom::run_control& control) {
  const std::scoped_lock locked(preparing_);
  if (where.kind != fathom::device_kind::cpu) return prepared(many, where, control);
  searches_on_cpu_ += searches;
  const bool has_degree_order = layouts_.contains({to_string(where), fathom::vertex_order::degree, false});
  return prepared(has_degree_order ? many : fathom::kind_of_searches(searches_on_cpu_, many), where, control);
}

held_graph::joined_searches held_graph::joined(std::size_t sources, const std::string& device,
                                               const std::vector<std::string>& devices, const fathom::run_control& control) {
  const fathom::execution place = place_on(device, devices, control);
  return {place, prepared_for(sources, fathom::search_kind::joined, devices.empty() ? place.where : fathom::device{}, control)};
}

std::shared_ptr<const fathom::weighted_layout> held_graph::prepared_weighted(std::size_t searches, fathom::device where,
                                                                             const fathom::run_control& control) {
  const std::scoped_lock locked(preparing_);
  std::shared_ptr<const fathom::weighted_layout>& made = weighted_[to_string(where)];
  weighted_searches_ += searches;
  const fathom::search_kind kind = fathom::kind_of_searches(weighted_searches_, fathom::search_kind::single);
  if (made && where.kind == fathom::device_kind::cpu &&
      made->order != fathom::choose_order(g.properties(), g.num_vertices(), g.num_edges(), kind).order) {
    made.reset();  // that of the first few searches
  }
  if (!made) {
    made = std::make_shared<fathom::weighted_layout>(
        fathom::prepare_weighted(g, {.where = where, .control = control, .searches = kind}));
  }
  return made;
}

fathom::graph held_graph::on(fathom::device where) {
  if (where.kind == fathom::device_kind::cpu) return g;
  const std::scoped_lock locked(preparing_);
  const auto found = with_rows_.find(to_string(where));
  if (found != with_rows_.end()) return found->second;
  return with_rows_.emplace(to_string(where), fathom::with_rows_on(g, where)).first->second;
}

std::shared_ptr<fathom::multi_device_graph> held_graph::partitioned(const std::vector<std::string>& names, bool weights,
                                                                    const fathom::run_control& control) {
  std::vector<fathom::device> devices;
  for (const std::string& name : names) devices.push_back(fathom::choose_device(name));
  const std::scoped_lock locked(preparing_);
  const bool lacks_weights = weights && g.weighted() && over_devices_ && !over_devices_->weighted();
  if (!over_devices_ || over_devices_->devices() != devices || lacks_weights) {
    over_devices_.reset();
    over_devices_ = std::make_shared<fathom::multi_device_graph>(
        g, devices, fathom::multi_device_options{.weights = weights, .control = control});
  }
  return over_devices_;
}

void held_graph::forget_partitioned() {
  const std::scoped_lock locked(preparing_);
  over_devices_.reset();
}

void held_graph::add_prepared(fathom::layout made) {
  const key where{to_string(made.where), made.order, false};
  layouts_[where] = std::make_shared<fathom::layout>(std::move(made));
}

namespace {

[[noreturn]] void fail_index(const char* argument, const std::string& place, std::int64_t v, std::uint64_t n) {
  const std::string range = n == 0 ? "which has no vertices" : "of vertices 0 to " + std::to_string(n - 1);
  throw nb::index_error((std::string(argument) + place + " is " + std::to_string(v) + ", outside the graph " + range).c_str());
}

fathom::build_options build_options_of(const std::string& duplicates, const std::string& loops, bool symmetrize, bool keep_weights,
                                       bool exact_weights, const fathom::run_control& control) {
  fathom::build_options options;
  options.parallel = duplicates == "remove" ? fathom::parallel_edges::min : fathom::parallel_edges_named(duplicates);
  options.loops = loops == "keep" ? fathom::self_loops::keep : fathom::self_loops::remove;
  options.symmetrize = symmetrize;
  options.keep_weights = keep_weights;
  options.exact_weights = exact_weights;
  options.control = control;
  return options;
}

// Names of the vertices, concatenated in `text`; both columns are null if there are none.
struct given_names {
  std::optional<host_array_of<std::uint64_t>> offsets;
  std::optional<host_array_of<std::uint8_t>> text;

  [[nodiscard]] fathom::vertex_labels labels() const {
    fathom::vertex_labels made;
    if (!offsets || !text) return made;
    made.offsets = fathom::array<std::uint64_t>(offsets->size());
    std::copy_n(offsets->data(), offsets->size(), made.offsets.begin());
    made.text = fathom::array<char>(text->size());
    std::copy_n(reinterpret_cast<const char*>(text->data()), text->size(), made.text.begin());
    return made;
  }
};

// Borrows weights as `single` or `wide`, by their precision.
void borrow_weights(const host_array& given, fathom::array<fathom::edge_weight>& single, fathom::array<double>& wide) {
  const nb::dlpack::dtype type = given.dtype();
  if (type.code != static_cast<std::uint8_t>(nb::dlpack::dtype_code::Float) || (type.bits != 32 && type.bits != 64)) {
    throw nb::type_error("weights must be 32-bit or 64-bit floating-point numbers");
  }
  if (type.bits == 32) {
    single = borrow<fathom::edge_weight>(given);
  } else {
    wide = borrow<double>(given);
  }
}

anything from_edges(const host_array& sources, const host_array& targets, const std::optional<host_array>& weights,
                    std::int64_t num_vertices, bool keep_id_gaps, const std::optional<host_array_of<std::uint64_t>>& name_offsets,
                    const std::optional<host_array_of<std::uint8_t>>& name_text, bool directed, const std::string& duplicates,
                    const std::string& loops, bool symmetrize, bool exact_weights, const std::vector<std::string>& notes,
                    int threads, nb::object progress) {
  call c(threads, std::move(progress));
  fathom::edge_list edges;
  // From here on, only `edges`, which build() consumes, holds the borrowed arrays.
  edges.directed = directed;
  edges.notes = notes;
  edges.labels = given_names{name_offsets, name_text}.labels();
  if (weights) borrow_weights(*weights, edges.weights, edges.wide_weights);
  given_ids from(sources, "src"), to(targets, "dst");
  numbering_options numbering{.keep_gaps = keep_id_gaps, .num_vertices = {}};
  if (num_vertices >= 0) numbering.num_vertices = static_cast<std::uint64_t>(num_vertices);
  return nb::cast(c.run([&] {
    number_vertices(from, to, numbering, c.control, edges);
    auto options = build_options_of(duplicates, loops, symmetrize, true, exact_weights, c.control);
    return std::make_unique<held_graph>(fathom::build(std::move(edges), options));
  }));
}

anything from_csr(const host_array& offsets, const host_array& targets, const std::optional<host_array>& weights,
                  const std::optional<host_array_of<std::uint64_t>>& original_ids,
                  const std::optional<host_array_of<std::uint64_t>>& name_offsets,
                  const std::optional<host_array_of<std::uint8_t>>& name_text, bool directed, const std::string& duplicates,
                  const std::string& loops, bool symmetrize, bool in_edges, bool exact_weights,
                  const std::vector<std::string>& notes, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  fathom::graph_arrays rows;
  rows.labels = given_names{name_offsets, name_text}.labels();
  if (original_ids) {
    rows.original_ids = fathom::array<std::uint64_t>(original_ids->size());
    std::copy_n(original_ids->data(), original_ids->size(), rows.original_ids.begin());
  }
  if (weights) borrow_weights(*weights, rows.weights, rows.wide_weights);
  given_ids starts(offsets, "indptr"), ends(targets, "indices");
  return nb::cast(c.run([&] {
    rows.offsets = starts.as_offsets(c.control);
    ends.measure(c.control);
    rows.targets = ends.as_vertices(c.control);
    auto options = build_options_of(duplicates, loops, symmetrize, true, exact_weights, c.control);
    options.in = in_edges ? fathom::in_edges::automatic : fathom::in_edges::none;
    fathom::build_result built = fathom::from_csr(std::move(rows), directed, options);
    built.what.notes.insert(built.what.notes.end(), notes.begin(), notes.end());
    return std::make_unique<held_graph>(std::move(built));
  }));
}

// header: "yes", "no", or empty to detect it from the table. An empty separator is detected, too.
fathom::table_options table_options_of(const std::string& source_column, const std::string& target_column,
                                       const std::string& weight_column, const std::string& separator, const std::string& header) {
  fathom::table_options table;
  table.source_column = source_column;
  table.target_column = target_column;
  table.weight_column = weight_column;
  if (!separator.empty()) table.separator = separator.front();
  if (!header.empty()) table.header = header == "yes" ? fathom::header_row::yes : fathom::header_row::no;
  return table;
}

anything read(const std::string& path, const std::string& format, const std::string& direction, const std::string& duplicates,
              const std::string& loops, bool symmetrize, bool weights, bool exact_weights, bool trust, bool keep_id_gaps,
              std::int64_t num_vertices, const std::string& source_column, const std::string& target_column,
              const std::string& weight_column, const std::string& separator, const std::string& header, int threads,
              nb::object progress) {
  call c(threads, std::move(progress));
  fathom::read_options options;
  options.keep_id_gaps = keep_id_gaps;
  if (num_vertices >= 0) options.num_vertices = static_cast<std::uint64_t>(num_vertices);
  options.table = table_options_of(source_column, target_column, weight_column, separator, header);
  if (!format.empty()) options.format = fathom::format_named(format);
  if (direction == "directed") options.direction = fathom::stated_direction::directed;
  if (direction == "undirected") options.direction = fathom::stated_direction::undirected;
  options.trust = trust;
  options.merge_stored = duplicates != "remove";
  options.build = build_options_of(duplicates, loops, symmetrize, weights, exact_weights, c.control);
  return nb::cast(c.run([&] {
    fathom::read_result result = fathom::read_graph(path, options);
    if (trust && result.format != fathom::file_format::fathom) {
      throw fathom::error(fathom::error_category::usage, "trust=True applies to .fathom files, but " + path + " is read as " +
                                                             std::string(to_string(result.format)) + "; omit it");
    }
    auto held = std::make_unique<held_graph>(fathom::build_result{std::move(result.g), std::move(result.what)});
    if (result.prepared) held->add_prepared(std::move(*result.prepared));
    return held;
  }));
}

nb::tuple save(held_graph& held, const std::string& path, const std::string& format, bool prepared, int threads,
               nb::object progress) {
  call c(threads, std::move(progress));
  const fathom::write_result written = c.run([&] {
    fathom::write_options options;
    if (!format.empty()) options = fathom::write_options_named(format);
    if (prepared && fathom::format_to_write(path, options.format) != fathom::file_format::fathom) {
      throw fathom::error(fathom::error_category::usage,
                          "prepared=True: " + path + " cannot hold a layout; write a .fathom file, or leave prepared out");
    }
    options.control = c.control;
    std::shared_ptr<const fathom::layout> stored;
    if (prepared) {
      stored = held.prepared(fathom::search_kind::single, {}, c.control);
      options.prepared = stored.get();
    }
    return fathom::write_graph(path, held.g, options);
  });
  return nb::make_tuple(std::string(to_string(written.format)), written.left_out);
}

anything name_list(const held_graph& held) {
  const fathom::graph_arrays& a = held.g.arrays();
  if (a.labels.empty()) return nb::none();
  nb::list names;
  for (vertex_id v = 0; v < held.g.num_vertices(); ++v) {
    const std::string_view label = a.labels[v];
    // Bytes that are not UTF-8 become surrogates, as in file names of os.fsdecode().
    names.append(nb::steal(PyUnicode_DecodeUTF8(label.data(), static_cast<Py_ssize_t>(label.size()), "surrogateescape")));
  }
  return names;
}

}  // namespace

vertex_id vertex_below(std::uint64_t n, std::int64_t v, const char* argument) {
  if (v < 0 || static_cast<std::uint64_t>(v) >= n) fail_index(argument, "", v, n);
  return static_cast<vertex_id>(v);
}

std::vector<vertex_id> vertices_below(std::uint64_t n, const host_array_of<std::int64_t>& list, const char* argument) {
  std::vector<vertex_id> found(list.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::int64_t v = list.data()[i];
    if (v < 0 || static_cast<std::uint64_t>(v) >= n) fail_index(argument, "[" + std::to_string(i) + "]", v, n);
    found[i] = static_cast<vertex_id>(v);
  }
  return found;
}

const registered_bindings graphs_bindings{[](nb::module_& m) {
  nb::class_<held_graph>(m, "Graph", "Implementation of fathom.Graph.")
      .def_prop_ro("num_vertices", [](const held_graph& h) { return h.g.num_vertices(); })
      .def_prop_ro("num_edges", [](const held_graph& h) { return h.g.num_edges(); })
      .def_prop_ro("directed", [](const held_graph& h) { return h.g.directed(); })
      .def_prop_ro("weighted", [](const held_graph& h) { return h.g.weighted(); })
      .def_prop_ro("has_in_edges", [](const held_graph& h) { return h.g.has_in_edges(); })
      .def_prop_ro("nbytes", [](const held_graph& h) { return h.g.bytes(); })
      .def_prop_ro("properties", [](const held_graph& h) { return fields(h.g.properties()); })
      .def_prop_ro("receipt", [](const held_graph& h) { return fields(h.what); })
      .def_prop_ro("offsets",
                   [](nb::handle self) -> anything {
                     const auto& a = nb::cast<const held_graph&>(self).g.arrays().offsets;
                     return view_of(reinterpret_cast<const std::int64_t*>(a.data()), {a.size()}, self);
                   })
      .def_prop_ro("targets",
                   [](nb::handle self) -> anything {
                     const auto& a = nb::cast<const held_graph&>(self).g.arrays().targets;
                     return view_of(a.data(), {a.size()}, self);
                   })
      .def_prop_ro("weights",
                   [](nb::handle self) -> anything {
                     const fathom::graph_arrays& a = nb::cast<const held_graph&>(self).g.arrays();
                     if (!a.wide_weights.empty()) return view_of(a.wide_weights.data(), {a.wide_weights.size()}, self);
                     if (a.weights.empty()) return nb::none();
                     return view_of(a.weights.data(), {a.weights.size()}, self);
                   })
      .def_prop_ro("original_ids",
                   [](nb::handle self) -> anything {
                     const auto& a = nb::cast<const held_graph&>(self).g.arrays().original_ids;
                     if (a.empty()) return nb::none();
                     return view_of(a.data(), {a.size()}, self);
                   })
      .def_prop_ro("labels", name_list)
      .def("save", save, nb::arg("path"), nb::arg("format"), nb::arg("prepared"), nb::arg("threads"), nb::arg("progress").none())
      .def(
          "prepare",
          [](held_graph& h, const std::string& device, bool joined, int threads, nb::object progress) {
            call c(threads, std::move(progress));
            return fields(*c.run([&] {
              return h.prepared(joined ? fathom::search_kind::joined : fathom::search_kind::single, fathom::choose_device(device),
                                c.control);
            }));
          },
          nb::arg("device"), nb::arg("joined"), nb::arg("threads"), nb::arg("progress").none())
      .def("checksum", [](const held_graph& h) {
        call c(0, nb::none());
        return c.run([&] { return fathom::graph_checksum(h.g, c.control); });
      });
  define(m, "from_edges", from_edges, "src", "dst", or_none{"weight"}, "num_vertices", "keep_id_gaps", or_none{"name_offsets"},
         or_none{"name_text"}, "directed", "duplicates", "self_loops", "symmetrize", "exact_weights", "notes", "threads", progress);
  define(m, "from_csr", from_csr, "indptr", "indices", or_none{"weight"}, or_none{"original_ids"}, or_none{"name_offsets"},
         or_none{"name_text"}, "directed", "duplicates", "self_loops", "symmetrize", "in_edges", "exact_weights", "notes",
         "threads", progress);
  define(m, "read", read, "path", "format", "direction", "duplicates", "self_loops", "symmetrize", "weights", "exact_weights",
         "trust", "keep_id_gaps", "num_vertices", "source_column", "target_column", "weight_column", "separator", "header",
         "threads", progress);
}};

}  // namespace fathom_python

// .fathom files: round trips, and rejection of every kind of damage: accidental (a flipped byte, a truncation), or with recomputed
// checksums.
#include <limits>
#include <numeric>

#include "binary_files.hpp"
#include "expected_error.hpp"
#include "fathom/layout.hpp"
#include "fathom_files.hpp"

namespace fathom::test {
namespace {

using io::section_kind;

TEST(fathom_file, round_trips_graphs) {
  for (const auto& [name, g] : sample_graphs()) {
    SCOPED_TRACE(name);
    const std::string bytes = fathom_bytes(g);
    for (const std::size_t shift : {0, 1}) expect_same_graph(*read_fathom(bytes, {}, shift).finished, g);
  }
}

TEST(fathom_file, round_trips_layouts) {
  for (const auto& [name, g] : sample_graphs()) {
    for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
      SCOPED_TRACE(name);
      prepare_options options;
      options.order = order;
      const layout prepared = prepare(g, options);
      const io::parsed found = read_fathom(fathom_bytes(g, &prepared));
      ASSERT_TRUE(found.prepared.has_value());
      expect_same_layout(*found.prepared, prepared);
      expect_same_graph(*found.finished, g);
    }
  }
}

TEST(fathom_file, arrays_are_views_of_the_file) {
  const io::byte_source source = source_of(fathom_bytes(small_graph(true, true)));
  const io::parsed found = io::read_fathom(source, {});
  const auto* targets = reinterpret_cast<const std::byte*>(found.finished->view().in.targets);
  EXPECT_GE(targets, source.bytes.data());
  EXPECT_LT(targets, source.bytes.data() + source.bytes.size());
}

TEST(fathom_file, keeps_the_memory_alive) {
  graph g;
  g = *read_fathom(fathom_bytes(named_graph())).finished;
  EXPECT_EQ(g.name(2), "big");
}

TEST(fathom_file, drops_what_the_options_do_not_want) {
  read_options options;
  options.build.keep_weights = false;
  options.build.in = in_edges::none;
  const graph g = small_graph(true, true);
  const layout prepared = prepare(g);
  const io::parsed found = read_fathom(fathom_bytes(g, &prepared), options);
  EXPECT_FALSE(found.finished->weighted());
  EXPECT_FALSE(found.finished->has_in_edges());
  EXPECT_FALSE(found.prepared.has_value());
}

TEST(fathom_file, is_rebuilt_if_other_edges_are_requested) {
  read_options options;
  options.build.symmetrize = true;
  io::parsed found = read_fathom(fathom_bytes(small_graph(true, false)), options);
  ASSERT_TRUE(found.rows.has_value());
  EXPECT_FALSE(finished(std::move(found), options.build).directed());
}

TEST(fathom_file, refuses_a_layout_of_another_graph) {
  const layout prepared = prepare(small_graph(false, false));
  error_of([&] { fathom_bytes(named_graph(), &prepared); }, error_category::output);
}

// Every significant byte, changed in three ways: the file is rejected, or the change has no effect.
TEST(fathom_file, notices_every_damaged_byte) {
  const graph g = small_graph(true, true);
  const layout prepared = prepare(g, {vertex_order::degree, {}, {}});
  const std::string whole = fathom_bytes(g, &prepared);
  std::size_t harmless = 0;
  constexpr std::size_t padding_step = 61;  // most bytes of a small file are padding; testing every 61st is enough
  for (std::size_t place = 0; place < whole.size(); ++place) {
    if (is_padding(whole, place) && place % padding_step != 0) continue;
    for (const int flip : {0x01, 0x80, 0xFF}) {
      std::string bytes = whole;
      bytes[place] = static_cast<char>(bytes[place] ^ flip);
      try {
        const io::parsed found = read_fathom(bytes, one_thread());
        ASSERT_TRUE(is_padding(whole, place)) << "byte " << place << " flipped by " << flip << " went unnoticed";
        ++harmless;
      } catch (const error& failure) {
        ASSERT_EQ(failure.category(), error_category::input);
      }
    }
  }
  EXPECT_GT(harmless, 0u);  // padding between sections
}

TEST(fathom_file, refuses_every_truncation) {
  const graph g = named_graph();
  const layout prepared = prepare(g);
  const std::string whole = fathom_bytes(g, &prepared);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    error_of([&] { (void)read_fathom(std::string_view(whole).substr(0, length), one_thread()); });
  }
  error_of([&] { (void)read_fathom(whole + '\0', one_thread()); });
}

TEST(fathom_file, truncations_at_section_boundaries_are_refused_even_with_the_length_made_right) {
  const std::string whole = fathom_bytes(small_graph(true, true));
  for (const io::section_entry& entry : table_of(whole)) {
    for (const std::uint64_t cut : {entry.offset - 1, entry.offset, entry.offset + 1, entry.offset + entry.bytes - 1}) {
      std::string bytes = whole.substr(0, cut);
      header_of(bytes)->file_bytes = cut;
      rehash_header(bytes);
      for (const bool trust : {false, true}) error_of([&] { (void)read_fathom(bytes, one_thread(trust)); });
    }
  }
}

TEST(fathom_file, names_a_newer_version) {
  std::string bytes = fathom_bytes(small_graph(false, false));
  header_of(bytes)->version = 7;
  const std::string message = error_of([&] { (void)read_fathom(bytes); });
  EXPECT_NE(message.find("version 7"), std::string::npos) << message;
  EXPECT_NE(message.find("newer library"), std::string::npos) << message;
}

TEST(fathom_file, refuses_other_files_and_byte_orders) {
  EXPECT_NE(error_of([] { (void)read_fathom(std::string(1000, 'x')); }).find("signature"), std::string::npos);
  std::string bytes = fathom_bytes(small_graph(false, false));
  header_of(bytes)->byte_order = 0x04030201;
  EXPECT_NE(error_of([&] { (void)read_fathom(bytes); }).find("byte order"), std::string::npos);
}

// A wrong number in the header with a valid checksum: numbers must be checked against each other and the file size.
TEST(fathom_file, refuses_wrong_headers) {
  const graph g = small_graph(true, true);
  const layout prepared = prepare(g, {vertex_order::degree, {}, {}});
  const std::string whole = fathom_bytes(g, &prepared);
  constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
  using header = io::fathom_header;
  const std::vector<std::pair<const char*, std::function<void(header&)>>> lies{
      {"n", [](header& h) { h.num_vertices = huge; }},
      {"n + 1", [](header& h) { ++h.num_vertices; }},
      {"n - 1", [](header& h) { --h.num_vertices; }},
      {"n overflows", [](header& h) { h.num_vertices = (huge >> 3) + 1; }},
      {"m", [](header& h) { h.num_edges = huge; }},
      {"m + 1", [](header& h) { ++h.num_edges; }},
      {"m overflows", [](header& h) { h.num_edges = (huge >> 2) + 1; }},
      {"sections", [](header& h) { h.section_count = 1000; }},
      {"no sections", [](header& h) { h.section_count = 0; }},
      {"header bytes", [](header& h) { h.header_bytes = 0; }},
      {"id width", [](header& h) { h.vertex_id_bytes = 8; }},
      {"flags", [](header& h) { h.flags |= 1u << 31; }},
      {"undirected", [](header& h) { h.flags &= ~io::flag_directed; }},
      {"no layout", [](header& h) { h.flags &= ~io::flag_layout; }},
      {"reserved", [](header& h) { h.reserved[5] = 1; }},
      {"file bytes", [](header& h) { h.file_bytes = huge; }},
      {"isolated", [](header& h) { h.isolated = huge; }},
      {"hub", [](header& h) { h.max_out_degree_vertex = h.num_vertices; }},
      {"histogram", [](header& h) { h.out_degree_histogram[0] = huge, h.out_degree_histogram[1] += 1; }},
      {"layout n", [](header& h) { h.layout_vertices = huge; }},
      {"layout n - 1", [](header& h) { --h.layout_vertices; }},
      {"layout hubs", [](header& h) { h.layout_hubs = h.layout_vertices + 1; }},
      {"no heads", [](header& h) { h.layout_head_width = 0; }},
      {"head width", [](header& h) { h.layout_head_width = 1u << 31; }},
      {"head width + 1", [](header& h) { ++h.layout_head_width; }},
      {"order", [](header& h) { h.layout_order = 3; }},
      {"other order", [](header& h) { h.layout_order = 1; }},
      {"seconds", [](header& h) { h.layout_seconds = std::numeric_limits<double>::quiet_NaN(); }},
  };
  for (const auto& [name, lie] : lies) {
    SCOPED_TRACE(name);
    std::string bytes = whole;
    lie(*header_of(bytes));
    rehash_header(bytes);
    for (const bool trust : {false, true}) error_of([&] { (void)read_fathom(bytes, one_thread(trust)); });
  }
}

TEST(fathom_file, refuses_wrong_section_tables) {
  const std::string whole = fathom_bytes(small_graph(true, true));
  const std::size_t sections = table_of(whole).size();
  for (std::size_t i = 0; i < sections; ++i) {
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{4096}, std::uint64_t{1} << 40,
                                      std::numeric_limits<std::uint64_t>::max() - 4095}) {
      for (const auto field : {&io::section_entry::offset, &io::section_entry::bytes}) {
        std::string bytes = whole;
        io::section_entry& entry = entries_of(bytes)[i];
        if (entry.*field == value) continue;
        entry.*field = value;
        rehash_header(bytes);
        for (const bool trust : {false, true}) error_of([&] { (void)read_fathom(bytes, one_thread(trust)); });
      }
    }
    std::string bytes = whole;
    entries_of(bytes)[i].kind = i == 0 ? 99 : entries_of(bytes)[0].kind;
    rehash_header(bytes);
    error_of([&] { (void)read_fathom(bytes); });
  }
}

// A wrong value in a section with valid checksums: bounds checks reject it in every section that holds indices or offsets.
TEST(fathom_file, refuses_wrong_sections) {
  const graph g = build([] {
                    edge_list edges = edges_of(4, {{0, 1, 1}, {1, 2, 2}, {2, 0, 3}, {2, 1, 4}}, true, true);
                    edges.original_ids = array<std::uint64_t>(4);
                    std::iota(edges.original_ids.begin(), edges.original_ids.end(), 100u);
                    edges.labels.offsets = array<std::uint64_t>(5);
                    std::iota(edges.labels.offsets.begin(), edges.labels.offsets.end(), 0u);
                    edges.labels.text = array<char>(4);
                    std::ranges::fill(edges.labels.text, 'x');
                    return edges;
                  }())
                      .g;
  const layout prepared = prepare(g, {vertex_order::degree, {}, {}});
  const std::string whole = fathom_bytes(g, &prepared);
  for (const io::section_entry& entry : table_of(whole)) {
    const auto kind = section_kind{entry.kind};
    if (kind == section_kind::label_text || kind == section_kind::layout_reason) continue;
    SCOPED_TRACE(to_string(kind));
    // a larger last id is valid
    const std::uint64_t end = entry.offset + entry.bytes - (kind == section_kind::original_ids ? entry.element_bytes : 0);
    for (std::uint64_t place = entry.offset; place < end; place += entry.element_bytes) {
      std::string bytes = whole;
      // Far out of range for an id or offset, NaN for a weight. Not all ones, which to_internal allows.
      std::memset(bytes.data() + place, 0xFF, entry.element_bytes);
      bytes[place] = '\xF0';
      rehash_sections(bytes);
      // If two permutations disagree, the error may name either.
      const std::string_view named = kind == section_kind::layout_to_internal ? "layout_to_" : to_string(kind);
      const std::string message = error_of([&] { (void)read_fathom(bytes, one_thread()); });
      EXPECT_NE(message.find(named), std::string::npos) << message;
    }
  }
}

// The smallest index out of range.
TEST(fathom_file, refuses_the_first_index_outside) {
  const graph g = small_graph(true, false);
  const layout prepared = prepare(g, {vertex_order::degree, {}, {}});
  const std::string whole = fathom_bytes(g, &prepared);
  for (const io::section_entry& entry : table_of(whole)) {
    const auto kind = section_kind{entry.kind};
    const bool of_graph =
        kind == section_kind::targets || kind == section_kind::in_targets || kind == section_kind::layout_to_caller;
    const bool of_layout = kind == section_kind::layout_targets || kind == section_kind::layout_in_targets ||
                           kind == section_kind::layout_heads || kind == section_kind::layout_to_internal;
    if (!of_graph && !of_layout) continue;
    SCOPED_TRACE(to_string(kind));
    std::string bytes = whole;
    poke(bytes, entry.offset, of_graph ? g.num_vertices() : prepared.num_vertices);
    rehash_sections(bytes);
    error_of([&] { (void)read_fathom(bytes, one_thread()); });
  }
}

// A layout in degree order omits vertices without edges, and has no internal id for them.
TEST(fathom_file, refuses_edges_to_vertices_without_a_row) {
  for (const bool directed : {false, true}) {
    const std::string whole = fathom_bytes(build(edges_of(4, {{0, 1, 1}, {1, 2, 1}}, directed, false)).g);
    for (const io::section_entry& entry : table_of(whole)) {
      const auto kind = section_kind{entry.kind};
      if (kind != section_kind::targets && kind != section_kind::in_targets) continue;
      std::string bytes = whole;
      poke(bytes, entry.offset + entry.element_bytes, vertex_id{3});
      rehash_sections(bytes);
      const std::string message = error_of([&] { (void)read_fathom(bytes, one_thread()); });
      EXPECT_NE(message.find("section " + std::string(to_string(kind)) + ": element 1 is vertex 3"), std::string::npos) << message;
    }
  }
}

// prepare() sizes tables by degrees, so wrong stored degrees must be rejected.
TEST(fathom_file, refuses_false_properties) {
  using header = io::fathom_header;
  for (const auto lie : std::initializer_list<void (*)(header&)>{
           [](header& h) { --h.max_out_degree; }, [](header& h) { --h.max_in_degree; },
           [](header& h) { --h.out_degree_histogram[1], ++h.out_degree_histogram[2]; }, [](header& h) { --h.isolated; }}) {
    std::string bytes = fathom_bytes(small_graph(true, false));
    lie(*header_of(bytes));
    rehash_header(bytes);
    EXPECT_NE(error_of([&] { (void)read_fathom(bytes); }).find("states "), std::string::npos);
  }
}

TEST(fathom_file, checks_sections_of_many_blocks_on_any_number_of_threads) {
  constexpr std::uint32_t n = 300000;  // offsets of 2.3 MiB: three blocks
  edge_list edges;
  edges.num_vertices = n + 1;  // the last vertex has no edges
  edges.sources = array<vertex_id>(n);
  edges.targets = array<vertex_id>(n);
  for (std::uint32_t v = 0; v < n; ++v) edges.sources[v] = v, edges.targets[v] = (v * 7 + 1) % n;
  const graph g = build(std::move(edges)).g;
  const std::string whole = fathom_bytes(g);
  for (const int threads : {1, 2, 3}) {
    read_options options;
    options.build.control.threads = threads;
    expect_same_graph(*read_fathom(whole, options).finished, g);
    std::string bytes = whole;
    const io::section_entry offsets = table_of(bytes)[0];
    poke(bytes, offsets.offset + 8 * 131072, std::uint64_t{5});  // starts the second block: detected only beside its predecessor
    poke(bytes, offsets.offset + 8 * 290000, std::uint64_t{5});
    rehash_sections(bytes);
    const std::string message = error_of([&] { (void)read_fathom(bytes, options); });
    EXPECT_NE(message.find("element 131072 "), std::string::npos) << message;

    bytes = whole;
    const io::section_entry targets = table_of(bytes)[1];  // 1.1 MiB: two blocks
    for (const std::uint64_t e : {262149, 262150}) poke(bytes, targets.offset + 4 * e, vertex_id{n});
    rehash_sections(bytes);
    const std::string rowless = error_of([&] { (void)read_fathom(bytes, options); });
    EXPECT_NE(rowless.find("section targets: element 262149 is vertex 300000, whose own rows"), std::string::npos) << rowless;
  }
}

TEST(fathom_file, trust_skips_the_sections_and_nothing_else) {
  const graph g = small_graph(true, true);
  std::string bytes = fathom_bytes(g);
  const io::section_entry weights = table_of(bytes)[2];
  ASSERT_EQ(weights.kind, static_cast<std::uint32_t>(section_kind::weights));
  bytes[weights.offset] ^= 1;
  error_of([&] { (void)read_fathom(bytes); });
  const io::parsed found = read_fathom(bytes, one_thread(true));
  EXPECT_EQ(found.finished->num_edges(), g.num_edges());
  EXPECT_EQ(found.notes.size(), 1u);
  bytes[100] ^= 1;
  error_of([&] { (void)read_fathom(bytes, one_thread(true)); });
}

TEST(fathom_file, checking_can_be_stopped) {
  read_options options;
  options.build.control = stopped();
  error_of([&] { (void)read_fathom(fathom_bytes(small_graph(false, false)), options); }, error_category::cancelled);
}

}  // namespace
}  // namespace fathom::test

#include "option_rows.hpp"

#include <sstream>

namespace fathom::test {

words operator+(words a, const words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::string joined(const words& all) {
  std::string text;
  for (const std::string& word : all) text += (text.empty() ? "" : " ") + word;
  return text;
}

const inputs& files() {
  static const inputs all;
  return all;
}

run_outcome run(const words& arguments) {
  run_outcome outcome = run_program(arguments, {.environment = {"FATHOM_DEVICE=cpu", "OMP_NUM_THREADS=1"}});
  if (outcome.exit_code != 0) {
    EXPECT_FALSE(outcome.err.empty()) << joined(arguments) << " ends with " << outcome.exit_code << " and says nothing";
  }
  return outcome;
}

const run_outcome& baseline(const words& arguments) {
  static std::map<words, run_outcome> known;
  const auto found = known.find(arguments);
  return found != known.end() ? found->second : known.emplace(arguments, run(arguments)).first->second;
}

json value_at(const run_outcome& ran, std::string pointer) {
  const json whole = json::parse(ran.out, nullptr, false);
  if (whole.is_discarded()) return absent;
  const bool counts = pointer.ends_with('#');
  if (counts) pointer.pop_back();
  const json::json_pointer place(pointer);
  if (!whole.contains(place)) return absent;
  return counts ? json(whole[place].size()) : whole[place];
}

void check(const command_way& command, const row& r) {
  const words base = r.base.empty() ? command.base : r.base, call = base + r.arguments;
  SCOPED_TRACE(r.option + ": fathom " + joined(call));
  if (r.what == effect::alters) {
    static_cast<void>(run(base));
    const std::string before = content_of(r.where);
    EXPECT_EQ(run(call).exit_code, 0);
    EXPECT_NE(content_of(r.where), before);
    EXPECT_FALSE(before.empty());
    return;
  }
  const bool compares = r.what != effect::refused && r.what != effect::writes && r.what != effect::states && r.what != effect::ends;
  if (compares) static_cast<void>(baseline(base));
  const run_outcome ran = run(call);
  if (r.what == effect::refused) {
    EXPECT_EQ(ran.exit_code, 2) << ran.err;
    const bool named = ran.err.find(r.option) != std::string::npos || ran.err.find(r.arguments.front()) != std::string::npos;
    EXPECT_TRUE(named) << ran.err;
    EXPECT_NE(ran.err.find(r.where), std::string::npos) << ran.err;
    return;
  }
  if (r.what == effect::ends) {
    EXPECT_EQ(ran.exit_code, r.value.get<int>()) << ran.err;
    EXPECT_NE(ran.err.find(r.where), std::string::npos) << ran.err;
    EXPECT_NE(baseline(base).exit_code, ran.exit_code);
    return;
  }
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  switch (r.what) {
    case effect::shows:
      EXPECT_NE(value_at(baseline(base), r.where), r.value) << r.where;
      [[fallthrough]];
    case effect::states:
      EXPECT_EQ(value_at(ran, r.where), r.value) << r.where;
      return;
    case effect::differs:
      EXPECT_NE(value_at(ran, r.where), absent) << r.where;
      EXPECT_NE(value_at(ran, r.where), value_at(baseline(base), r.where)) << r.where;
      return;
    case effect::prints:
      EXPECT_NE(ran.out.find(r.where), std::string::npos) << ran.out;
      EXPECT_EQ(baseline(base).out.find(r.where), std::string::npos) << baseline(base).out;
      return;
    case effect::warns:
      EXPECT_NE(ran.err.find(r.where), std::string::npos) << ran.err;
      EXPECT_EQ(baseline(base).err.find(r.where), std::string::npos) << baseline(base).err;
      return;
    case effect::writes:
      EXPECT_FALSE(content_of(r.where).empty()) << r.where;
      return;
    case effect::mends:
      EXPECT_NE(baseline(base).exit_code, 0);
      return;
    default:
      return;
  }
}

std::vector<row> operator+(std::vector<row> a, const std::vector<row>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<row> without(std::vector<row> rows, const std::string& option) {
  std::erase_if(rows, [&](const row& one) { return one.option == option; });
  return rows;
}

words without_json(words call) {
  std::erase(call, "--json");
  return call;
}

std::string out(const std::string& name) { return files().folder / name; }

std::vector<row> rows_of_naming(const make_call& call) {
  const std::string name = "/graph/name";
  return {with("--file", {"-f", files().plain}, effect::states, name, files().plain, call({})),
          with("--kronecker", {"-g", "4"}, effect::states, name, "kron:4:16", call({})),
          with("--uniform", {"-u", "4"}, effect::states, name, "uniform:4:16", call({})),
          with("--degree", {"-g", "4", "-k", "3"}, effect::states, name, "kron:4:3", call({})),
          with("--degree", {"-k", "3"}, effect::refused, "needs -g or -u", {}, call({files().plain}))};
}

std::vector<row> rows_of_reading(const make_call& call) {
  const words weights = call({files().weights});
  return {with({"--seed", "7"}, effect::differs, "/graph/edges", {}, call({"kron:6:4"})),
          with({"--format", "snap"}, effect::shows, "/receipt/origin", "snap", call({files().plain})),
          with({"--format", "el"}, effect::refused, "is a generator", {}, call({"kron:6:4"})),
          with({"--directed"}, effect::shows, "/graph/directed", true, call({files().mutual})),
          with({"--undirected"}, effect::shows, "/graph/directed", false, weights),
          with("--symmetrize", {"-s"}, effect::shows, "/graph/directed", false, weights),
          with({"--trust"}, effect::mends, "", {}, call({files().damaged})),
          with({"--trust"}, effect::refused, "applies to .fathom files", {}, call({files().plain})),
          with({"--trust"}, effect::refused, "is a generator", {}, call({"path:5"})),
          with({"--device", "cuda:99"}, effect::ends, "cuda:99", 4, weights)};
}

std::vector<row> rows_of_building(const make_call& call) {
  const words weights = call({files().weights});
  return {with({"--keep-duplicates"}, effect::differs, "/graph/edges", {}, weights),
          with({"--parallel-edges", "first"}, effect::shows, "/receipt/parallel_edges", "first", weights),
          with({"--keep-self-loops"}, effect::differs, "/graph/edges", {}, weights),
          with({"--no-weights"}, effect::shows, "/graph/weighted", false, weights),
          with({"--exact-weights"}, effect::differs, "/receipt/notes", {}, call({files().decimals})),
          with({"--exact-weights"}, effect::refused, "has no weights", {}, call({"kron:6:4"}))};
}

static std::map<std::string, std::set<std::string>> read_listing() {
  const run_outcome listing = run({"--list-options"});
  std::map<std::string, std::set<std::string>> all;
  std::istringstream lines(listing.out);
  for (std::string line; std::getline(lines, line);) {
    const std::string option = line.substr(0, line.find(' '));
    if (option.starts_with("-") && option != "--help") all[line.substr(option.size() + 1)].insert(option);
  }
  return all;
}

const std::map<std::string, std::set<std::string>>& listed_options() {
  static const std::map<std::string, std::set<std::string>> all = read_listing();
  return all;
}

std::vector<row> where_listed(const std::string& command, const std::vector<row>& rows) {
  const std::set<std::string>& listed = listed_options().at(command);
  std::vector<row> there;
  for (const row& one : rows) {
    const bool means_a_list = one.option == "--vertices" && listed.contains("--num-vertices");
    if (listed.contains(one.option) && !means_a_list) there.push_back(one);
  }
  return there;
}

std::vector<row> rows_of_vertices(const make_call& call) {
  const words table = call({files().table});
  const std::string vertices = "/graph/vertices", edges = "/graph/edges";
  return {with({"--keep-id-gaps"}, effect::shows, vertices, 10, call({files().gaps})),
          with({"--vertices", "9"}, effect::shows, vertices, 9, call({files().plain})),
          with({"--num-vertices", "9"}, effect::shows, vertices, 9, call({files().plain})),
          with({"--source-column", "c"}, effect::shows, vertices, 6, table),
          with({"--target-column", "c"}, effect::shows, vertices, 6, table),
          with({"--weight-column", "c"}, effect::shows, "/graph/weighted", true, table),
          with({"--separator", ";"}, effect::ends, "at least two columns", 3, table),
          with({"--header", "yes"}, effect::differs, edges, {}, call({files().numbers}))};
}

std::vector<row> rows_of_graph(const make_call& call) {
  const words apart = call({files().apart});
  const std::string command = apart.front() == "reach" ? apart[0] + " " + apart[1] : apart.front();
  return rows_of_naming(call) + rows_of_reading(call) + rows_of_building(call) + where_listed(command, rows_of_vertices(call)) +
         std::vector<row>{with({"--largest-component"}, effect::shows, "/graph/vertices", 3, apart)};
}

std::vector<row> rows_of_graph_with_loops(const make_call& call) {
  const words weights = call({files().weights});
  return without(rows_of_graph(call), "--keep-self-loops") +
         std::vector<row>{with({"--keep-self-loops"}, effect::states, "/graph/self_loops", 1, weights),
                          with({"--drop-self-loops"}, effect::shows, "/graph/self_loops", 0, weights)};
}

std::vector<row> idle_seed(const make_call& call) {
  return {with({"--seed", "7"}, effect::refused, "nothing else is drawn at random", {}, call({files().plain})),
          with({"--seed", "7"}, effect::refused, "is not a random graph", {}, call({"path:5"}))};
}

row threads(const words& base, const std::string& pointer) { return with({"--threads", "2"}, effect::shows, pointer, 2, base); }

std::vector<row> rows_of_graph_on_ranks(const make_call& call) {
  const words weights = call({files().weights});
  std::vector<row> of_vertices = where_listed(weights.front(), rows_of_vertices(call));
  for (row& one : of_vertices) {
    // bfs and others do not store weights here: the error for a missing column shows that the option is read.
    if (one.option == "--weight-column") one = {one.option, {"--weight-column", "missing"}, effect::ends, "missing", 2, one.base};
  }
  return rows_of_naming(call) + rows_of_reading(call) + of_vertices +
         std::vector<row>{with({"--keep-duplicates"}, effect::refused, "does not work with --ranks"),
                          with({"--parallel-edges", "keep"}, effect::refused, "does not work with --ranks"),
                          with({"--parallel-edges", "first"}, effect::shows, "/receipt/parallel_edges", "first", weights),
                          with({"--keep-self-loops"}, effect::refused, "does not work with --ranks"),
                          with({"--largest-component"}, effect::refused, "not available with --ranks"),
                          with({"--grid", "1x1"}, effect::states, "/grid", {1, 1}),
                          with({"--grid", "2x2"}, effect::ends, "does not match", 2),
                          with({"--delegates", "2"}, effect::differs, "/delegates", {}, call({"star:9"})),
                          with("--ranks", {}, effect::states, "/grid", {1, 1})};
}

std::vector<row> rows_without_ranks(const make_call& call, const std::string& output) {
  return {with({"--ranks"}, effect::shows, "/grid", {1, 1}, call({"kron:4:4"})),
          with({"--grid", "1x1"}, effect::refused, "--ranks"), with({"--delegates", "auto"}, effect::refused, "--ranks"),
          with({"--parts", "--output", output}, effect::refused, "--ranks")};
}

std::vector<row> rows_over_devices(const make_call& call, const words& refused) {
  return {with({"--devices", "cpu,cpu"}, effect::shows, "/grid", {2, 1}, call({"kron:4:4"})),
          {"--devices", words{"--devices", "cpu,cpu"} + refused, effect::refused, refused.front()},
          with({"--devices", "cuda:98"}, effect::ends, "cuda:98", 4)};
}

std::vector<row> rows_of_sources(const words& graph, const words& rest, const std::string& first, const std::string& number) {
  return {with({"--source", "2"}, effect::states, first, 2, graph + rest),
          with({"--sources", files().list}, effect::states, number, 2, graph + rest),
          with({"--sources", "all", "--source", "1"}, effect::refused, "exclude each other", {}, graph + rest)};
}

row writes(const words& base, const std::string& name) {
  return with({"--output", out(name)}, effect::writes, out(name), {}, base);
}

std::vector<row> rows_of_results(const words& base, const std::string& name) { return {as_json(base), writes(base, name)}; }

row as_json(const words& base) { return with({"--json"}, effect::prints, "\"schema_version\": 2,", {}, without_json(base)); }

}  // namespace fathom::test

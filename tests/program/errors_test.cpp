// Errors: one line on standard error, the documented exit code, and no output files left behind.
#include <gtest/gtest.h>

#include "expectations.hpp"

namespace fathom::test {
namespace {

void expect_only_error(const run_outcome& ran, int code, const std::string& part) {
  expect_error(ran, code, part);
  EXPECT_EQ(ran.out, "");
}

TEST(errors, unknown_words_suggest_the_nearest) {
  expect_only_error(run_program({"bsf", "path:5"}), usage, "unknown command 'bsf'; did you mean 'bfs'?");
  expect_only_error(run_program({"bfs", "path:5", "--sorce", "1"}), usage, "unknown option '--sorce'; did you mean '--source'?");
  expect_only_error(run_program({"bfs", "path:5", "--jsn"}), usage, "did you mean '--json'?");
  expect_only_error(run_program({"neighbors", "path:5", "--hop", "2"}), usage, "unknown option '--hop'; did you mean '--hops'?");
  expect_only_error(run_program({"info", "path:5", "--frobnicate"}), usage, "unknown option '--frobnicate'");
  // The nearest would ask for the opposite.
  expect_only_error(run_program({"bfs", "path:5", "--drop-self-loops"}), usage, "unknown option '--drop-self-loops' (see");
  expect_only_error(run_program({"info", "path:5", "extra"}), usage, "unexpected argument 'extra'");
}

TEST(errors, a_misspelt_generator_is_neither_file_nor_generator) {
  expect_only_error(run_program({"bfs", "kronn:16:16", "--json"}), usage,
                    "neither a file nor a generator; did you mean 'kron:16:16'?");
  expect_only_error(run_program({"bfs", "geometric:16", "--json"}), usage,
                    "'geometric:16' is neither a file nor a generator; generators are kron:SCALE");
  expect_only_error(run_program({"bfs", "graphs/new:16.mtx", "--json"}), bad_file, "cannot be read");
  expect_only_error(run_program({"generate", "gird:3x3", "out.el"}), usage, "did you mean 'grid:3x3'?");
  expect_only_error(run_program({"info", "KRON:8"}), usage, "did you mean 'kron:8'?");
  expect_only_error(run_program({"bfs", "some:file", "--json"}), bad_file, "some:file");
}

TEST(errors, words_in_the_wrong_order) {
  expect_only_error(run_program({"bench", "kron:8", "bfs", "--json"}), usage, "fathom bench bfs kron:8");
  expect_only_error(run_program({"bench", "kron:8", "energy", "--json"}), usage, "fathom bench energy kron:8");
  expect_only_error(run_program({"bench", "bfs", "kron:8", "--json", "no-such.json"}), usage,
                    "write the object with --output no-such.json");
  expect_only_error(run_program({"kron:8", "bfs"}), usage, "fathom bfs kron:8");
}

TEST(errors, no_command) {
  const run_outcome ran = run_program({});
  EXPECT_EQ(ran.exit_code, usage);
  EXPECT_NE(ran.err.find("no command was given"), std::string::npos);
}

TEST(errors, values_outside_their_range) {
  for (const char* threads : {"0", "-3", "many", "1000000000"}) {
    expect_only_error(run_program({"bfs", "path:5", "--threads", threads, "--json"}), usage, "threads");
  }
  expect_only_error(run_program({"bfs", "path:5", "--json", "--repeat", "0"}), usage, "--repeat");
  for (const char* seed : {"-1", "x", "18446744073709551616"}) {
    expect_only_error(run_program({"bfs", "path:5", "--json", "--seed", seed}), usage,
                      "--seed: '" + std::string(seed) + "' is not an integer");
  }
  expect_only_error(run_program({"bfs", "path:5", "--json", "-n", "1e1"}), usage, "-n: '1e1' is not an integer");
  expect_only_error(run_program({"bfs", "path:5", "--json", "-n"}), usage, "-n needs a value");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--num-vertices=x"}), usage, "--num-vertices: 'x'");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--alpha", "much"}), usage, "--alpha: 'much' is not a number");
  expect_only_error(run_program({"bfs", "path:5", "--json=abc"}), usage, "--json = abc: a flag takes no value");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--alpha"}), usage, "--alpha needs a value");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--target", "1", "--target", "2"}), usage,
                    "--target was given more than once");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--source", "0", "-n", "3", "--repeat", "2"}), usage,
                    "-n 3 and --repeat 2");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--depth-limit", "-1"}), usage, "--depth-limit");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--strategy", "sideways"}), usage, "sideways");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--source", "0", "--gamma", "7"}), usage,
                    "--gamma: '7' is not a number above 0 and up to 1");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--sources", "random:0"}), usage, "random:0");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--sources", "random:9999999999999"}), resources, "draw fewer sources");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--source", "1", "--sources", "random:2"}), usage, "--source");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--device", "tpu"}), usage, "tpu");
  expect_only_error(run_program({"bfs", "path:x", "--json"}), usage, "path:x");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--format", "doc"}), usage, "doc");
}

// Checked before the graph is read, which does not exist.
TEST(errors, numbers_out_of_range) {
  using words = std::vector<std::string>;
  const std::pair<words, std::string> rows[] = {
      {{"communities", "none.el", "--method", "louvain", "--resolution", "-1"}, "--resolution: '-1' is not a number of at least 0"},
      {{"communities", "none.el", "--method", "louvain", "--threshold", "nan"}, "--threshold: 'nan' is not a number of at least 0"},
      {{"sssp", "none.el", "--cutoff", "-1"}, "--cutoff: '-1' is not a number of at least 0"},
      {{"sssp", "none.el", "--delta", "inf"}, "--delta: 'inf' is not a number of at least 0"},
      {{"pagerank", "none.el", "--tolerance", "-1"}, "--tolerance: '-1' is not a number of at least 0"},
      {{"pagerank", "none.el", "--damping", "1.5"}, "--damping: '1.5' is not a number from 0 to 1"},
      {{"bfs", "none.el", "--alpha", "-1"}, "--alpha: '-1' is not a number of at least 0"},
      {{"bfs", "none.el", "--beta", "0"}, "--beta: '0' is not a number above 0"},
      {{"bfs", "none.el", "--ranks", "--energy", "-1"}, "--energy: '-1' is not a number of at least 0"},
      {{"graph500", "--energy", "inf"}, "--energy: 'inf' is not a number of at least 0"},
      {{"sssp", "none.el", "--random-weights", "0.5:1.5"}, "--random-weights: '0.5:1.5' is not a range of integers LOW:HIGH"},
  };
  for (const auto& [arguments, message] : rows) expect_only_error(run_program(arguments), usage, message);
}

// Checked before the graph is read, which does not exist.
TEST(errors, folders_of_outputs_that_do_not_exist) {
  const scratch_folder folder;
  const std::string in_none = folder / "none" + "/out";
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"bfs", "none.el", "--output", in_none + ".tsv"},
                                                    {"convert", "none.el", in_none + ".mtx"},
                                                    {"truss", "none.el", "--subgraph", in_none + ".mtx"}}) {
    expect_only_error(run_program(arguments), bad_file, "' does not exist; create it: mkdir -p '" + (folder / "none") + "'");
  }
}

TEST(errors, urls) {
  expect_only_error(run_program({"info", "https://example.org/a.txt.gz"}), bad_file,
                    "URLs are not supported; download it first: curl -LO 'https://example.org/a.txt.gz'");
  expect_only_error(run_program({"info", "file:///data/a.txt"}), bad_file, "use the path '/data/a.txt'");
  expect_only_error(run_program({"info", "s3://bucket/a.txt"}), bad_file, "URLs are not supported; download it first\n");
}

TEST(errors, empty_values) {
  for (const char* option : {"--output", "--sources", "--target", "--device", "--file", "--format"}) {
    const std::vector<std::string> spelled = {"bfs", "path:5", "--json", option, ""};
    expect_only_error(run_program(spelled), usage, std::string(option) + ": the value is empty; give one, or leave");
  }
  expect_only_error(run_program({"closeness", "path:5", "--json", "--vertices", ""}), usage, "--vertices: the value is empty");
  expect_only_error(run_program({"bfs", "path:5", "--output=", "--json"}), usage, "--output: the value is empty");
  expect_only_error(run_program({"bfs", "path:5", "--source=", "--json"}), usage, "source ''");
  expect_only_error(run_program({"bfs", "path:5", "--json="}), usage, "");
  for (const std::string list : {"2,,3", ",2", "2,"}) {
    for (const std::vector<std::string>& spelled : {std::vector<std::string>{"--fanouts", list}, {"--fanouts=" + list}}) {
      std::vector<std::string> words{"sample", "path:5", "--source", "1"};
      words.insert(words.end(), spelled.begin(), spelled.end());
      expect_only_error(run_program(words), usage, "--fanouts " + list + ": a value of the list is empty; remove the extra comma");
    }
  }
  expect_only_error(run_program({"bench", "bfs", "--graphs", "path:5,,path:6"}), usage,
                    "--graphs path:5,,path:6: a value of the list");
  expect_only_error(run_program({"convert", "path:5", ""}), usage, "OUT: the value is empty");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--source", ""}), usage, "source ''");
  EXPECT_EQ(run_program({"info", "path:5", "--largest-component"}).exit_code, 0);
}

TEST(errors, a_device_that_is_not_there) {
  expect_only_error(run_program({"bfs", "path:5", "--json", "--device", "cuda:77"}), resources, "available: cpu");
  expect_only_error(run_program({"bfs", "path:5", "--json"}, {.environment = {"FATHOM_DEVICE=cuda:77"}}), resources,
                    "FATHOM_DEVICE: device 'cuda:77' is not available");
  expect_only_error(run_program({"bfs", "path:5", "--json"}, {.environment = {"FATHOM_DEVICE=gpu"}}), usage,
                    "FATHOM_DEVICE: unknown device 'gpu'");
  EXPECT_EQ(run_program({"bfs", "path:5", "--json"}, {.environment = {"FATHOM_DEVICE="}}).exit_code, 0);
  expect_only_error(run_program({"bench", "energy", "path:5", "--device", "cuda:77"}), resources, "cuda:77");
  expect_only_error(run_program({"bench", "energy", "path:5", "--device", "cpu"}), usage,
                    "--device cpu: bench energy measures searches on a CUDA device");
  expect_only_error(run_program({"bench", "enterprise", "path:5", "--device", "cuda:77"}), resources, "cuda:77");
  expect_only_error(run_program({"bench", "energy", "path:5", "--method", "enterprise"}), usage,
                    "choose one of auto, enterprise-bl");
  expect_only_error(run_program({"bench", "multi-search", "path:5", "--device", "cuda:77"}), resources, "cuda:77");
  expect_only_error(run_program({"bench", "multi-search", "path:5", "--device", "cpu", "--sources", "0"}), usage, "--sources");
  expect_only_error(run_program({"bench", "energy", "path:5", "--window", "0"}), usage, "--window: '0' is not a number above 0");
  expect_only_error(run_program({"bench", "energy", "path:5", "--window", "long"}), usage, "--window: 'long' is not a number");
}

TEST(errors, methods_of_a_cuda_device) {
  expect_only_error(run_program({"bfs", "path:5", "--json", "--method", "sideways"}), usage, "choose one of auto, enterprise-bl");
  for (const char* method : {"enterprise-bl", "enterprise-ts", "enterprise-wb", "enterprise-hc", "graph500-bitmap"}) {
    // Checked before the graph is read: this file does not exist.
    expect_only_error(run_program({"bfs", "none.el", "--json", "--device", "cpu", "--method", method}), usage,
                      std::string("method ") + method + " requires a CUDA device");
  }
  EXPECT_EQ(run_program({"bfs", "path:5", "--json", "--device", "cpu", "--method", "auto"}).exit_code, 0);
}

TEST(errors, no_graph_or_two) {
  expect_only_error(run_program({"bfs", "--json"}), usage, "no graph was given");
  expect_only_error(run_program({"bfs", "path:5", "-g", "8"}), usage, "two graphs");
  expect_only_error(run_program({"bfs", "path:5", "-k", "8"}), usage, "-k 8 needs -g or -u: 'path:5' states its own degree");
  expect_only_error(run_program({"bfs", "g.el", "-k", "8"}), usage, "-k 8 needs -g or -u: 'g.el' is a file");
}

TEST(errors, sources_outside_the_graph) {
  expect_only_error(run_program({"bfs", "path:5", "--json", "--source", "5"}), usage, "source 5 is not in the graph");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--source", "-1"}), usage, "-1");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--source", "Paris"}), usage, "source 'Paris' is not a vertex id");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--source", "0", "--target", "99"}), usage, "target 99");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--source", "99999999999999999999999"}), usage,
                    "99999999999999999999999");
  const scratch_folder folder;
  const std::string list = folder.file("sources.txt", "1\n77\n");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--sources", list}), bad_file, "sources.txt:2: source 77");
  const std::string line = folder.file("line.txt", "1,2\n");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--sources", line}), bad_file, "use a number, one source per line");
  const std::string packed = folder.file("packed", "\x1f\x8b\x08"), wide = folder.file("wide", std::string("1\0\n\0", 4));
  for (const std::string& file : {packed, wide})
    expect_only_error(run_program({"bfs", "path:5", "--json", "--sources", file}), bad_file, "the file is not plain text");
  const std::string gaps = folder.file("gaps.el", "7 9000000000\n");
  expect_only_error(run_program({"bfs", gaps, "--json", "--source", "8"}), usage, "its 2 ids are 7 to 9000000000, with gaps");
  const std::string pajek = folder.file("a.net", "*Vertices 3\n*Edges\n1 2\n");
  expect_only_error(run_program({"bfs", pajek, "--source", "0", "--quiet"}), usage, "its 3 ids are 1 to 3\n");
}

TEST(errors, files_that_cannot_be_read) {
  const scratch_folder folder;
  expect_only_error(run_program({"bfs", folder / "missing.el", "--json"}), bad_file, "missing.el");
  expect_only_error(run_program({"bfs", folder.path().string(), "--json"}), bad_file, folder.path().string());
  expect_only_error(run_program({"bfs", folder.file("empty.mtx", ""), "--json"}), bad_file, "empty.mtx");
  expect_only_error(run_program({"bfs", folder.file("bad.el", "0 1\n1 x\n"), "--json"}), bad_file, "bad.el:2");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--sources", folder / "none"}), bad_file, "none");
}

TEST(errors, outputs_that_cannot_be_written) {
  const scratch_folder folder;
  expect_only_error(run_program({"bfs", "path:5", "--json", "--source", "0", "--output", folder / "no/such/out.npy"}), bad_file,
                    "out.npy");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--source", "0", "--output", "/dev/full"}), bad_file, "/dev/full");
  expect_only_error(run_program({"bench", "build", "path:5", "--json", "--output", "-"}), usage, "use --json to print");
  expect_only_error(run_program({"bench", "build", "path:5", "--json", "--html", folder / "x", "--csv", folder / "x"}), usage,
                    "--html and --csv name the same file");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--source", "0", "--output", folder / "out.doc"}), usage, "out.doc");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--source", "0", "--output", "-"}), usage,
                    "use one of these suffixes, or /dev/stdout");
  expect_only_error(run_program({"bfs", "path:5", "--json", "--internal-ids", "--output", folder / "out.npy"}), usage,
                    "--internal-ids");
  expect_only_error(run_program({"bench", "build", "path:5", "--json", "--output", folder / "no/such/out.json"}), bad_file,
                    "out.json");
  EXPECT_TRUE(folder.names().empty());
  const run_outcome forbidden = run_program({"convert", folder.file("d.el", "0 1\n"), folder / "d.graph"});
  EXPECT_EQ(forbidden.exit_code, bad_file);
  EXPECT_NE(forbidden.err.find("d.graph: METIS files hold undirected graphs"), std::string::npos) << forbidden.err;
}

TEST(errors, a_standard_output_that_is_full_or_closed) {
  for (const char* where : {"/dev/full", "closed"}) {
    const run_outcome ran = run_program({"bfs", "path:5", "--source", "0", "--json"}, {.standard_output = where});
    EXPECT_EQ(ran.exit_code, bad_file) << where << ran.err;
    EXPECT_NE(ran.err.find("standard output: cannot be written"), std::string::npos) << ran.err;
    EXPECT_EQ(run_program({"--version"}, {.standard_output = where}).exit_code, bad_file);
    EXPECT_EQ(run_program({"doctor"}, {.standard_output = where}).exit_code, bad_file);
  }
}

TEST(errors, a_closed_standard_output_does_not_end_in_the_output_file) {
  const scratch_folder folder;
  const std::string out = folder / "out.txt";
  EXPECT_EQ(run_program({"bfs", "path:3", "--source", "0", "--json", "--output", out}, {.standard_output = "closed"}).exit_code,
            bad_file);
  EXPECT_EQ(content_of(out), "0\n1\n2\n");
}

TEST(errors, more_searches_than_their_reports_fit) {
  for (const char* command : {"bfs", "sssp"}) {
    const run_outcome ran = run_program({command, "path:3", "--sources", "random:5000", "--repeat", "2147483647", "--json"});
    expect_only_error(ran, resources, "keeping the reports of 10737418235000 searches needs");
  }
}

TEST(errors, a_graph_too_large_for_the_machine) {
  const run_outcome ran = run_program({"bfs", "kron:31:1000", "--json"});
  EXPECT_EQ(ran.exit_code, resources) << ran.err;
}

}  // namespace
}  // namespace fathom::test

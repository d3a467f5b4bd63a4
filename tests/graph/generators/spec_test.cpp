// Generator specs: accepted forms, and errors that name the wrong part.
#include <gtest/gtest.h>

#include "edges.hpp"
#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"

namespace fathom {
namespace {

using test::pairs_of;

TEST(spec, means_the_function_of_its_name) {
  EXPECT_EQ(pairs_of(generate("kron:9")), pairs_of(kron(9, 16)));
  EXPECT_EQ(pairs_of(generate("kron:9:8")), pairs_of(kron(9, 8)));
  EXPECT_EQ(pairs_of(generate("kron:9:8:0.5:0.2:0.1")), pairs_of(kron(9, 8, {0.5, 0.2, 0.1})));
  EXPECT_EQ(pairs_of(generate("rmat:9")), pairs_of(rmat(9, 16, {0.45, 0.15, 0.15})));
  EXPECT_NE(pairs_of(generate("rmat:9")), pairs_of(kron(9)));
  EXPECT_EQ(pairs_of(generate("rmat:9:4:0.57:0.19:0.19")), pairs_of(kron(9, 4)));
  EXPECT_EQ(pairs_of(generate("uniform:9:3")), pairs_of(uniform(9, 3)));
  EXPECT_EQ(pairs_of(generate("random:77:3")), pairs_of(fixed_out_degree(77, 3)));
  EXPECT_EQ(pairs_of(generate("grid:7x5")), pairs_of(grid(7, 5)));
  EXPECT_EQ(pairs_of(generate("rgg:7")), pairs_of(random_geometric(7)));
  EXPECT_EQ(pairs_of(generate("delaunay:7")), pairs_of(delaunay(7)));
  EXPECT_EQ(pairs_of(generate("small-world:50:4:0.5")), pairs_of(small_world(50, 4, 0.5)));
  EXPECT_EQ(pairs_of(generate("path:9")), pairs_of(path(9)));
  EXPECT_EQ(pairs_of(generate("star:9")), pairs_of(star(9)));
  EXPECT_EQ(pairs_of(generate("complete:9")), pairs_of(complete(9)));
  EXPECT_EQ(pairs_of(generate("tree:9")), pairs_of(binary_tree(9)));
}

TEST(spec, names_are_recognized_with_any_arguments) {
  for (const char* spec : {"kron:20:16", "kron", "kron:", "grid:what", "rgg:1:2:3", "tree:-1"})
    EXPECT_TRUE(is_generator(spec)) << spec;
  for (const char* spec : {"", ":", "kronos:3", "kro", "graph.mtx", "./kron:20", "KRON:20"})
    EXPECT_FALSE(is_generator(spec)) << spec;
}

struct refusal {
  const char* spec;
  const char* said;  // part of the message
};

class refused : public testing::TestWithParam<refusal> {};

TEST_P(refused, names_the_wrong_part) {
  test::expect_error(error_category::usage, GetParam().said, [&] { (void)generate(GetParam().spec); });
}

INSTANTIATE_TEST_SUITE_P(
    specs, refused,
    testing::Values(
        refusal{"", "use one of kron:SCALE"}, refusal{"krn:20", "generator 'krn:20' is unknown"},
        refusal{"kron", "has 0 arguments and needs 1; the form is kron:SCALE[:EDGE_FACTOR[:A:B:C]]"},
        refusal{"kron:", "scale '' is not a whole number"}, refusal{"kron:x:16", "scale 'x' is not a whole number"},
        refusal{"kron:20:16x", "edge factor '16x' is not a whole number"}, refusal{"kron:20:", "edge factor '' is not"},
        refusal{"kron:1e3", "scale '1e3'"}, refusal{"kron:99999999999", "scale '99999999999' is too large"},
        refusal{"kron:32", "scale 32 is outside 0 to 31"}, refusal{"kron:-1", "scale -1 is outside 0 to 31"},
        refusal{"kron:5:-2", "edge factor -2 is negative"}, refusal{"kron:5:2:0.5", "it gives 1 of the three probabilities"},
        refusal{"kron:5:2:0.5:0.1", "it gives 2"}, refusal{"kron:5:2:0.5:0.1:0.1:0.3", "has 6 arguments and takes at most 5"},
        refusal{"kron:5:2:0.9:0.1:0.1", "must add up to at most 1"}, refusal{"kron:5:2:-0.1:0.1:0.1", "must not be negative"},
        refusal{"kron:5:2:nan:0.1:0.1", "A=nan"}, refusal{"rmat:5:2:a:0.1:0.1", "probability A 'a' is not a number"},
        refusal{"uniform:5:2:1", "takes at most 2"}, refusal{"uniform:32", "uniform: scale 32"},
        refusal{"random:5", "has 1 arguments and needs 2"}, refusal{"random:-5:2", "number of vertices '-5' is not a whole number"},
        refusal{"random:5:-2", "degree -2 is negative"}, refusal{"random:4294967296:1", "4294967296 vertices are too many"},
        refusal{"grid:5", "size '5' has no 'x'"}, refusal{"grid:5x", "height '' is not"}, refusal{"grid:x5", "width '' is not"},
        refusal{"grid:5x5x5", "height '5x5' is not"}, refusal{"grid:-5x5", "width '-5'"},
        refusal{"grid:70000x70000", "4900000000 vertices are too many"},
        refusal{"grid:9999999999x9999999999", "vertices are too many"}, refusal{"rgg:32", "rgg: scale 32"},
        refusal{"small-world:50:3:0.5", "degree 3 must be even"}, refusal{"small-world:50:50:0.5", "must be below the number"},
        refusal{"small-world:50:4:1.5", "probability 1.5 is outside 0 to 1"}, refusal{"small-world:50:4:nan", "probability nan"},
        refusal{"path:99999999999", "99999999999 vertices are too many"}, refusal{"path:99999999999999999999", "is too large"},
        refusal{"complete:4294967297", "too many"}, refusal{"tree:x", "number of vertices 'x'"}));

TEST(spec, what_cannot_fit_is_refused_before_it_is_allocated) {
  for (const char* spec :
       {"kron:31:1000000", "kron:31:2147483647", "uniform:31:100000", "complete:4294967295", "random:4294967295:2147483647"}) {
    test::expect_error(error_category::memory, "generating", [&] { (void)generate(spec); });
  }
}

TEST(spec, negative_threads_are_refused) {
  generate_options options;
  options.control.threads = -1;
  EXPECT_THROW((void)kron(3, 1, {}, options), error);
}

}  // namespace
}  // namespace fathom

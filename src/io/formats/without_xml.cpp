// Stub of the GraphML and GEXF readers for builds without libxml2.
#include "io/formats/formats.hpp"
#include "io/input_error.hpp"

namespace fathom::io {
namespace {

[[noreturn]] void refuse(const text_source& text, const char* name, const char* reader) {
  bad_input(text.file(),
            "is {0}, but this build of the library has no libxml2; build it with libxml2-dev installed, or convert the file: "
            "python3 -c \"import networkx as nx; nx.write_gml(nx.{1}('{2}'), '{2}.gml', stringizer=str)\"",
            name, reader, text.file().string());
}

}  // namespace

parsed read_graphml(text_source& text, const read_options&) { refuse(text, "GraphML", "read_graphml"); }
parsed read_gexf(text_source& text, const read_options&) { refuse(text, "GEXF", "read_gexf"); }

}  // namespace fathom::io

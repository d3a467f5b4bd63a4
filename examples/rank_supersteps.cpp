// Connected components of a graph that is partitioned over all processes of an MPI job, by a program of supersteps.
//   mpirun -np 4 --bind-to none -x OMP_NUM_THREADS=8 rank_supersteps FILE
#include <fathom/distributed/edge_vertex.hpp>
#include <fathom/distributed/io.hpp>
#include <iostream>

#include "supersteps/components.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto ranks = fathom::mpi_communicator();
  try {
    fathom::read_options how;
    how.build.symmetrize = true;
    const fathom::rank_graph g = fathom::read_rank_graph(*ranks, argv[1], how).g;
    // Without `gather` each process has the labels of its own vertices.
    const auto found = fathom::edge_vertex(g, components_program{}, {.gather = false});
    std::uint64_t count = 0;
    for (std::uint64_t v = g.first_vertex(); v < g.last_vertex(); ++v) count += found.values[v - g.first_vertex()] == v;
    ranks->all_reduce(fathom::reduction::sum, std::span(&count, 1));
    if (ranks->rank() == 0) std::cout << count << " component(s) after " << found.report.supersteps << " supersteps\n";
  } catch (const fathom::error& e) {
    std::cerr << "rank " << ranks->rank() << ": " << e.what() << '\n';
    ranks->end_all(3);  // other processes may be waiting for this one
  }
}

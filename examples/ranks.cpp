// Mean distance between vertices, from 10,000 random sources, computed by all processes of an MPI job.
//   mpirun -np 4 --bind-to none -x OMP_NUM_THREADS=8 ranks FILE
#include <fathom/bfs.hpp>
#include <fathom/distributed/communicator.hpp>
#include <fathom/io.hpp>
#include <fathom/sinks.hpp>
#include <iostream>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto ranks = fathom::mpi_communicator();  // initializes MPI, and finalizes it at the end of main
  try {
    const fathom::graph g = fathom::read_graph(argv[1]).g;
    const auto sources = fathom::random_sources(g, 10'000);
    fathom::source_totals totals;
    const fathom::multi_bfs_report report =
        fathom::multi_bfs(fathom::prepare(g), sources.view(), totals, {}, {.ranks = ranks.get()});
    double distances = 0, pairs = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      distances += static_cast<double>(totals.distance_sum[i]);
      pairs += static_cast<double>(totals.reached[i] - 1);
    }
    if (ranks->rank() == 0) {
      std::cout << "mean distance " << distances / pairs << ", " << report.groups.size() << " groups on " << report.ranks
                << " processes\n";
    }
  } catch (const fathom::error& e) {
    std::cerr << "rank " << ranks->rank() << ": " << e.what() << '\n';
    ranks->end_all(3);  // other processes may be waiting for this one
  }
}

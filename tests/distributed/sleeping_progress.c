// Preloaded by tests with MPICH, whose processes spin while they wait: here they sleep for a moment, so that more processes than
// cores take seconds instead of minutes. Open MPI has mpi_yield_when_idle for that. Wraps the function of UCX in which MPICH waits
// (device ch4:ucx, as in Debian).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <unistd.h>

unsigned ucp_worker_progress(void* worker);

unsigned ucp_worker_progress(void* worker) {
  static unsigned (*progress)(void*) = NULL;
  if (progress == NULL) *(void**)&progress = dlsym(RTLD_NEXT, "ucp_worker_progress");
  const unsigned events = progress(worker);
  if (events == 0) usleep(1);
  return events;
}

// Probe for sanitizers: commits the fault named by its argument, which the sanitizer it was built with should report; "none"
// shares data between OpenMP threads correctly, which must not be reported.
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

namespace {

int race(bool planted) {
  std::vector<int> values(1000);
  int sum = 0, racy = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 1000; ++i) values[static_cast<std::size_t>(i)] = i;
      // The barrier above orders the writes of one thread before the reads of another.
#pragma omp for schedule(dynamic, 16) reduction(+ : sum)
    for (int i = 0; i < 1000; ++i) sum += values[static_cast<std::size_t>(999 - i)];
#pragma omp single
    values[0] = sum;
    // So does the implicit barrier of the single construct.
    if (values[0] != sum) std::puts("wrong");
    if (planted) ++racy;
  }
  return sum + racy;
}

}  // namespace

int main(int argc, char** argv) {
  const char* fault = argc > 1 ? argv[1] : "none";
  const std::vector<int> values(static_cast<std::size_t>(argc));
  const int* data = values.data();
  int result = race(std::strcmp(fault, "race") == 0);
  if (std::strcmp(fault, "overflow") == 0) result += data[argc];
  if (std::strcmp(fault, "undefined") == 0) result += std::numeric_limits<int>::max() + argc;
  std::printf("%d\n", result);
  return 0;
}

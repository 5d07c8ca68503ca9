// CPU time on a machine that others use too: medians of interleaved batches.
#pragma once

#include <time.h>

#include <algorithm>
#include <vector>

namespace mbs::bench {

// Processor time of this process, all its threads [s].
inline double cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

// Calls of f that take about `least` seconds together.
template <class F>
long batch_size(F& f, double least) {
  f();
  for (long count = 1;;) {
    const double begin = cpu_time();
    for (long k = 0; k < count; ++k) f();
    const double took = cpu_time() - begin;
    if (took > least) return count;
    count = took < least / 20
                ? count * 10
                : static_cast<long>(1.2 * static_cast<double>(count) * least / took) + 1;
  }
}

template <class F>
double batch(F& f, long count) {
  const double begin = cpu_time();
  for (long k = 0; k < count; ++k) f();
  return (cpu_time() - begin) / static_cast<double>(count);
}

struct Pair {
  double first = 0, second = 0;  // seconds a call, medians
  double ratio = 0;              // median of first / second of each pair of batches
};

// Batches of f and g in turn, so that both see the same load of the machine.
template <class F, class G>
Pair measure_pair(F f, G g, double least = 0.02, int pairs = 9) {
  const long nf = batch_size(f, least), ng = batch_size(g, least);
  std::vector<double> tf, tg, ratios;
  for (int k = 0; k < pairs; ++k) {
    tf.push_back(batch(f, nf));
    tg.push_back(batch(g, ng));
    ratios.push_back(tf.back() / tg.back());
  }
  return {median(tf), median(tg), median(ratios)};
}

}  // namespace mbs::bench

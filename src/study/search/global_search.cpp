#include "study/search/global_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace mbs {

namespace {

using Point = SearchLog::Point;

// A descent ends where its draws are closer than this part of the first step.
constexpr double kResolution = 1e-9;
// A descent also ends where its best values agree to this relative difference over `patience`
// generations.
constexpr double kFlat = 1e-13;
// A descent with a spread below kClose of the first step is given up where its best value is worse
// than the best run by more than kHopeless times the range of values in a generation: near an
// optimum it cannot gain so much.
constexpr double kClose = 1e-3, kHopeless = 1e4;
// Weights of conditions grow and fall by these factors in a generation.
constexpr double kGrowth = 1.5, kDecay = 1.1, kFirstWeight = 2;
constexpr double kMostMiss = 0.7, kMostMeet = 0.3;
constexpr int kMostDoublings = 8;

// Ranks the runs of a generation.
class Ranking {
 public:
  explicit Ranking(std::size_t conditions) : weights_(conditions, 0) {}

  std::vector<std::size_t> order(const std::vector<Judged>& judged) {
    adapt(judged);
    std::vector<double> worth(judged.size(), HUGE_VAL);
    for (std::size_t k = 0; k < judged.size(); ++k) {
      if (!judged[k].usable) continue;
      worth[k] = judged[k].value;
      for (std::size_t j = 0; j < weights_.size(); ++j)
        worth[k] += weights_[j] * std::max(0.0, judged[k].excess[j]);
    }
    std::vector<std::size_t> out(judged.size());
    std::iota(out.begin(), out.end(), std::size_t{0});
    std::stable_sort(out.begin(), out.end(),
                     [&](std::size_t a, std::size_t b) { return worth[a] < worth[b]; });
    best_ = last_ = worth[out.front()];
    for (std::size_t k : out)
      if (worth[k] < HUGE_VAL) last_ = worth[k];
    return out;
  }
  // Values of the last generation: its best run, and its worst run that has not failed.
  double best() const { return best_; }
  double last() const { return last_; }

 private:
  void adapt(const std::vector<Judged>& judged) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    int usable = 0;
    for (const Judged& one : judged) {
      if (!one.usable) continue;
      ++usable;
      low = std::min(low, one.value), high = std::max(high, one.value);
    }
    if (usable == 0) return;
    for (std::size_t j = 0; j < weights_.size(); ++j) {
      int missed = 0;
      double least = HUGE_VAL, most = -HUGE_VAL;
      for (const Judged& one : judged) {
        if (!one.usable) continue;
        missed += one.excess[j] > 0;
        least = std::min(least, one.excess[j]), most = std::max(most, one.excess[j]);
      }
      const double share = static_cast<double>(missed) / usable;
      if (weights_[j] == 0 && missed > 0 && most > least)
        // The weight is above 0 even where all values are the same.
        weights_[j] = kFirstWeight * std::max(high - low, 1e-300) / (most - least);
      else if (share > kMostMiss)
        weights_[j] *= kGrowth;
      else if (share < kMostMeet)
        weights_[j] /= kDecay;
    }
  }

  std::vector<double> weights_;
  double best_ = HUGE_VAL, last_ = HUGE_VAL;
};

// x reflected at the bounds into from to `to`.
double mirrored(double x, double from, double to) {
  const double width = to - from;
  double beyond = std::fmod(x - from, 2 * width);
  if (beyond < 0) beyond += 2 * width;
  return std::clamp(from + (beyond <= width ? beyond : 2 * width - beyond), from, to);
}

class Global {
 public:
  Global(const PreparedOptimise& prepared, SearchLog& log)
      : prepared_(prepared), unknowns_(prepared.study.unknowns), log_(log) {}

  void search() {
    log_.evaluate({prepared_.study.starts()});
    const int usual = Cma::usual_population(unknowns_.size());
    for (std::uint64_t begun = 0; !log_.over(); ++begun)
      descend(usual << std::min(std::countr_zero(begun + 1), kMostDoublings), begun);
  }

 private:
  double step(std::size_t j, bool first) const {
    const Unknown& u = unknowns_[j];
    return first && u.spread ? *u.spread : kUsualSpread * (*u.to - *u.from);
  }

  // One descent. Its coordinates are (parameter - origin) / step.
  void descend(int population, std::uint64_t begun) {
    const std::size_t n = unknowns_.size();
    const std::uint64_t stream = random_at(random_at(1, prepared_.seed), begun);
    Point origin(n), steps(n);
    for (std::size_t j = 0; j < n; ++j) {
      const Unknown& u = unknowns_[j];
      origin[j] = begun == 0 ? u.start : *u.from + (*u.to - *u.from) * uniform_at(stream, j);
      steps[j] = step(j, begun == 0);
    }
    Cma cma(Point(n, 0), 1, population, random_at(stream, n));
    Ranking ranking(prepared_.subjects.size());
    const std::size_t patience = 10 + 30 * static_cast<int>(n) / population;
    std::vector<double> recent;
    while (!cma.exhausted(kResolution)) {
      std::vector<Point> points = cma.ask();
      for (Point& point : points)
        for (std::size_t j = 0; j < n; ++j)
          point[j] =
              mirrored(origin[j] + steps[j] * point[j], *unknowns_[j].from, *unknowns_[j].to);
      const std::vector<Judged> judged = log_.evaluate(points);
      if (log_.over() || judged.size() < points.size()) return;
      cma.tell(ranking.order(judged));
      const double differ = ranking.last() - ranking.best();
      const bool close = cma.spread() < kClose;
      if (close && ranking.best() - log_.best_worth() > kHopeless * differ) return;
      recent.push_back(ranking.best());
      if (recent.size() < patience) continue;
      const auto [low, high] =
          std::minmax_element(recent.end() - static_cast<std::ptrdiff_t>(patience), recent.end());
      const bool none = *low == HUGE_VAL;  // nothing but failures
      if (none || *high - *low <= kFlat * std::max(std::fabs(*low), std::fabs(*high))) return;
    }
  }

  const PreparedOptimise& prepared_;
  const std::vector<Unknown>& unknowns_;
  SearchLog& log_;
};

}  // namespace

void search_globally(const PreparedOptimise& prepared, SearchLog& log) {
  Global(prepared, log).search();
}

}  // namespace mbs

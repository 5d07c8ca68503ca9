#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.h"
#include "base/tolerances.h"
#include "run/frame/jump_crossing.h"
#include "run/measures/measure_run.h"

namespace mbs {

namespace {

// A condition is evaluated again by an exact sample if it is below kNear times its largest value.
constexpr double kNear = 1e-3;

std::vector<Crossing> directions_of(const MeasureFunctions& all, const std::vector<int>& which) {
  std::vector<Crossing> out;
  for (int k : which) {
    const Passing passing = all.functions[k].row->passing;
    out.push_back(passing == Passing::rising    ? Crossing::rising
                  : passing == Passing::falling ? Crossing::falling
                                                : Crossing::both);
  }
  return out;
}

}  // namespace

MeasureConditions::MeasureConditions(MeasureFunctions& all, std::vector<int> which, bool rough,
                                     MeasureSampler& sampler, const Layout& layout)
    : all_(all),
      which_(std::move(which)),
      rough_(rough),
      sampler_(sampler),
      rounding_(layout),
      locator_(*this, directions_of(all, which_), 0) {}

EvalStatus MeasureConditions::evaluate(double t, ConstVector, Vector g) {
  bool near = false;
  if (!sampler_.sample(t, rough_)) return {EvalKind::failed, -1, 0};
  auto evaluate_all = [&] {
    for (std::size_t i = 0; i < g.size(); ++i) {
      MeasuredFunction& f = function(i);
      g[i] = f.failed.empty() ? f.evaluate(sampler_.slots(), t) : 1;
      near |= std::fabs(g[i]) <= kNear * f.size;
    }
  };
  evaluate_all();
  if (!near || !rough_) return {};
  if (!sampler_.sample(t, false)) return {EvalKind::failed, -1, 0};
  evaluate_all();
  return {};
}

void MeasureConditions::rounding(Vector out) {
  const double* const slots = sampler_.slots();
  rounding_.take({slots + sampler_.first_channel(), sampler_.channel_count()});
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::optional<Expression>& condition = function(i).expression;
    out[i] = condition ? rounding_.of(*condition, slots, sampler_.first_channel()) : 0;
  }
}

void MeasureConditions::jump(double t) {
  std::vector<EventHit> hits;
  for (std::size_t i = 0; i < which_.size(); ++i) {
    MeasuredFunction& f = function(i);
    const int index = static_cast<int>(i), side = locator_.side(index);
    const double noise = std::max(tolerance::event_jump * std::max(f.size, locator_.range(index)),
                                  locator_.zero(index));
    auto sign = [noise](double g) { return g > noise ? 1 : g < -noise ? -1 : 0; };
    const double before = f.end;
    f.end = f.evaluate(sampler_.slots(), t);
    const bool already = std::fabs(f.time - t) <= tolerance::same_instant * std::fabs(t);
    if (already || !f.failed.empty()) continue;
    // One that is just zero at this instant comes through zero.
    const int here = sign(before);
    const bool arrives = here == 0 && side != 0;
    if (const auto crossing =
            crossing_of_jump(*f.row, arrives ? side : here, arrives ? -side : sign(f.end)))
      hits.push_back({index, t, *crossing, HitKind::crossing});
  }
  for (const EventHit& hit : hits) {
    locator_.note_hit(hit);
    note_hit(hit);
  }
  locator_.restart(t, {});
}

bool MeasureConditions::is_quiet(std::size_t i, const Chebyshev& p,
                                 const Chebyshev::Values& values) const {
  const int side = locator_.side(static_cast<int>(i));
  if (side == 0) return false;
  const double margin = 2 * p.tail();
  for (double g : values)
    if (!(side * g > margin)) return false;
  if (std::fabs(p.middle()) > p.reach() + margin) return true;
  Chebyshev::Values places{};
  const int count = p.extremes(places);
  for (int k = 0; k < count; ++k)
    if (!(side * p(places[k]) > margin)) return false;
  return true;
}

bool MeasureConditions::is_quiet(std::size_t i, const PastPolynomial::Shape& shape,
                                 double begin) const {
  const int side = locator_.side(static_cast<int>(i));
  const double least = std::min({side * begin, side * function(i).end, side * shape.middle});
  const bool dips = side * shape.from < 0 && side * shape.to > 0;
  return side != 0 && !dips && least > 2 * (shape.off + shape.missed);
}

bool MeasureConditions::keeps_side(std::size_t i, const Chebyshev::Values& values) const {
  const int side = locator_.side(static_cast<int>(i));
  return std::all_of(values.begin(), values.end(), [side](double g) { return side * g > 0; });
}

void MeasureConditions::scan(double from, double to) {
  if (!locator_.scan(Stretch{from, to}).ok()) return sampler_.give_up(to);
  const std::vector<EventHit> hits(locator_.hits().begin(), locator_.hits().end());
  for (const EventHit& hit : hits) note_hit(hit);
}

void MeasureConditions::note_hit(const EventHit& hit) {
  MeasuredFunction& g = function(static_cast<std::size_t>(hit.index));
  g.time = hit.t;
  if (g.found) return;
  g.times.push_back(hit.t);
  if (++g.count < g.row->nth) return;
  g.found = true;
  g.value = hit.t;
  if (g.row->reduction == Reduction::time_when) return;
  if (!sampler_.sample(hit.t, false)) return;
  MeasuredFunction& f = all_.asked_by(g);
  g.value = f.evaluate(sampler_.slots(), hit.t);
  g.failed = f.failed;
  f.last = g.value;
}

}  // namespace mbs

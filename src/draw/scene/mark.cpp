#include "draw/scene/mark.h"

#include "draw/scene/drawn_tolerances.h"

namespace mbs {

namespace {

// The integral of (cos, sin) of theta(xi) = from + turn xi + bow xi (1 - xi) from 0 to each part.
std::vector<Vec> integrate(double from, double turn, double bow, int parts) {
  std::vector<Vec> out = {{}};
  for (int k = 0; k < parts; ++k) {
    Vec sum{};
    for (const double point : {0.2113248654051871, 0.7886751345948129}) {  // Gauss points
      const double xi = (k + point) / parts, theta = from + turn * xi + bow * xi * (1 - xi);
      sum = sum + Vec{std::cos(theta), std::sin(theta)};
    }
    out.push_back(out.back() + (0.5 / parts) * sum);
  }
  return out;
}

double angle_between(Vec a, Vec b) { return std::atan2(cross(a, b), dot(a, b)); }

}  // namespace

std::vector<Vec> beam_line(const BeamEnds& ends, const double* q) {
  const Vec start = ends.a.at(q), chord = ends.b.at(q) - start;
  const double from = ends.slope_a + ends.a.angle(q);
  const double turn = ends.slope_b + ends.b.angle(q) - from;
  double bow = 0;
  std::vector<Vec> line = integrate(from, turn, bow, ends.parts);
  for (int k = 0; k < 8; ++k) {  // for small bending the angle of the chord is a sixth of the bow
    const double missing = angle_between(line.back(), chord);
    if (std::fabs(missing) < tolerance::drawn_turn || length(line.back()) < tolerance::drawn) break;
    bow += 6 * missing;
    line = integrate(from, turn, bow, ends.parts);
  }
  const double reached = length(line.back());
  const double scale = reached > 0 ? length(chord) / reached : 0;
  for (Vec& p : line) p = start + scale * p;
  line.back() = start + chord;
  return line;
}

namespace {

Mark beam_curve(const Group& g, const double* q) {
  Mark mark;
  mark.style = g.marks.front().style;
  for (const Vec p : beam_line({g.a, g.b, g.slope_a, g.slope_b, g.parts}, q))
    mark.steps.push_back({mark.steps.empty() ? 'M' : 'L', p});
  return mark;
}

}  // namespace

std::vector<Mark> carried(const Group& group, const double* q, double near) {
  const Vec a = group.a.at(q);
  if (group.where_met && length(group.b.at(q) - a) > near) return {};
  if (group.kind == Group::Kind::beam) return {beam_curve(group, q)};
  std::vector<Mark> out = group.marks;
  if (group.kind == Group::Kind::rigid) {
    const double angle = group.a.angle(q), c = std::cos(angle), s = std::sin(angle);
    for (Mark& mark : out)
      for (PathStep& step : mark.steps)
        step.p = a + Vec{c * step.p.x - s * step.p.y, s * step.p.x + c * step.p.y};
    return out;
  }
  const Vec along = group.b.at(q) - a, across = left_of(normalised(along));
  for (Mark& mark : out)
    for (PathStep& step : mark.steps) step.p = a + step.p.x * along + step.p.y * across;
  return out;
}

}  // namespace mbs

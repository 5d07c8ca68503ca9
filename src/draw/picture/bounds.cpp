#include "draw/picture/picture.h"
#include "draw/scene/drawn_tolerances.h"

namespace mbs {

Box bounds(const Scene& scene, std::span<const RunFrame* const> frames) {
  Box box;
  for (const RunFrame* frame : frames) {
    const double* q = frame->x.data();
    for (const SceneBody& body : scene.bodies) {
      for (const Vec p : body.outline) box.add(Anchor{body.x, body.phi, p.x, p.y}.at(q));
      if (!body.fixed) box.add(Anchor{body.x, body.phi, 0, 0}.at(q));
    }
    for (const SceneFigure& f : scene.figures) {
      if (f.kind == FigureKind::twist) continue;
      if ((f.kind == FigureKind::circle || f.kind == FigureKind::curve) && f.radius != 0)
        box.add(f.a.at(q), std::fabs(f.radius));
      else if (f.kind == FigureKind::beam)
        for (const Vec p : beam_line({f.a, f.b, f.slope_a, f.slope_b}, q)) box.add(p);
      else if (f.kind != FigureKind::surface)
        box.add(f.a.at(q)), box.add(f.b.at(q));
    }
    for (const ScenePoint& mass : scene.masses) box.add(mass.place.at(q));
  }
  // The ground below the mechanism belongs to the picture, unless it is far away.
  const Box mechanism = box;
  const double far = std::max(mechanism.diagonal(), 1e-300);  // not 0
  for (const RunFrame* frame : frames)
    for (const SceneFigure& f : scene.figures)
      if (f.kind == FigureKind::surface) {
        const double* q = frame->x.data();
        const Vec along = turned(normalised(f.second), f.b.angle(q)), a = f.a.at(q),
                  base = f.b.at(q);
        const Vec foot = base + dot(along, a - base) * along;
        if (length(foot - a) < 1.5 * far || mechanism.diagonal() == 0) box.add(foot);
      }
  return box;
}

Box bounds(const Scene& scene, std::span<const RunFrame* const> frames,
           std::span<const TracedPath> paths) {
  Box box = bounds(scene, frames);
  for (const TracedPath& path : paths)
    for (const Vec p : path.points)
      if (std::isfinite(p.x) && std::isfinite(p.y)) box.add(p);
  return box;
}

SymbolSize symbol_size(const Scene& scene, const Box& box, double pixel, double diagonal) {
  double pixels = std::clamp(0.025 * diagonal, 3.0, 15.0);
  std::vector<double> lengths;
  auto note = [&](double metres) {
    if (metres > tolerance::drawn * box.diagonal()) lengths.push_back(metres / pixel);
  };
  for (const SceneBody& body : scene.bodies) {
    if (body.fixed) continue;
    double longest = 0;
    for (const Vec p : body.outline)
      longest = std::max({longest, length(p), length(p - body.outline.front())});
    note(longest);
  }
  // Beams and points do not limit the size: they may be short in a large mechanism.
  for (const SceneFigure& f : scene.figures)
    note(f.kind == FigureKind::bar ? f.length : 2 * f.radius);
  if (!lengths.empty()) {
    std::nth_element(lengths.begin(), lengths.begin() + static_cast<long>(lengths.size() / 2),
                     lengths.end());
    pixels = std::min(pixels, 0.3 * lengths[lengths.size() / 2]);
  }
  return {std::max(pixels, 0.8) * pixel, pixel};
}

}  // namespace mbs

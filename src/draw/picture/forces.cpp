#include <fmt/format.h>

#include "draw/picture/drawing.h"

namespace mbs {

namespace {

struct ForceAt {
  Vec place, force;
  const char* colour;
};

// The forces at a frame, from the stresses and reactions of its state.
std::vector<ForceAt> forces_at(const Scene& scene, const RunFrame& frame) {
  std::vector<ForceAt> out;
  const double* q = frame.x.data();
  for (const SceneLoad& load : scene.loads) out.push_back({load.place.at(q), load.force, kRed});
  if (!frame.reactions.empty())
    for (const SceneLoad& at : scene.reactions) {
      const std::size_t k = at.node;
      out.push_back({at.place.at(q), {frame.reactions[k], frame.reactions[k + 1]}, kForce});
    }
  if (frame.stresses.empty()) return out;
  const SceneFigure* before = nullptr;
  for (const SceneFigure& f : scene.figures) {
    const double* S = frame.stresses.data() + f.stress;
    const Vec a = f.a.at(q), b = f.b.at(q);
    if (f.only_loads) continue;
    if (f.kind == FigureKind::pin) {
      const double side = f.fixed_b ? -1 : 1;
      out.push_back({b, {side * S[0], side * S[1]}, kForce});
    } else if (f.kind == FigureKind::spring || (f.kind == FigureKind::bar && f.acts)) {
      // The force that pulls the ends together; at a fixed end the support carries it.
      const Vec pull = S[0] * normalised(b - a);
      if (!f.fixed_a) out.push_back({a, pull, kForce});
      if (!f.fixed_b) out.push_back({b, -1.0 * pull, kForce});
    } else if (f.kind == FigureKind::slide) {
      const Vec along = turned(normalised(f.second - Vec{f.a.xi, f.a.eta}), f.a.angle(q));
      out.push_back({b, (f.fixed_b ? -S[0] : S[0]) * left_of(along), kForce});
    } else if (f.kind == FigureKind::surface && f.is_contact) {
      const Vec along = turned(normalised(f.second), f.b.angle(q));
      const Vec foot = b + dot(along, a - b) * along;
      out.push_back({foot, -S[0] * left_of(along) - S[1] * along, kForce});
    } else if (f.kind == FigureKind::circle && f.is_contact && before &&
               before->kind == FigureKind::circle && before->stress == f.stress) {
      const Vec away = normalised(a - before->a.at(q));
      const double side = before->radius > 0 ? 1 : -1;
      out.push_back(
          {a - side * f.radius * away, -side * S[0] * away - S[1] * left_of(away), kForce});
    }
    before = &f;
  }
  return out;
}

}  // namespace

std::string force_text(double force, const std::string& unit) {
  if (force >= 99950 && force < 1e6 && unit == "N") return fmt::format("{:.0f} kN", force / 1000);
  return with_unit_behind(
      force < 999.5 || force >= 99950 ? fmt::format("{:.3g}", force) : fmt::format("{:.0f}", force),
      unit);
}

double largest_force(const Scene& scene, std::span<const RunFrame* const> frames) {
  double largest = 0;
  for (const RunFrame* frame : frames)
    for (const ForceAt& at : forces_at(scene, *frame))
      largest = std::max(largest, length(at.force));
  return largest;
}

ForcePicture make_forces(const Scene& scene, const RunFrame& frame, double largest, double longest,
                         const SymbolSize& size) {
  ForcePicture out;
  if (!(largest > 0)) return out;
  for (const ForceAt& at : forces_at(scene, frame)) {
    const double newtons = length(at.force);
    if (newtons < 0.005 * largest) continue;
    const Vec along = normalised(at.force), head = at.place + newtons / largest * longest * along;
    for (Mark& mark : arrow(at.place, head, at.colour, size)) out.arrows.push_back(std::move(mark));
    const int side = along.x > 0.3 ? 1 : along.x < -0.3 ? -1 : 0;
    out.captions.push_back({{-1, -1, head.x, head.y},
                            {5.0 * side, side == 0 ? (along.y > 0 ? 5.0 : -14.0) : -4.0},
                            force_text(newtons, scene.force_unit),
                            at.colour,
                            11,
                            side});
  }
  return out;
}

}  // namespace mbs

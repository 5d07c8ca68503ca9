#include <limits>
#include <numeric>

#include "draw/picture/drawing.h"

namespace mbs {

namespace {

// The largest numbers of bodies and points that get names.
constexpr std::size_t kMostBodies = 14, kMostPoints = 12;

using Line = std::vector<Vec>;

// The outline of a body in the plane. Its origin is added to an empty outline, and to a single
// point of a body that is not fixed.
Line line_of(const SceneBody& body, const double* q) {
  Line out;
  for (const Vec p : body.outline) out.push_back(Anchor{body.x, body.phi, p.x, p.y}.at(q));
  if (out.empty() || (out.size() == 1 && !body.fixed))
    out.push_back(Anchor{body.x, body.phi, 0, 0}.at(q));
  return out;
}

double distance(Vec p, const Line& line) {
  double nearest = std::numeric_limits<double>::max();
  for (std::size_t k = 0; k < line.size(); ++k) {
    const Vec a = line[k], along = line[(k + 1) % line.size()] - a;
    const double square = dot(along, along);
    const double s = square > 0 ? std::clamp(dot(p - a, along) / square, 0.0, 1.0) : 0;
    nearest = std::min(nearest, length(a + s * along - p));
  }
  return nearest;
}

Vec middle_of(const Line& line) {
  return (1.0 / static_cast<double>(line.size())) *
         std::accumulate(line.begin(), line.end(), Vec{});
}

// Candidate places of a name: beside a link; for a larger body its middle, then places around it.
std::vector<Vec> candidates(const Line& own, double off) {
  std::vector<Vec> out;
  if (own.size() == 2) {
    const Vec along = own.back() - own.front(), across = left_of(normalised(along));
    for (const double s : {0.5, 0.35, 0.65, 0.2, 0.8})
      for (const double side : {1.0, -1.0})
        out.push_back(own.front() + s * along + side * off * across);
    return out;
  }
  out.push_back(middle_of(own));
  for (const double radius : {1.0, 2.0})
    for (int k = 0; k < 8; ++k)
      out.push_back(out.front() + turned({radius * off, 0}, 0.785398163397448 * k));
  return out;
}

}  // namespace

std::vector<Caption> make_captions(const Scene& scene, std::span<const BodyColour> colours,
                                   const SymbolSize& size, const double* shown) {
  std::vector<Caption> out;
  std::vector<Line> lines;
  std::vector<Vec> taken;
  std::size_t moving = 0;
  for (const SceneBody& body : scene.bodies) moving += body.fixed ? 0 : 1;
  const bool bodies = moving <= kMostBodies && scene.figures.size() <= 60;
  if (scene.points.size() <= kMostPoints)
    for (const ScenePoint& point : scene.points) {
      // The name stands on the side away from the rest of the body.
      const Vec place = point.place.at(shown);
      Vec away{1, 0.6};
      for (const SceneBody& body : scene.bodies)
        if (body.x == point.place.x && body.phi == point.place.phi)
          away = place - middle_of(line_of(body, shown));
      away = normalised(away);
      const double pixels = 0.5 * size.pixels() + 10;
      out.push_back({point.place, pixels * away, "P" + point.name, kRed, 11, 0});
      taken.push_back(place + pixels * size.pixel * away);
    }
  if (!bodies) return out;
  for (const SceneBody& body : scene.bodies) lines.push_back(line_of(body, shown));
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    const SceneBody& body = scene.bodies[k];
    if (body.fixed || body.name.empty()) continue;
    const double wide = 3.2 * size.pixel * static_cast<double>(body.name.size() - 1);
    const double off = 0.5 * size.width + 9 * size.pixel + 0.6 * wide;
    const double enough = 26 * size.pixel + wide;
    double best = -1;
    Vec place;
    for (const Vec p : candidates(lines[k], off)) {
      double room = enough;
      for (const Line& line : lines) room = std::min(room, distance(p, line));
      for (const Vec other : taken) room = std::min(room, 0.7 * length(other - p));
      if (room > 1.05 * best) best = room, place = p;
    }
    taken.push_back(place);
    // The caption is fixed in the body, so that it moves with the body.
    const Vec local = turned(place - Vec{shown[body.x], shown[body.x + 1]}, -shown[body.phi]);
    out.push_back({{body.x, body.phi, local.x, local.y},
                   {},
                   body.name,
                   colours[k].line,
                   body.named ? 12.0 : 11.0,
                   0});
  }
  return out;
}

}  // namespace mbs

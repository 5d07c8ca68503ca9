// A picture in letters, for a terminal.
#include <fmt/format.h>

#include "draw/picture/letters.h"
#include "draw/picture/picture.h"

namespace mbs {

namespace {

void draw(const Scene& scene, const double* q, const Box& box, Letters& page) {
  for (const SceneFigure& f : scene.figures) {
    const Vec a = f.a.at(q), b = f.b.at(q);
    if (f.kind == FigureKind::surface) {
      const Vec along = turned(normalised(f.second), f.b.angle(q));
      const double far = f.fixed_b ? 2 * box.diagonal() : 0.2 * box.diagonal();
      const Vec foot = b + dot(along, a - b) * along;
      page.line(foot - far * along, foot + far * along, '=');
    } else if (f.kind == FigureKind::slide) {
      const Vec along = turned(normalised(f.second - Vec{f.a.xi, f.a.eta}), f.a.angle(q));
      const double half = 0.12 * box.diagonal();
      page.line(b - half * along, b + half * along, '=');
    } else if (f.kind == FigureKind::circle) {
      page.circle(a, std::fabs(f.radius), '.');
    } else if (f.kind == FigureKind::curve) {
      const auto at = [&](const Vec p) { return Anchor{f.a.x, f.a.phi, p.x, p.y}.at(q); };
      for (std::size_t k = 0; k + 1 < f.outline.size(); ++k)
        page.line(at(f.outline[k]), at(f.outline[k + 1]), '.');
    }
  }
  for (const SceneBody& body : scene.bodies) {
    if (body.fixed) continue;
    std::vector<Vec> points;
    for (const Vec p : body.outline) points.push_back(Anchor{body.x, body.phi, p.x, p.y}.at(q));
    if (points.size() < 2) points.push_back(Anchor{body.x, body.phi, 0, 0}.at(q));
    for (std::size_t k = 0; k + 1 < points.size(); ++k) page.line(points[k], points[k + 1], 0);
    if (points.size() > 2) page.line(points.back(), points.front(), 0);
  }
  for (const SceneFigure& f : scene.figures)
    if (f.kind == FigureKind::bar || f.kind == FigureKind::beam || f.kind == FigureKind::spring)
      page.line(f.a.at(q), f.b.at(q), f.between == SceneFigure::Kind::spring ? 'z' : 0);
  for (const SceneFigure& f : scene.figures)
    if (f.kind == FigureKind::pin || f.kind == FigureKind::bar || f.kind == FigureKind::slide)
      page.put(f.b.at(q), f.kind == FigureKind::slide ? '#' : 'o');
  for (const Support& support : scene.supports) page.put(support.place.at(q), 'A');
  for (const ScenePoint& mass : scene.masses) page.put(mass.place.at(q), '@');
  for (const ScenePoint& point : scene.points) page.put(point.place.at(q), '*');
}

}  // namespace

std::string letter_pages(const PictureRequest& request, Box box, int columns,
                         const std::string& time_unit, const DrawLetters& letters) {
  if (box.empty() || !(box.diagonal() > 0)) box.add(box.empty() ? Vec{} : box.low, 0.5);
  std::string out;
  const bool onion = request.kind == PictureKind::onion;
  const std::size_t on_page = onion ? request.frames.size() : 1;
  for (std::size_t k = 0; k < request.frames.size(); k += on_page) {
    Letters page(box, columns);
    letters.paths(page);
    for (std::size_t f = k; f < k + on_page; ++f) letters.frame(*request.frames[f], box, page);
    if (!onion)
      out += with_unit_behind(fmt::format("t = {:.4g}", request.frames[k]->t), time_unit) + "\n";
    out += page.text();
  }
  return out;
}

std::string picture_ascii(const Scene& scene, const Recording&, const PictureRequest& request,
                          int columns) {
  const auto draw_paths = [&](Letters& page) {
    for (const TracedPath& path : request.paths)
      for (const Vec p : path.points)
        if (std::isfinite(p.x) && std::isfinite(p.y)) page.put(p, ':');
  };
  const auto draw_frame = [&](const RunFrame& frame, const Box& box, Letters& page) {
    draw(scene, frame.x.data(), box, page);
  };
  return letter_pages(request, bounds(scene, request.frames, request.paths), columns,
                      scene.time_unit, {draw_paths, draw_frame});
}

}  // namespace mbs

// A picture in letters, for a terminal.
#include <fmt/format.h>

#include "draw/picture/picture.h"

namespace mbs {

namespace {

class Letters {
 public:
  // A letter is about twice as high as wide.
  Letters(const Box& box, int columns)
      : box_(box),
        // The size of a letter is above 0 for any box.
        pixel_(std::max(
            {box.width() / std::max(1, columns - 1), box.height() / (2.0 * (kRows - 1)), 1e-300})),
        columns_(static_cast<int>(box.width() / pixel_ + 1.5)),
        rows_(static_cast<int>(box.height() / (2 * pixel_) + 1.5)),
        text_(columns_ * rows_, ' ') {}

  void put(Vec p, char letter) { put(column(p), row(p), letter); }
  void word(Vec p, const std::string& text) {
    for (std::size_t k = 0; k < text.size(); ++k)
      if (static_cast<unsigned char>(text[k]) >= 0x20 && static_cast<unsigned char>(text[k]) < 0x7f)
        put(column(p) + 1 + static_cast<int>(k), row(p), text[k]);
  }
  // letter 0: strokes that follow the slope.
  void line(Vec a, Vec b, char letter) {
    const double dx = column(b) - column(a), dy = row(b) - row(a);
    const int steps = std::max(1, static_cast<int>(std::max(std::fabs(dx), std::fabs(dy))));
    const char stroke = letter                                ? letter
                        : std::fabs(dy) > 2 * std::fabs(dx)   ? '|'
                        : std::fabs(dx) > 2.5 * std::fabs(dy) ? '-'
                        : dx * dy < 0                         ? '/'
                                                              : '\\';
    for (int k = 0; k <= steps; ++k) put(a + (1.0 * k / steps) * (b - a), stroke);
  }
  void circle(Vec centre, double radius, char letter) {
    const int steps = std::clamp(static_cast<int>(7 * radius / pixel_), 12, 400);
    for (int k = 0; k < steps; ++k)
      put(centre +
              radius * Vec{std::cos(6.283185307 * k / steps), std::sin(6.283185307 * k / steps)},
          letter);
  }
  std::string text() const {
    std::string out;
    for (int r = 0; r < rows_; ++r) {
      std::string line =
          text_.substr(static_cast<std::size_t>(r * columns_), static_cast<std::size_t>(columns_));
      while (!line.empty() && line.back() == ' ') line.pop_back();
      out += line + "\n";
    }
    return out;
  }

 private:
  static constexpr int kRows = 36;
  int column(Vec p) const { return static_cast<int>(std::lround((p.x - box_.low.x) / pixel_)); }
  int row(Vec p) const { return static_cast<int>(std::lround((box_.high.y - p.y) / (2 * pixel_))); }
  void put(int c, int r, char letter) {
    if (c >= 0 && c < columns_ && r >= 0 && r < rows_) text_[r * columns_ + c] = letter;
  }

  Box box_;
  double pixel_;
  int columns_, rows_;
  std::string text_;
};

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

std::string picture_ascii(const Scene& scene, const Recording&, const PictureRequest& request,
                          int columns) {
  Box box = bounds(scene, request.frames);
  for (const TracedPath& path : request.paths)
    for (const Vec p : path.points)
      if (std::isfinite(p.x) && std::isfinite(p.y)) box.add(p);
  if (box.empty() || !(box.diagonal() > 0)) box.add(box.empty() ? Vec{} : box.low, 0.5);
  std::string out;
  const bool onion = request.kind == PictureKind::onion;
  for (std::size_t k = 0; k < request.frames.size(); k += onion ? request.frames.size() : 1) {
    Letters page(box, columns);
    for (const TracedPath& path : request.paths)
      for (const Vec p : path.points)
        if (std::isfinite(p.x) && std::isfinite(p.y)) page.put(p, ':');
    for (std::size_t f = k; f < (onion ? request.frames.size() : k + 1); ++f)
      draw(scene, request.frames[f]->x.data(), box, page);
    if (!onion)
      out +=
          with_unit_behind(fmt::format("t = {:.4g}", request.frames[k]->t), scene.time_unit) + "\n";
    out += page.text();
  }
  return out;
}

}  // namespace mbs

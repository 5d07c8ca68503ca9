#include "draw/scene/symbols.h"

#include "text/number.h"

namespace mbs {

namespace {

// Line width of symbols [pixels], thinner for small symbols.
double thin(const SymbolSize& size) { return std::clamp(0.13 * size.pixels(), 0.5, 1.4); }

// Andrew's monotone chain: counter-clockwise, without points on the edges.
std::vector<Vec> convex_hull(std::vector<Vec> points) {
  std::sort(points.begin(), points.end(),
            [](Vec a, Vec b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  points.erase(std::unique(points.begin(), points.end(),
                           [](Vec a, Vec b) { return a.x == b.x && a.y == b.y; }),
               points.end());
  if (points.size() < 3) return points;
  std::vector<Vec> hull;
  for (const int pass : {0, 1}) {
    const std::size_t base = hull.size();
    for (const Vec p : points) {
      while (hull.size() >= base + 2 &&
             cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0)
        hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();
    if (pass == 0) std::reverse(points.begin(), points.end());
  }
  return hull;
}

}  // namespace

BodyColour body_colour(std::size_t k) {
  static constexpr BodyColour kColours[] = {
      {"#cfe3f2", "#0072b2"}, {"#fadbc3", "#c65100"}, {"#c9eadd", "#007d5c"},
      {"#f2d9e7", "#a3457a"}, {"#fbe6b5", "#a17400"}, {"#d6eefb", "#2a7fae"},
      {"#e2dcf0", "#5b4a99"},
  };
  return kColours[k % std::size(kColours)];
}

Mark rounded_outline(std::vector<Vec> points, double radius, BodyColour colour) {
  const std::vector<Vec> hull = convex_hull(std::move(points));
  Mark mark;
  mark.style = {colour.fill, colour.line, 1.3, "", hull.size() > 2 ? 0.75 : 1};
  if (hull.size() == 1) {
    mark.steps = {{'O', hull[0], radius}};
    return mark;
  }
  for (std::size_t k = 0; k < hull.size(); ++k) {
    const Vec a = hull[k], b = hull[(k + 1) % hull.size()];
    const Vec out = -radius * left_of(normalised(b - a));
    mark.steps.push_back({k == 0 ? 'M' : 'A', a + out, radius});
    mark.steps.push_back({'L', b + out});
  }
  mark.steps.push_back({'A', mark.steps.front().p, radius});
  mark.steps.push_back({'Z', {}});
  return mark;
}

Mark polyline(std::span<const Vec> points, std::string colour, double pixels) {
  Mark mark;
  mark.style = {"none", std::move(colour), pixels};
  for (const Vec p : points) mark.steps.push_back({mark.steps.empty() ? 'M' : 'L', p});
  return mark;
}

Mark circle(Vec centre, double radius, std::string fill, std::string line, double pixels) {
  return {{{'O', centre, radius}}, {std::move(fill), std::move(line), pixels}};
}

Mark hatching(Vec from, Vec to, const SymbolSize& size) {
  Mark mark;
  mark.style = {"none", kGroundColour.line, 0.8 * thin(size)};
  const double total = length(to - from), pitch = 0.62 * size.width;
  const Vec along = normalised(to - from),
            slant = 0.6 * size.width * (-1.0 * left_of(along) - along);
  const int count = static_cast<int>(std::min(400.0, total / pitch));
  const double first = (total - count * pitch) / 2 + 0.3 * pitch;
  for (int k = 0; k <= count; ++k) {
    const double s = first + k * pitch;
    if (s > total) break;
    const Vec p = from + s * along;
    mark.steps.push_back({'M', p});
    mark.steps.push_back({'L', p + slant});
  }
  return mark;
}

std::vector<Mark> pin(const SymbolSize& size) {
  return {circle({}, 0.27 * size.width, "#ffffff", kInk, thin(size))};
}

std::vector<Mark> mass_centre(const SymbolSize& size) {
  const double r = 0.26 * size.width;
  Mark quarters;
  quarters.style = {kInk, "none", 0};
  quarters.steps = {{'M', {}}, {'L', {r, 0}},  {'A', {0, r}, r},  {'Z', {}},
                    {'M', {}}, {'L', {-r, 0}}, {'A', {0, -r}, r}, {'Z', {}}};
  return {circle({}, r, "#ffffff", kInk, 0.8 * thin(size)), quarters};
}

namespace {

void add_ground_line(std::vector<Mark>& out, double y, double half, const SymbolSize& size) {
  const Vec from{-half, y}, to{half, y};
  out.push_back(polyline(std::vector<Vec>{from, to}, kGroundColour.line, 1.2 * thin(size)));
  out.push_back(hatching(from, to, size));
}

Mark triangle(double height, double half, const SymbolSize& size) {
  Mark mark = polyline(std::vector<Vec>{{0, 0}, {half, -height}, {-half, -height}},
                       kGroundColour.line, thin(size));
  mark.style.fill = "#f2f2f2";
  mark.steps.push_back({'Z', {}});
  return mark;
}

}  // namespace

std::vector<Mark> pin_support(const SymbolSize& size) {
  const double w = size.width;
  std::vector<Mark> out = {triangle(1.25 * w, 0.85 * w, size)};
  add_ground_line(out, -1.25 * w, 1.35 * w, size);
  return out;
}

std::vector<Mark> roller_support(const SymbolSize& size) {
  const double w = size.width, r = 0.22 * w;
  std::vector<Mark> out = {triangle(w, 0.75 * w, size)};
  for (const double x : {-0.42 * w, 0.42 * w})
    out.push_back(circle({x, -w - r}, r, "#ffffff", kGroundColour.line, thin(size)));
  add_ground_line(out, -w - 2 * r, 1.2 * w, size);
  return out;
}

std::vector<Mark> clamp(const SymbolSize& size) {
  std::vector<Mark> out;
  add_ground_line(out, 0, 1.6 * size.width, size);
  return out;
}

// An arc with an arrow, counter-clockwise.
std::vector<Mark> drive(const SymbolSize& size) {
  const double r = 1.15 * size.width, from = -0.35 * kPi, to = 0.55 * kPi;
  std::vector<Vec> points;
  for (int k = 0; k <= 16; ++k) {
    const double angle = from + (to - from) * k / 16;
    points.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  const Vec end = points.back(), along = turned({0, 1}, to);
  const double h = 0.36 * size.width;
  Mark head =
      polyline(std::vector<Vec>{end + h * along, end + 0.6 * h * left_of(along) - 0.7 * h * along,
                                end - 0.6 * h * left_of(along) - 0.7 * h * along},
               kRed, 0.3);
  head.style.fill = kRed;
  head.steps.push_back({'Z', {}});
  return {polyline(points, kRed, 1.2 * thin(size)), head};
}

std::vector<Mark> spiral(const SymbolSize& size) {
  std::vector<Vec> points;
  for (int k = 0; k <= 48; ++k) {
    const double angle = 4.5 * kPi * k / 48;
    const double r = size.width * (0.35 + 0.75 * k / 48);
    points.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  return {polyline(points, "#00695c", thin(size))};
}

std::vector<Mark> wheel(double radius, BodyColour colour, const SymbolSize& size) {
  const double rim = std::min(0.35 * size.width, 0.2 * radius);
  std::vector<Mark> out = {circle({}, radius, colour.fill, colour.line, 1.3)};
  const double inner = radius - rim, hub = std::min(0.3 * size.width, 0.3 * radius);
  out.push_back(circle({}, inner, "#ffffff", colour.line, 0.6));
  for (int k = 0; k < 3; ++k) {
    const double angle = kPi * (0.5 + 2.0 * k / 3);
    const Vec along{std::cos(angle), std::sin(angle)};
    out.push_back(
        polyline(std::vector<Vec>{hub * along, inner * along}, colour.line, k == 0 ? 2.2 : 0.9));
  }
  return out;
}

std::vector<Mark> ring(double radius, BodyColour colour, const SymbolSize& size) {
  Mark band;
  band.style = {colour.fill, "none", 0};
  const double outer = radius + 0.7 * size.width;
  for (const double r : {outer, radius}) {
    // The inner circle runs the other way round, so that it is a hole.
    const double side = r == radius ? -1 : 1;
    std::vector<Vec> points;
    for (int k = 0; k < 72; ++k) {
      const double angle = side * 2 * kPi * k / 72;
      points.push_back({r * std::cos(angle), r * std::sin(angle)});
    }
    for (std::size_t k = 0; k < points.size(); ++k)
      band.steps.push_back({k == 0 ? 'M' : 'L', points[k]});
    band.steps.push_back({'Z', {}});
  }
  return {band, circle({}, radius, "none", colour.line, 1.5)};
}

std::vector<Mark> block(double length, double height, BodyColour colour, const SymbolSize& size) {
  const double x = length / 2, y = height / 2;
  Mark mark = polyline(std::vector<Vec>{{-x, -y}, {x, -y}, {x, y}, {-x, y}}, colour.line,
                       std::max(1.0, thin(size)));
  mark.style.fill = colour.fill;
  mark.steps.push_back({'Z', {}});
  return {mark};
}

std::vector<Mark> spring(double length, const SymbolSize& size) {
  const double side = 0.55 * size.width;
  const int teeth = 2 * static_cast<int>(std::clamp(0.36 * length / size.width, 4.0, 12.0));
  std::vector<Vec> points = {{0, 0}, {0.14, 0}};
  for (int k = 0; k < teeth; ++k)
    points.push_back({0.14 + 0.72 * (k + 0.5) / teeth, k % 2 == 0 ? side : -side});
  points.push_back({0.86, 0});
  points.push_back({1, 0});
  return {polyline(points, "#00695c", 1.2 * thin(size))};
}

std::vector<Mark> damper(const SymbolSize& size) {
  const double h = 0.5 * size.width, pen = 1.1 * thin(size);
  const char* colour = "#00695c";
  return {polyline(std::vector<Vec>{{0, 0}, {0.3, 0}}, colour, pen),
          polyline(std::vector<Vec>{{0.68, h}, {0.3, h}, {0.3, -h}, {0.68, -h}}, colour, pen),
          polyline(std::vector<Vec>{{0.52, 0.75 * h}, {0.52, -0.75 * h}}, colour, 1.8 * pen),
          polyline(std::vector<Vec>{{0.52, 0}, {1, 0}}, colour, pen)};
}

std::vector<Mark> actuator(const SymbolSize& size) {
  const double h = 0.36 * size.width;
  Mark barrel = polyline(std::vector<Vec>{{0, -h}, {0.55, -h}, {0.55, h}, {0, h}}, kRed, 1.2);
  barrel.style.fill = "#f6d5d0";
  barrel.steps.push_back({'Z', {}});
  return {polyline(std::vector<Vec>{{0.55, 0}, {1, 0}}, kRed, std::max(1.5, 0.25 * size.pixels())),
          barrel};
}

std::vector<Mark> rod(const SymbolSize& size) {
  return {
      polyline(std::vector<Vec>{{0, 0}, {1, 0}}, "#4a5560", std::max(1.2, 0.36 * size.pixels()))};
}

std::vector<Mark> arrow(Vec from, Vec to, const char* colour, const SymbolSize& size) {
  const Vec along = normalised(to - from);
  const double h = std::min(0.75 * size.width, 0.5 * length(to - from));
  const Vec neck = to - h * along;
  Mark head = polyline(
      std::vector<Vec>{to, neck + 0.38 * h * left_of(along), neck - 0.38 * h * left_of(along)},
      colour, 0.3);
  head.style.fill = colour;
  head.steps.push_back({'Z', {}});
  return {polyline(std::vector<Vec>{from, neck}, colour, 1.4 * thin(size)), head};
}

}  // namespace mbs

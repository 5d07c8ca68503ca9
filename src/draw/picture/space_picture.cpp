// One file above 400 lines: what is nearer covers what is farther, so one drawing sorts the lines
// of all bodies, joints and springs.
#include "draw/picture/space_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/index.h"
#include "draw/picture/eye.h"
#include "draw/picture/moving.h"
#include "draw/scene/symbols.h"
#include "text/number.h"

namespace mbs {

namespace {

// A piece of a picture and how near it is.
struct Piece {
  double depth;
  Mark mark;
};

// A colour #rrggbb, paler by this part.
std::string paler(const char* colour, double part) {
  std::string out = "#";
  for (int c = 0; c < 3; ++c) {
    const auto value = std::strtol(std::string(colour + 1 + 2 * c, 2).c_str(), nullptr, 16);
    out += fmt::format("{:02x}", std::lround(static_cast<double>(value) +
                                             (255.0 - static_cast<double>(value)) * part));
  }
  return out;
}

class SpaceDrawing {
 public:
  SpaceDrawing(const SpaceScene& scene, const Model& model, const Eye& eye, double pixel,
               double low, double high, bool axes)
      : scene_(scene),
        model_(model),
        eye_(eye),
        pixel_(pixel),
        low_(low),
        high_(high),
        axes_(axes) {}

  // All pieces at a state, far ones first.
  std::vector<Piece> pieces(const double* x, double t) {
    x_ = x;
    pieces_.clear();
    for (std::size_t k = 0; k < scene_.bodies.size(); ++k) body(scene_.bodies[k], k);
    for (const SpaceWheel& one : scene_.wheels) wheel(one);
    for (const SpaceLine& one : scene_.lines) between(one);
    for (const SpaceAnchor& mass : scene_.masses)
      disc(mass.at(model_, x_), 4.5, kInk, "#ffffff", 30);
    for (const SpaceJoint& joint : scene_.joints) symbol(joint);
    for (const SpaceNet& net : scene_.nets) {
      const Vec3 p = net.at(model_, x_, t);
      disc(p, 6, "#ffffff", kInk, 20);
      disc(p, 2, kInk, kInk, 21);
    }
    for (const SpaceAnchor& point : scene_.points)
      disc(point.at(model_, x_), 3, kRed, "#ffffff", 25);
    std::stable_sort(pieces_.begin(), pieces_.end(),
                     [](const Piece& a, const Piece& b) { return a.depth < b.depth; });
    return std::move(pieces_);
  }

 private:
  double depth(Vec3 p) const { return dot(eye_.towards, p); }
  // What is far is paler.
  std::string tone(const char* colour, double depth) const {
    constexpr double kPalest = 0.6;
    return paler(colour, high_ > low_ ? kPalest * (high_ - depth) / (high_ - low_) : 0);
  }
  void put(double depth, Mark mark) { pieces_.push_back({depth, std::move(mark)}); }
  void segment(Vec3 a, Vec3 b, const char* colour, double pixels, double nearer = 0,
               const char* dash = "") {
    const double middle = (depth(a) + depth(b)) / 2;
    const Vec ends[] = {eye_.flat(a), eye_.flat(b)};
    Mark mark = polyline(ends, tone(colour, middle), pixels);
    mark.style.dash = dash;
    put(middle + nearer * pixel_, std::move(mark));
  }
  void disc(Vec3 p, double pixels, const char* fill, const char* line, double nearer = 0) {
    put(depth(p) + nearer * pixel_,
        circle(eye_.flat(p), pixels * pixel_, fill, tone(line, depth(p)), 1.3));
  }

  // A body is drawn from its point to each of its joints and masses.
  void body(const SpaceBody& body, std::size_t k) {
    const Vec3 centre = body.place.at(model_, x_);
    const char* const line = body.fixed ? kGroundColour.line : body_colour(k).line;
    std::vector<Vec3> points;
    for (const Vec3 s : body.points) {
      SpaceAnchor there = body.place;
      there.s = s;
      points.push_back(there.at(model_, x_));
    }
    if (!body.fixed) {
      // Two joints and nothing else make a link, also past the point of the body.
      const bool link = points.size() - body.masses.size() == 2;
      if (link) segment(points[0], points[1], line, 5);
      const Vec3 from = link ? 0.5 * (points[0] + points[1]) : centre;
      for (std::size_t n = link ? 2 : 0; n < points.size(); ++n)
        segment(from, points[n], line, link ? 2 : 5);
      if (link && body.masses.empty()) segment(from, centre, line, 2);
    }
    for (std::size_t n = points.size() - body.masses.size(); n < points.size(); ++n)
      disc(points[n], 4.5, kInk, "#ffffff", 30);
    if (body.stands) {
      ground(centre);
      disc(centre, 3, "#ffffff", kInk, 18);
    }
    if (axes_ && !body.fixed) frame(body, centre);
  }

  void frame(const SpaceBody& body, Vec3 centre) {
    static constexpr const char* kColours[] = {"#d62728", "#2ca02c", "#1f77b4"};
    for (int k = 0; k < 3; ++k) {
      SpaceAnchor axis = body.place;
      axis.s = unit_axis(k);
      segment(centre, centre + 32 * pixel_ * axis.direction(model_, x_), kColours[k], 2, 40);
    }
  }

  // The outline of an ellipsoid, and the section through its first two axes, which shows how it
  // turns.
  void egg(const SpaceWheel& one) {
    const Vec3 p = one.centre.at(model_, x_);
    const char* const line = body_colour(at(one.body)).line;
    Vec3 axes[3];
    double xx = 0, xy = 0, yy = 0;  // of the outline: the sum of the squares of the axes
    for (int k = 0; k < 3; ++k) {
      SpaceAnchor axis = one.centre;
      axis.s = one.semi_axes[k];
      axes[k] = axis.direction(model_, x_);
      const Vec flat = eye_.flat(axes[k]);
      xx += flat.x * flat.x, xy += flat.x * flat.y, yy += flat.y * flat.y;
    }
    const double a = std::sqrt(xx), b = a > 0 ? xy / a : 0;
    const double c = std::sqrt(std::max(0.0, yy - b * b));
    constexpr int kPieces = 64;
    std::vector<Vec> outline;
    for (int k = 0; k <= kPieces; ++k) {
      const double angle = 2 * kPi * k / kPieces;
      const double x = std::cos(angle), y = std::sin(angle);
      outline.push_back(eye_.flat(p) + Vec{a * x, b * x + c * y});
      const double next = 2 * kPi * (k + 1) / kPieces;
      if (k < kPieces)
        segment(p + x * axes[0] + y * axes[1],
                p + std::cos(next) * axes[0] + std::sin(next) * axes[1], line, 1);
    }
    put(depth(p), polyline(outline, tone(line, depth(p)), 2));
  }

  // The rim of a wheel with one spoke, which shows how it turns; the outline of a ball.
  void wheel(const SpaceWheel& one) {
    SpaceAnchor centre = one.axle;
    centre.s = {};
    const Vec3 p = centre.at(model_, x_);
    const char* const line = body_colour(at(one.body)).line;
    if (!(one.radius > 0)) return egg(one);
    if (dot(one.axle.s, one.axle.s) == 0) {
      put(depth(p), circle(eye_.flat(p), one.radius, "none", tone(line, depth(p)), 2));
      return;
    }
    const auto spoke_of = [&](int k) {  // two axes of the body across the axle
      const Vec3 a = one.axle.s;
      const Vec3 least = std::fabs(a.x) < 0.6 ? unit_axis(0) : unit_axis(1);
      const Vec3 first = unit_vector(cross(a, least));
      SpaceAnchor to = one.axle;
      to.s = k == 0 ? first : unit_vector(cross(a, first));
      return one.radius * to.direction(model_, x_);
    };
    const Vec3 e1 = spoke_of(0), e2 = spoke_of(1);
    constexpr int kPieces = 48;
    const auto rim = [&](int k) {
      const double angle = 2 * kPi * k / kPieces;
      return p + std::cos(angle) * e1 + std::sin(angle) * e2;
    };
    for (int k = 0; k < kPieces; ++k) segment(rim(k), rim(k + 1), line, 2.5);
    segment(p, rim(0), line, 2.5);
  }

  void between(const SpaceLine& one) {
    const Vec3 a = one.a.at(model_, x_), b = one.b.at(model_, x_);
    for (const auto& [end, fixed] : {std::pair{a, one.fixed_a}, std::pair{b, one.fixed_b}}) {
      if (fixed) ground(end);
      disc(end, 3, "#ffffff", kInk, 18);
    }
    if (!one.acts) return segment(a, b, kInk, 3);
    // A zigzag across the line of sight.
    const Vec3 d = b - a;
    Vec3 side = cross(d, eye_.towards);
    const double size = std::sqrt(dot(side, side));
    side = size > 0 ? 5 * pixel_ / size * side : Vec3{};
    std::vector<Vec> way = {eye_.flat(a)};
    constexpr int kTurns = 12;
    for (int k = 0; k < kTurns; ++k)
      way.push_back(
          eye_.flat(a + (0.2 + 0.6 * (k + 0.5) / kTurns) * d + (k % 2 ? -1.0 : 1.0) * side));
    way.push_back(eye_.flat(b));
    const double middle = (depth(a) + depth(b)) / 2;
    put(middle, polyline(way, tone(kInk, middle), 1.3));
  }

  void ground(Vec3 p) {
    const double h = 9 * pixel_;
    const Vec at = eye_.flat(p);
    const Vec corners[] = {at, at + Vec{-h, -1.5 * h}, at + Vec{h, -1.5 * h}, at};
    Mark triangle = polyline(corners, tone(kGroundColour.line, depth(p)), 1.2);
    triangle.style.fill = kGroundColour.fill;
    put(depth(p) - 1 * pixel_, std::move(triangle));
    for (int k = -1; k <= 2; ++k) {
      const Vec from = at + Vec{0.66 * h * k, -1.5 * h};
      const Vec ends[] = {from, from + Vec{-0.5 * h, -0.5 * h}};
      put(depth(p) - 1 * pixel_, polyline(ends, tone(kGroundColour.line, depth(p)), 1));
    }
  }

  void quad(Vec3 p, Vec3 a, Vec3 b, const char* fill) {
    const Vec corners[] = {eye_.flat(p - a - b), eye_.flat(p + a - b), eye_.flat(p + a + b),
                           eye_.flat(p - a + b), eye_.flat(p - a - b)};
    Mark mark = polyline(corners, tone(kInk, depth(p)), 1.2);
    mark.style.fill = fill;
    mark.style.opacity = 0.8;
    put(depth(p) + 20 * pixel_, std::move(mark));
  }

  void symbol(const SpaceJoint& joint) {
    const Vec3 p = joint.place.at(model_, x_);
    const Vec3 u = joint.u.direction(model_, x_), v = joint.v.direction(model_, x_);
    if (scene_.bodies[at(joint.i)].fixed || scene_.bodies[at(joint.j)].fixed) ground(p);
    const std::string_view word = joint.type->spec.keyword;
    const double h = 11 * pixel_;
    const auto pin = [&](Vec3 axis, double length, double pixels) {
      segment(p - length * axis, p + length * axis, kInk, pixels, 20);
      segment(p - length * axis, p + length * axis, "#ffffff", pixels - 3, 21);
    };
    if (word == "REVOLUTE") {
      pin(u, h, 8);
    } else if (word == "CYLINDRICAL" || word == "SCREW") {
      segment(p - 3 * h * u, p + 3 * h * u, kInk, 1.5, 19);
      pin(u, h, 9);
      if (word == "SCREW")
        for (int k = -2; k <= 2; ++k) {
          const Vec3 across = cross(u, eye_.towards);
          const Vec3 q = p + 0.4 * h * k * u;
          segment(q - 0.4 * h * across - 0.15 * h * u, q + 0.4 * h * across + 0.15 * h * u, kInk, 1,
                  22);
        }
    } else if (word == "PRISMATIC") {
      segment(p - 3 * h * u, p + 3 * h * u, kInk, 1.5, 19);
      const Vec3 side = cross(u, v);
      quad(p, h * u, 0.5 * h * v, "#ffffff");
      quad(p, h * u, 0.5 * h * side, "#ffffff");
    } else if (word == "UNIVERSAL") {
      pin(u, h, 6), pin(v, h, 6);
    } else if (word == "CVJOINT") {
      disc(p, 7, "#ffffff", kInk, 20);
      segment(p - 0.6 * h * u, p + 0.6 * h * u, kInk, 2, 22);
    } else if (word == "PLANAR" || word == "INPLANE") {
      quad(p, 1.6 * h * v, 1.6 * h * cross(u, v), "#eeeeee");
      if (word == "INPLANE") disc(p, 3, kInk, kInk, 22);
      segment(p, p + 1.2 * h * u, kInk, 1, 23);
    } else if (word == "WELD") {
      quad(p, 0.5 * h * u, 0.5 * h * v, kInk);
      quad(p, 0.5 * h * u, 0.5 * h * cross(u, v), kInk);
    } else if (word == "BUSHING") {
      disc(p, 9, "#dddddd", kInk, 20);
      disc(p, 4, "#ffffff", kInk, 21);
    } else {  // SPHERICAL, and joints to come
      disc(p, 6, "#ffffff", kInk, 20);
    }
  }

  const SpaceScene& scene_;
  const Model& model_;
  const Eye& eye_;
  double pixel_, low_, high_;  // nearest and farthest depth
  bool axes_;
  const double* x_ = nullptr;
  std::vector<Piece> pieces_;
};

// x, y and z in a corner of a view.
std::string triad(const Eye& eye, Vec corner) {
  constexpr double kLength = 22;  // pixels
  std::string out;
  for (int k = 0; k < 3; ++k) {
    const Vec d = eye.flat(unit_axis(k));
    if (length(d) < 0.1) continue;
    const Vec end = {corner.x + kLength * d.x, corner.y - kLength * d.y};
    out += fmt::format("<path d=\"M{} {}L{} {}\" stroke=\"#777\" fill=\"none\"/>\n",
                       svg_number(corner.x), svg_number(corner.y), svg_number(end.x),
                       svg_number(end.y));
    out += svg_text({{corner.x + 1.35 * kLength * d.x, corner.y - 1.35 * kLength * d.y + 3},
                     std::string(1, "xyz"[k]),
                     "#777",
                     10,
                     0,
                     true});
  }
  return out;
}

}  // namespace

std::string space_picture_svg(const SpaceScene& scene, const Model& model,
                              const PictureRequest& request, const SpacePictureRequest& in_space) {
  constexpr double kFoot = 58, kNarrow = 190;  // pixels
  const double edge = request.forces ? 84 : 36;
  const auto& frames = request.frames;
  const bool onion = request.kind == PictureKind::onion,
             moving = request.kind == PictureKind::moving;
  const bool views = frames.size() == 1;
  ForceScale scale;
  scale.unit = in_space.force_unit;
  std::vector<std::vector<SpaceForce>> forces(frames.size());
  for (std::size_t f = 0; f < frames.size() && request.forces; ++f) {
    forces[f] = space_forces(scene, model, *frames[f]);
    for (const SpaceForce& one : forces[f])
      scale.largest = std::max(scale.largest, std::sqrt(dot(one.force, one.force)));
  }
  std::vector<Vec3> all;
  for (const RunFrame* frame : frames)
    for (const Vec3 p : space_places(scene, model, frame->x.data())) all.push_back(p);
  for (const SpacePath& path : in_space.paths)
    for (const Vec3 p : path.points)
      if (std::isfinite(p.x + p.y + p.z)) all.push_back(p);
  if (all.empty()) all.push_back({});
  const std::array<Eye, 4> all_eyes = views_of(upright_against(model.forces.gravity));
  std::vector<const Eye*> eyes(onion || moving ? 1 : frames.size(), &all_eyes[0]);
  if (views) {
    eyes.clear();
    for (const Eye& eye : all_eyes) eyes.push_back(&eye);
  }
  const int columns = eyes.size() == 1 ? 1 : eyes.size() == 4 ? 2 : std::min(count_of(eyes), 4);
  const int rows = (count_of(eyes) + columns - 1) / columns;
  const double panel = request.width / columns;
  // One scale for all panels.
  std::vector<Box> boxes(eyes.size());
  double across = 0, up = 0;
  for (std::size_t k = 0; k < eyes.size(); ++k) {
    for (const Vec3 p : all) boxes[k].add(eyes[k]->flat(p));
    across = std::max(across, boxes[k].width());
    up = std::max(up, boxes[k].height());
  }
  if (!(std::max(across, up) > 0)) across = up = 1;
  const double pixel = std::max(across, 0.8 * up) / (panel - 2 * edge);
  const double height = up / pixel + 2 * edge + kFoot;
  std::string out = svg_begin(request.width, rows * height, request.title);
  for (std::size_t k = 0; k < eyes.size(); ++k) {
    const Eye& eye = *eyes[k];
    const Vec middle = 0.5 * (boxes[k].low + boxes[k].high);
    const double left = static_cast<double>(static_cast<int>(k) % columns) * panel;
    const double top = static_cast<double>(static_cast<int>(k) / columns) * height;
    const View view{middle, {left + panel / 2, top + (height - kFoot) / 2}, pixel};
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Vec3 p : all) {
      low = std::min(low, dot(eye.towards, p));
      high = std::max(high, dot(eye.towards, p));
    }
    for (std::size_t n = 0; n < in_space.paths.size(); ++n) {
      TracedPath path{in_space.paths[n].name, {}};
      for (const Vec3 p : in_space.paths[n].points) path.points.push_back(eye.flat(p));
      out += draw_path(path, n, view);
    }
    SpaceDrawing drawing(scene, model, eye, pixel, low, high, in_space.axes);
    const bool all_states = onion || moving;
    const std::size_t first = views || all_states ? 0 : k,
                      last = all_states ? frames.size() : first + 1;
    for (std::size_t f = first; f < last; ++f) {
      const double part =
          last - first < 2 || moving ? 1 : static_cast<double>(f) / static_cast<double>(last - 1);
      out += moving && frames.size() > 1
                 ? fmt::format("<g visibility=\"{}\">{}\n", f == 0 ? "visible" : "hidden",
                               shown_in_turn(f, frames))
                 : fmt::format("<g opacity=\"{}\">\n", svg_number(0.22 + 0.78 * part * part));
      for (const Piece& piece : drawing.pieces(frames[f]->x.data(), frames[f]->t))
        out += svg_mark(piece.mark, view);
      out += draw_forces(forces[f], eye, view, scale, eye.name.empty());
      out += "</g>\n";
    }
    if (k == 0 || views) out += triad(eye, {left + 30, top + height - 22});
    std::string text(eye.name);
    if (text.empty() && all_states && !views) text = request.caption;
    const bool is_time = text.empty();
    if (is_time)
      text = all_states && !views
                 ? fmt::format("t = {:.3g} to {:.3g}", frames.front()->t, frames.back()->t)
                 : fmt::format("t = {:.3g}", frames[views ? 0 : k]->t);
    out += svg_text({{left + panel / 2, top + height - 8},
                     is_time ? with_unit_behind(text, in_space.time_unit) : text,
                     "#333",
                     11,
                     0});
    if (k == 0 && panel > kNarrow)
      out += scale_bar(view, {left + 76, top + height - 24}, 0.4 * panel, in_space.length_unit);
  }
  return out + std::string(kSvgEnd);
}

}  // namespace mbs

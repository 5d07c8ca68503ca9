#include "draw/picture/drawing.h"

#include "draw/scene/drawn_tolerances.h"

namespace mbs {

namespace {

enum Layer { kGround, kObstacle, kWheel, kBody, kBetween, kBlock, kPin, kMass, kDrive, kPoint };

// The range of a point along a line fixed in a body, over a recording [m].
struct Reach {
  double low = HUGE_VAL, high = -HUGE_VAL;
  void add(double s) { low = std::min(low, s), high = std::max(high, s); }
  bool any() const { return low <= high; }
};

class Drawer {
 public:
  Drawer(const Scene& scene, std::span<const RunFrame> frames, const Box& view,
         const SymbolSize& size, const RunFrame& shown)
      : scene_(scene), frames_(frames), view_(view), size_(size), shown_(shown.x.data()) {
    w_ = size.width;
    std::size_t moving = 0;
    for (const SceneBody& body : scene.bodies)
      colours_.push_back(body.fixed ? kGroundColour : body_colour(moving++));
  }

  Drawing draw();

 private:
  Group& add(int layer, const Anchor& a, std::vector<Mark> marks, bool moves = true) {
    Group group;
    group.layer = layer;
    group.a = a;
    group.marks = std::move(marks);
    group.moves = moves && a.x >= 0;
    out_.groups.push_back(std::move(group));
    return out_.groups.back();
  }
  BodyColour colour_of(int body) const { return body < 0 ? kGroundColour : colours_[body]; }
  Reach reach_along(const Anchor& base, Vec along, const Anchor& point) const;
  void draw_figure(const SceneFigure& f);
  void draw_pin(const SceneFigure& f);
  void draw_slide(const SceneFigure& f);
  void draw_circle(const SceneFigure& f);
  void draw_surface(const SceneFigure& f);
  void draw_curve(const SceneFigure& f);
  void draw_between(const SceneFigure& f);
  void draw_twist(const SceneFigure& f);
  void draw_path(const SceneFigure& f);
  void draw_body(std::size_t k);
  void draw_supports();

  const Scene& scene_;
  std::span<const RunFrame> frames_;
  const Box& view_;
  SymbolSize size_;
  const double* shown_;
  double w_ = 1;
  std::vector<BodyColour> colours_;
  Drawing out_;
};

// The range of `point` in the frame of `base`, along a direction in that frame.
Reach Drawer::reach_along(const Anchor& base, Vec along, const Anchor& point) const {
  Reach out;
  const std::size_t stride = std::max<std::size_t>(1, frames_.size() / 400);
  for (std::size_t k = 0; k < frames_.size(); k += stride) {
    const double* q = frames_[k].x.data();
    out.add(dot(along, turned(point.at(q) - base.at(q), -base.angle(q))));
  }
  return out;
}

void Drawer::draw_pin(const SceneFigure& f) {
  const Anchor& place = f.body_b >= 0 && !f.fixed_b ? f.b : f.a;
  Group& group = add(kPin, place, pin(size_), !(f.fixed_a && f.fixed_b));
  group.where_met = true;
  group.b = &place == &f.a ? f.b : f.a;
}

void Drawer::draw_slide(const SceneFigure& f) {
  const Vec along = normalised(f.second - Vec{f.a.xi, f.a.eta});
  Reach reach = reach_along(f.a, along, f.b);
  const double half = 1.15 * w_, height = 1.3 * w_;
  const double more = f.fixed_a ? half + 0.9 * w_ : 0.9 * w_;
  reach.low -= more, reach.high += more;
  const Vec base{f.a.xi, f.a.eta};
  const Anchor frame{f.a.x, f.a.phi, 0, 0};
  // The block is turned in its body so that it is parallel to the rail.
  const double angle = std::atan2(along.y, along.x) + f.a.angle(shown_) - f.b.angle(shown_);
  std::vector<Mark> marks;
  if (f.pin_in_slot) {
    const Vec from = base + reach.low * along, to = base + reach.high * along;
    const BodyColour colour = f.fixed_a ? kGroundColour : colour_of(f.body_a);
    add(f.fixed_a ? kGround : kBetween, frame,
        {rounded_outline({from, to}, 0.36 * w_, {"#ffffff", colour.line})}, !f.fixed_a);
    add(kPin, f.b, pin(size_), !f.fixed_b);
    return;
  }
  if (f.fixed_a) {
    // The ground is drawn below the block, or to its right.
    Vec side = left_of(along);
    const Vec world = turned(side, f.a.angle(shown_));
    if (world.y > tolerance::drawn || (std::fabs(world.y) <= tolerance::drawn && world.x < 0))
      side = -1.0 * side;
    Vec from = base + reach.low * along + height / 2 * side;
    Vec to = base + reach.high * along + height / 2 * side;
    if (cross(to - from, side) > 0) std::swap(from, to);
    marks = {hatching(from, to, size_),
             polyline(std::vector<Vec>{from, to}, kGroundColour.line, 1.4)};
    add(kGround, frame, std::move(marks), false);
    add(kBlock, f.b, block(2 * half, height, colour_of(f.body_b), size_));
  } else {
    const Vec from = base + reach.low * along, to = base + reach.high * along;
    const double slot = 0.42 * w_;
    const BodyColour colour = colour_of(f.body_a);
    Mark mark = rounded_outline({from, to}, slot, {"#ffffff", colour.line});
    add(kBetween, frame, {mark});
    add(kBlock, f.b, block(1.5 * w_, 1.5 * slot, colour_of(f.body_b), size_));
  }
  out_.groups.back().marks.front() = [&] {
    Mark mark = out_.groups.back().marks.front();
    for (PathStep& step : mark.steps) step.p = turned(step.p, angle);
    return mark;
  }();
}

void Drawer::draw_circle(const SceneFigure& f) {
  const BodyColour colour = f.fixed_a ? kGroundColour : colour_of(f.body_a);
  const bool moves = !f.fixed_a;
  if (f.radius == 0)
    add(kPoint, f.a, {circle({}, 0.2 * w_, colour.line, "none", 0)}, moves);
  else if (f.radius < 0)
    add(kObstacle, f.a, ring(-f.radius, colour, size_), moves);
  else if (f.fixed_a)
    add(kObstacle, f.a, {circle({}, f.radius, colour.fill, colour.line, 1.3)}, false);
  else
    add(kWheel, f.a, wheel(f.radius, colour, size_), moves);
}

void Drawer::draw_curve(const SceneFigure& f) {
  const BodyColour colour = colour_of(f.body_a);
  Mark mark = polyline(f.outline, colour.line, 1.3);
  if (f.closed) {
    mark.style.fill = colour.fill;
    mark.steps.push_back({'Z', {}});
  }
  std::vector<Mark> marks{mark};
  if (!f.fixed_a) marks.push_back(circle({}, 0.2 * w_, colour.line, "none", 0));
  add(f.fixed_a ? kObstacle : kWheel, f.a, std::move(marks), !f.fixed_a);
}

void Drawer::draw_surface(const SceneFigure& f) {
  const Vec along = normalised(f.second), base{f.b.xi, f.b.eta};
  const Anchor frame{f.b.x, f.b.phi, 0, 0};
  Reach reach = reach_along(f.b, along, f.a);
  if (f.fixed_b) {
    // A rail on the ground is as long as the whole view.
    reach = {};
    for (const Vec corner :
         {view_.low, view_.high, Vec{view_.low.x, view_.high.y}, Vec{view_.high.x, view_.low.y}})
      reach.add(dot(along, turned(corner - f.b.at(shown_), -f.b.angle(shown_))));
  } else {
    reach.low -= 1.5 * w_, reach.high += 1.5 * w_;
  }
  const Vec from = base + reach.low * along, to = base + reach.high * along;
  if (f.fixed_b) {
    add(kGround, frame,
        {hatching(from, to, size_), polyline(std::vector<Vec>{from, to}, kGroundColour.line, 1.5)},
        false);
    return;
  }
  const BodyColour colour = colour_of(f.body_b);
  const Vec down = -0.6 * w_ * left_of(along);
  Mark mark = polyline(std::vector<Vec>{from, to, to + down, from + down}, colour.line, 1.3);
  mark.style.fill = colour.fill;
  mark.steps.push_back({'Z', {}});
  add(kBody, frame, {mark});
}

void Drawer::draw_between(const SceneFigure& f) {
  Group group;
  group.a = f.a, group.b = f.b;
  group.layer = kBetween;
  group.moves = !(f.fixed_a && f.fixed_b);
  if (f.kind == FigureKind::beam) {
    group.kind = Group::Kind::beam;
    group.slope_a = f.slope_a, group.slope_b = f.slope_b;
    double bend = 0;
    const std::size_t stride = std::max<std::size_t>(1, frames_.size() / 100);
    for (std::size_t k = 0; k < frames_.size(); k += stride) {
      const double* q = frames_[k].x.data();
      bend = std::max(bend, std::fabs(f.slope_b + f.b.angle(q) - f.slope_a - f.a.angle(q)));
    }
    group.parts = bend > 1 ? 36 : bend > 0.2 ? 16 : 8;
    group.marks = {{{}, {"none", "#0072b2", std::max(1.5, 0.42 * size_.pixels())}}};
  } else {
    group.kind = Group::Kind::between;
    SceneFigure::Kind kind = f.between;
    if (f.kind == FigureKind::bar && kind != SceneFigure::Kind::actuator) {
      // A bar whose length hardly changes is drawn as a bar, whatever its law.
      double low = f.length, high = f.length;
      const std::size_t stride = std::max<std::size_t>(1, frames_.size() / 100);
      for (std::size_t k = 0; k < frames_.size(); k += stride) {
        const double* q = frames_[k].x.data();
        const double now = length(f.b.at(q) - f.a.at(q));
        low = std::min(low, now), high = std::max(high, now);
      }
      if (!f.has_law && high - low <= 0.02 * high) kind = SceneFigure::Kind::rod;
    }
    switch (kind) {
      case SceneFigure::Kind::rod:
        group.marks = rod(size_);
        break;
      case SceneFigure::Kind::spring:
        group.marks = spring(length(f.b.at(shown_) - f.a.at(shown_)), size_);
        break;
      case SceneFigure::Kind::damper:
        group.marks = damper(size_);
        break;
      case SceneFigure::Kind::actuator:
        group.marks = actuator(size_);
        break;
      case SceneFigure::Kind::line: {
        group.marks = {polyline(std::vector<Vec>{{0, 0}, {1, 0}}, "#777777", 1)};
        group.marks[0].style.dash = "4 3";
      }
    }
  }
  out_.groups.push_back(std::move(group));
  const bool node = f.kind != FigureKind::spring;
  for (const Anchor* end : {&f.a, &f.b}) {
    const double r = (f.kind == FigureKind::beam ? 0.2 : 0.26) * w_;
    const Anchor place{end->x, node ? -1 : end->phi, end->xi, end->eta};
    if (f.kind == FigureKind::beam)
      add(kPin, place, {circle({}, r, "#0072b2", "none", 0)});
    else if (node)
      add(kPin, place, pin(size_));
    else
      add(kPin, place, {circle({}, 0.14 * w_, kInk, "none", 0)});
  }
}

// Draws a straight piece of a belt, rope or muscle, tangent to its two circles at the state shown.
void Drawer::draw_path(const SceneFigure& f) {
  const double apart = length(f.b.at(shown_) - f.a.at(shown_)), delta = f.rho_b - f.rho_a;
  if (!(apart > std::fabs(delta))) return;
  // Unit normal of the tangent in the frame of the line of centres.
  const Vec normal{delta / apart, std::sqrt(1 - delta * delta / (apart * apart))};
  const Vec from = -f.rho_a * normal, to = Vec{apart, 0} - f.rho_b * normal;
  Group group;
  group.kind = Group::Kind::between;
  group.layer = kBetween;
  group.a = f.a, group.b = f.b;
  group.moves = !(f.fixed_a && f.fixed_b);
  group.marks = {polyline(std::vector<Vec>{{from.x / apart, from.y}, {to.x / apart, to.y}}, kRed,
                          std::max(1.2, 0.18 * size_.pixels()))};
  out_.groups.push_back(std::move(group));
}

// Draws a spring between two angles at a pin of the two bodies.
void Drawer::draw_twist(const SceneFigure& f) {
  if (!f.acts) return;
  for (const SceneFigure& other : scene_.figures) {
    const bool same = other.a.phi == f.a.phi && other.b.phi == f.b.phi;
    const bool turned_round = other.a.phi == f.b.phi && other.b.phi == f.a.phi;
    if (other.kind != FigureKind::pin || (!same && !turned_round)) continue;
    const Anchor& place = other.fixed_a ? other.b : other.a;
    add(kDrive, {place.x, place.phi, place.xi, place.eta}, spiral(size_));
    return;
  }
}

void Drawer::draw_figure(const SceneFigure& f) {
  switch (f.kind) {
    case FigureKind::pin:
      return draw_pin(f);
    case FigureKind::slide:
      return draw_slide(f);
    case FigureKind::circle:
      return draw_circle(f);
    case FigureKind::surface:
      return draw_surface(f);
    case FigureKind::curve:
      return draw_curve(f);
    case FigureKind::twist:
      return draw_twist(f);
    case FigureKind::path:
      return draw_path(f);
    case FigureKind::weld:
      add(kPin, f.fixed_b ? f.a : f.b, block(0.5 * w_, 0.5 * w_, {kInk, kInk}, size_));
      return;
    default:
      return draw_between(f);
  }
}

void Drawer::draw_body(std::size_t k) {
  const SceneBody& body = scene_.bodies[k];
  if (body.fixed) return;
  const Anchor frame{body.x, body.phi, 0, 0};
  std::vector<Vec> points = body.outline;
  double far = 0;
  for (const Vec p : points) far = std::max(far, length(p - points.front()));
  const bool one_place = points.empty() || far <= 0.3 * w_;
  const bool at_origin = points.empty() || length(points.front()) <= 0.3 * w_;
  if (one_place && (body.has_wheel || body.has_block)) {
    if (body.has_mass && body.has_wheel) add(kMass, frame, mass_centre(size_));
    return;
  }
  if (one_place && at_origin && body.only_touches && !points.empty()) {
    add(kBody, frame, {circle({}, 0.45 * w_, colours_[k].fill, colours_[k].line, 1.3)});
    if (body.has_mass) add(kMass, frame, mass_centre(size_));
    return;
  }
  if (one_place && at_origin) {
    add(kBody, frame, block(2.2 * w_, 1.7 * w_, colours_[k], size_));
    if (body.has_mass) add(kMass, frame, mass_centre(size_));
    return;
  }
  // A body that touches the ground is rounded only little, so that it does not reach into the
  // ground.
  double radius = body.touches && points.size() > 2 ? 0.1 * w_ : w_ / 2;
  if (body.only_touches && points.size() > 1) {
    radius = 0;
  } else if (one_place || body.has_mass) {
    points.push_back({0, 0});
  }
  add(kBody, frame, {rounded_outline(points, radius, colours_[k])});
  if (!body.has_mass) return;
  for (const Vec p : body.outline)
    if (length(p) <= 0.5 * w_) return;
  add(kMass, frame, mass_centre(size_));
}

void Drawer::draw_supports() {
  for (const Support& s : scene_.supports) {
    const Vec down = normalised(s.towards);
    const double turn = std::atan2(down.y, down.x) - std::atan2(-1, 0);
    std::vector<Mark> marks = s.kind == Support::Kind::pin      ? pin_support(size_)
                              : s.kind == Support::Kind::roller ? roller_support(size_)
                                                                : clamp(size_);
    for (Mark& mark : marks)
      for (PathStep& step : mark.steps) step.p = turned(step.p, turn);
    add(kGround, s.place, std::move(marks), s.kind == Support::Kind::roller);
    if (s.kind == Support::Kind::pin) add(kPin, s.place, pin(size_), false);
  }
}

Drawing Drawer::draw() {
  out_.near = 0.3 * w_;
  for (const SceneFigure& f : scene_.figures) draw_figure(f);
  for (std::size_t k = 0; k < scene_.bodies.size(); ++k) draw_body(k);
  draw_supports();
  for (const SceneDrive& drive_at : scene_.drives) {
    // The symbol does not turn with the body. There is none where the body does not turn at all.
    const Vec place = drive_at.place.at(shown_);
    const std::size_t phi = drive_at.place.phi;
    double turn = 0;
    for (const RunFrame& frame : frames_)
      if (turn == 0 && std::fabs(frame.x[phi] - frames_[0].x[phi]) > tolerance::drawn_turn)
        turn = frame.x[phi] - frames_[0].x[phi];
    std::vector<Mark> marks = drive(size_);
    if (turn < 0)
      for (Mark& mark : marks)
        for (PathStep& step : mark.steps) step.p.y = -step.p.y;
    if (turn != 0) add(kDrive, {-1, -1, place.x, place.y}, std::move(marks), false);
  }
  for (const ScenePoint& mass : scene_.masses)
    add(kMass, mass.place, {circle({}, 0.42 * w_, "#37474f", kInk, 0.8)});
  for (const ScenePoint& point : scene_.points) {
    add(kPoint, point.place, {circle({}, 0.2 * w_, kRed, "#ffffff", 0.8)});
  }
  out_.captions = make_captions(scene_, colours_, size_, shown_);
  std::stable_sort(out_.groups.begin(), out_.groups.end(),
                   [](const Group& a, const Group& b) { return a.layer < b.layer; });
  return std::move(out_);
}

}  // namespace

Drawing make_drawing(const Scene& scene, std::span<const RunFrame> frames, const Box& view,
                     const SymbolSize& size, const RunFrame& shown) {
  return Drawer(scene, frames, view, size, shown).draw();
}

}  // namespace mbs

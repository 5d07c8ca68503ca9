// One file above 400 lines: solids of bodies, joints, lines and planes are sized against each
// other, and share frames.
#include "draw/scene/space_solids.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/index.h"
#include "base/tolerances.h"
#include "draw/scene/symbols.h"
#include "model/owner.h"

namespace mbs {

namespace {

// Sizes as parts of the reach of the mechanism.
constexpr double kRod = 0.014, kPin = 0.026, kPinLength = 0.05, kBall = 0.03, kMass = 0.02;
constexpr double kTyre = 0.035;  // of the radius of a wheel without a tyre

double size_of(const Solid& solid) {
  double square = 0;
  for (const Vec3 a : solid.axes) square = std::max(square, dot(a, a));
  return std::sqrt(square);
}

class SolidsMaker {
 public:
  SolidsMaker(const Built& built, const SpaceScene& scene, std::span<const RunFrame> frames)
      : model_(built.model), scene_(scene), frames_(frames), start_(frames.front().x.data()) {
    out_.model = &model_;
  }

  SpaceSolids make() {
    for (const SpaceBody& body : scene_.bodies)
      if (is_seen(body)) out_.followed.push_back(frame(body.place));
    for (const SpaceAnchor& mass : scene_.masses) out_.followed.push_back(frame(mass));
    extent();
    for (const SpaceWheel& one : scene_.wheels) rolls_.insert(one.body);
    for (std::size_t k = 0; k < scene_.bodies.size(); ++k) body(k);
    lone_orientations();
    for (const SpaceWheel& one : scene_.wheels) wheel(one);
    for (const SpaceLine& one : scene_.lines) between(one);
    for (const SpaceAnchor& mass : scene_.masses) ball(mass, kMass, kInk);
    for (const SpaceJoint& one : scene_.joints) joint(one);
    return std::move(out_);
  }

 private:
  // Not the ground, nor a plate that is nothing but a plane to roll on.
  bool is_seen(const SpaceBody& body) const {
    const auto is_plane = [&](const SpaceWheel& one) {
      return one.plane.normal.place == body.place.place;
    };
    return !body.fixed && !(body.points.empty() &&
                            std::any_of(scene_.wheels.begin(), scene_.wheels.end(), is_plane));
  }
  int frame(const SpaceAnchor& anchor) {
    const SolidFrame wanted = {anchor.place, anchor.turn};
    const auto it = std::find(out_.frames.begin(), out_.frames.end(), wanted);
    if (it == out_.frames.end()) out_.frames.push_back(wanted);
    return static_cast<int>(std::find(out_.frames.begin(), out_.frames.end(), wanted) -
                            out_.frames.begin());
  }
  InFrame in(const SpaceAnchor& anchor) { return {frame(anchor), anchor.s}; }
  InFrame in(SpaceAnchor anchor, Vec3 s) {
    anchor.s = s;
    return in(anchor);
  }
  Solid& add(Solid::Kind kind, std::string colour, InFrame place) {
    Solid solid;
    solid.kind = kind;
    solid.colour = std::move(colour);
    solid.at = place;
    out_.solids.push_back(std::move(solid));
    return out_.solids.back();
  }
  void tube(InFrame a, InFrame b, double part, const std::string& colour) {
    Solid& solid = add(Solid::Kind::tube, colour, a);
    solid.end = b;
    solid.sizes[0] = part * out_.own_reach;
  }
  void ball(const SpaceAnchor& place, double part, const std::string& colour) {
    add(Solid::Kind::ball, colour, in(place)).sizes[0] = part * out_.own_reach;
  }

  // The mean place of what is followed.
  Vec3 followed(const double* x) const {
    Vec3 sum;
    for (const int k : out_.followed)
      if (out_.frames[at(k)].place >= 0) sum = sum + vec3(x + out_.frames[at(k)].place);
    return out_.followed.empty() ? sum : 1 / static_cast<double>(out_.followed.size()) * sum;
  }
  void extent() {
    Vec3 low = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    double own = 0;
    bool any = false;
    for (const RunFrame& one : frames_) {
      const double* const x = one.x.data();
      const Vec3 mean = followed(x);
      for (const Vec3 p : space_places(scene_, model_, x)) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        any = true;
      }
      for (const SpaceBody& body : scene_.bodies) {
        if (!is_seen(body)) continue;
        SpaceAnchor there = body.place;
        own = std::max(own, distance(mean, there.at(model_, x)));
        for (const Vec3 s : body.points)
          there.s = s, own = std::max(own, distance(mean, there.at(model_, x)));
      }
      for (const SpaceWheel& one_wheel : scene_.wheels) {
        const double size =
            std::max({one_wheel.radius, length(one_wheel.semi_axes[0]),
                      length(one_wheel.semi_axes[1]), length(one_wheel.semi_axes[2])});
        own = std::max(own, size + distance(mean, one_wheel.centre.at(model_, x)));
      }
      for (const SpaceLine& line : scene_.lines)
        for (const auto& [end, fixed] : {std::pair{&line.a, line.fixed_a}, {&line.b, line.fixed_b}})
          if (!fixed) own = std::max(own, distance(mean, end->at(model_, x)));
      for (const SpaceAnchor& mass : scene_.masses)
        own = std::max(own, distance(mean, mass.at(model_, x)));
    }
    if (any) {
      out_.middle = 0.5 * (low + high);
      out_.reach = 0.5 * distance(low, high);
    }
    if (own > 0) out_.own_reach = own;
    // Bodies reach a little past their points.
    out_.reach = std::max(out_.reach, out_.own_reach);
  }
  static double length(Vec3 a) { return std::sqrt(dot(a, a)); }
  static double distance(Vec3 a, Vec3 b) { return length(a - b); }

  // The mass of a body: of its point, its orientation, of points that it carries, and BODYMASS.
  MassPart mass_of(const SpaceAnchor& place) {
    std::vector<MassPart> parts;
    if (place.place >= 0 && model_.mass[place.place] > 0)
      parts.push_back({model_.mass[place.place], {}, {}});
    for (const SpaceLine& line : scene_.lines)
      if (line.a.turn == place.turn && line.a.place == place.place && line.b.turn < 0 &&
          model_.mass[line.b.place] > 0) {
        SpaceAnchor carrier = place;
        carrier.s = {};
        parts.push_back({model_.mass[line.b.place],
                         in_body(place, line.b.at(model_, start_) - carrier.at(model_, start_)),
                         {}});
      }
    for (const NodeMass& block : model_.node_masses)
      for (int k = 0; k < block.nodes.count(); ++k) {
        const int* const gather = block.nodes.gather.data() + block.nodes.type->nv * k;
        MassPart part;
        if (block.nodes.type->nv == 3 && model_.orientation_of[gather[0]] == place.turn) {
          std::copy_n(block.columns.data() + 6 * k, 6, part.inertia);
          parts.push_back(part);
        } else if (block.nodes.type->nv == 6 && gather[0] == place.place &&
                   model_.orientation_of[gather[3]] == place.turn) {
          const double* const numbers = block.columns.data() + 10 * k;
          part.mass = numbers[0], part.centre = vec3(numbers + 1);
          std::copy_n(numbers + 4, 6, part.inertia);
          parts.push_back(part);
        }
      }
    return total(parts);
  }
  Vec3 in_body(const SpaceAnchor& body, Vec3 d) const {
    SpaceAnchor axis = body;
    double out[3];
    for (int k = 0; k < 3; ++k) {
      axis.s = unit_axis(k);
      out[k] = dot(axis.direction(model_, start_), d);
    }
    return vec3(out);
  }

  void body(std::size_t k) {
    const SpaceBody& body = scene_.bodies[k];
    if (!is_seen(body)) return;
    const std::string line = body_colour(k).line;
    const MassPart mass = mass_of(body.place);
    const std::size_t joints = body.points.size() - body.masses.size();
    const auto is_new = [&](Vec3 s) { return length(s) > tolerance::same_size * out_.own_reach; };
    const bool link = joints == 2;
    if (link) tube(in(body.place, body.points[0]), in(body.place, body.points[1]), kRod, line);
    const Vec3 from = link ? 0.5 * (body.points[0] + body.points[1]) : Vec3{};
    for (std::size_t n = link ? 2 : 0; n < body.points.size(); ++n)
      if (is_new(body.points[n] - from))
        tube(in(body.place, from), in(body.place, body.points[n]), link ? 0.5 * kRod : kRod, line);
    vectors(body.place, mass, line);
    if (rolls_.contains(static_cast<int>(k))) return;
    if (!solid(body.place, mass, k, joints >= 2) && mass.mass > 0)
      ball({body.place.place, body.place.turn, mass.centre}, kMass, kInk);
  }
  // The solid of a mass; none of a body that its rods show already.
  bool solid(const SpaceAnchor& place, const MassPart& mass, std::size_t k, bool has_rods) {
    const double trace = mass.inertia[0] + mass.inertia[3] + mass.inertia[5];
    if (!(mass.mass > 0 && trace > 0)) return false;
    const double least = kRod * out_.own_reach;
    Solid made = equivalent_solid(mass, least);
    std::array<double, 3> sizes;
    for (int c = 0; c < 3; ++c) sizes[at(c)] = length(made.axes[at(c)]);
    std::sort(sizes.begin(), sizes.end());
    if (!(sizes[2] > 0) || (has_rods && sizes[1] < 3 * least)) return false;
    reach_of_[place.turn] = sizes[2];
    if (!out_.followed.empty()) {
      const double far = distance(followed(start_), place_of(place, mass.centre)) +
                         std::hypot(sizes[0], sizes[1], sizes[2]);
      out_.own_reach = std::max(out_.own_reach, far);
      out_.reach = std::max(out_.reach, far);
    }
    made.colour = body_colour(k).line, made.other = body_colour(k).fill;
    made.at = in(place, mass.centre);
    made.opacity = has_rods ? 0.55 : 1;  // so that its joints are seen
    out_.solids.push_back(made);
    return true;
  }
  Vec3 place_of(SpaceAnchor place, Vec3 s) const {
    place.s = s;
    return place.at(model_, start_);
  }
  void vectors(const SpaceAnchor& place, const MassPart& mass, const std::string& colour) {
    SpinningBody spinning;
    spinning.centre = in(place, mass.centre);
    std::copy_n(mass.inertia, 6, spinning.inertia);
    spinning.has_inertia = mass.inertia[0] + mass.inertia[3] + mass.inertia[5] > 0;
    spinning.colour = colour;
    out_.bodies.push_back(spinning);
  }

  // Orientations with an inertia and without a point: the next orientation behind a point that has
  // a mass is a body with it. Others stand where a HINGE joins them to a body, or at the origin;
  // those with two hinges are the rings of gimbals.
  void lone_orientations() {
    std::map<int, SpaceAnchor> placed;  // by orientation
    std::map<int, int> rings;           // how many rings from the body
    for (const SpaceBody& body : scene_.bodies) placed.emplace(body.place.turn, body.place);
    std::map<int, std::vector<Vec3>> axes;
    std::vector<std::pair<int, int>> pairs;
    for (const ElementBatch& batch : model_.batches) {
      if (batch.type->spec.keyword != "HINGE") continue;
      for (int k = 0; k < batch.count; ++k) {
        const int a = model_.orientation_of[batch.gather[k * batch.type->nx]];
        const int b = model_.orientation_of[batch.gather[k * batch.type->nx + 3]];
        const double* const p = batch.parameters.data() + k * batch.type->np;
        axes[a].push_back(vec3(p)), axes[b].push_back(vec3(p + 9));
        pairs.emplace_back(a, b);
      }
    }
    for (bool grows = true; grows;) {
      grows = false;
      for (const auto& [a, b] : pairs)
        for (const auto& [from, to] : {std::pair{a, b}, {b, a}})
          if (placed.contains(from) && !placed.contains(to)) {
            SpaceAnchor there = placed.at(from);
            there.turn = to;
            placed.emplace(to, there);
            rings[to] = rings[from] + 1;
            reach_of_[to] = reach_of_[from];
            grows = true;
          }
    }
    std::size_t colour = scene_.bodies.size();
    for (const Node& node : model_.nodes) {
      if (node.kind != NodeKind::orientation) continue;
      const int turn = model_.orientation_of[node.first];
      SpaceAnchor place{-1, turn, {}};
      const bool known = placed.contains(turn);
      if (known && rings[turn] == 0) continue;
      if (known) place = placed.at(turn);
      for (const Node& point : model_.nodes)
        if (!known && point.kind == NodeKind::space_point && point.number == node.number - 1 &&
            model_.mass[point.first] > 0)
          place.place = point.first;
      MassPart mass = mass_of({place.place, turn, {}});
      if (known || place.place < 0) mass.mass = 0, mass.centre = {};
      if (!(mass.inertia[0] + mass.inertia[3] + mass.inertia[5] > 0)) continue;
      const std::string line = body_colour(colour).line;
      vectors(place, mass, line);
      if (axes[turn].size() == 2) {
        ring(place, axes[turn], rings[turn], line);
      } else {
        if (!(mass.mass > 0)) {  // of a size that fits
          mass.mass = 1;
          const double size = size_of(equivalent_solid(mass, 0));
          if (size > 0) mass.mass = size * size / (0.36 * out_.own_reach * out_.own_reach);
        }
        solid(place, mass, colour, false);
      }
      ++colour;
    }
  }
  void ring(const SpaceAnchor& place, const std::vector<Vec3>& axes, int order,
            const std::string& colour) {
    const Vec3 axle = cross(axes[0], axes[1]);
    if (!(dot(axle, axle) > tolerance::same_size)) return;
    double& inner = reach_of_[place.turn];
    if (!(inner > 0)) inner = 0.4 * out_.own_reach;
    const double radius = inner * (1.15 + 0.3 * order);
    Solid& made = add(Solid::Kind::wheel, colour, in(place, {}));
    made.other = colour;
    made.axes[0] = unit_vector(axle);
    made.sizes[0] = radius, made.sizes[1] = 0.06 * inner;
    out_.own_reach = std::max(out_.own_reach, 1.05 * radius);
    out_.reach = std::max(out_.reach, out_.own_reach);
    for (const Vec3 axis : axes)
      for (const double side : {-1.0, 1.0}) {
        const Vec3 u = side * unit_vector(axis);
        Solid& pin = add(Solid::Kind::tube, kInk, in(place, 0.96 * radius * u));
        pin.end = in(place, (radius + 0.17 * inner) * u);
        pin.sizes[0] = 0.03 * inner;
      }
  }

  void wheel(const SpaceWheel& one) {
    const BodyColour colour = body_colour(at(one.body));
    const SpaceAnchor centre = one.centre;
    if (dot(one.axle.s, one.axle.s) > 0) {
      Solid& made = add(Solid::Kind::wheel, colour.line, in(centre));
      made.other = kInk;
      made.axes[0] = one.axle.s;
      made.sizes[0] = one.radius;
      made.sizes[1] = std::max(one.section, kTyre * one.radius);
    } else {
      Solid& made = add(Solid::Kind::egg, colour.line, in(centre));
      made.other = colour.fill;
      for (int k = 0; k < 3; ++k)
        made.axes[at(k)] = one.radius > 0 ? one.radius * unit_axis(k) : one.semi_axes[k];
    }
    // Wheels on one plane share its net.
    SpaceAnchor carrier = one.plane.normal;
    const InFrame through =
        carrier.place < 0 ? InFrame{-1, one.plane.through} : in(carrier, one.plane.through);
    const Vec3 n = one.plane.normal.s;
    for (const Solid& other : out_.solids)
      if (other.kind == Solid::Kind::net && other.at.frame == through.frame &&
          distance(other.axes[0], n) < tolerance::same_size &&
          std::fabs(dot(n, other.at.s - through.s)) < tolerance::same_size * out_.own_reach)
        return;
    Solid& net = add(Solid::Kind::net, "", through);
    net.axes[0] = n;
    const double wanted = out_.own_reach / 2.5, ten = std::pow(10, std::floor(std::log10(wanted)));
    net.sizes[0] = ten * (wanted >= 5 * ten ? 5 : wanted >= 2 * ten ? 2 : 1);
  }

  void between(const SpaceLine& one) {
    const bool carried = one.a.turn >= 0 && one.b.turn < 0;
    if (one.acts) {
      Solid& coil = add(Solid::Kind::coil, kInk, in(one.a));
      coil.end = in(one.b);
      coil.sizes[0] = 1.6 * kPin * out_.own_reach;
      return;
    }
    std::string colour = kInk;
    if (carried)
      for (std::size_t k = 0; k < scene_.bodies.size(); ++k)
        if (scene_.bodies[k].place.place == one.a.place &&
            scene_.bodies[k].place.turn == one.a.turn)
          colour = body_colour(k).line;
    tube(in(one.a), in(one.b), kRod, colour);
  }

  void joint(const SpaceJoint& joint) {
    const SpaceBody &i = scene_.bodies[at(joint.i)], &j = scene_.bodies[at(joint.j)];
    const double h = kPinLength * out_.own_reach;
    const Vec3 place = joint.place.at(model_, start_);
    SpaceAnchor on_i = i.place;
    on_i.s = in_body(i.place, place - (i.place.place < 0 ? Vec3{} : vec3(start_ + i.place.place)));
    const auto pin = [&](const SpaceAnchor& anchor, Vec3 axis, double length, double part) {
      tube(in(anchor, anchor.s - length * axis), in(anchor, anchor.s + length * axis), part, kInk);
    };
    const auto block = [&](Vec3 a, Vec3 b, Vec3 c, const std::string& colour) {
      add(Solid::Kind::box, colour, in(on_i)).axes = {a, b, c};
    };
    const std::string_view word = joint.type->spec.keyword;
    const Vec3 u = joint.u.s;
    const bool has_axes = dot(u, u) > 0;
    const Vec3 e =
        has_axes
            ? unit_vector(cross(u, std::fabs(u.x) < 0.6 * length(u) ? unit_axis(0) : unit_axis(1)))
            : unit_axis(0);
    const Vec3 f = has_axes ? cross(u, e) : unit_axis(1);
    if (i.fixed || j.fixed) {
      if (has_axes)
        block(0.5 * h * u, 0.9 * h * e, 0.9 * h * f, kGroundColour.line);
      else
        ball(joint.place, 1.4 * kBall, kGroundColour.line);
    }
    if (word == "REVOLUTE" || word == "CYLINDRICAL" || word == "SCREW") {
      pin(on_i, u, h, kPin);
      if (word != "REVOLUTE") pin(on_i, u, 4 * h, 0.5 * kPin);
    } else if (word == "UNIVERSAL") {
      pin(on_i, u, h, 0.7 * kPin);
      pin(joint.place, joint.v.s, h, 0.7 * kPin);
    } else if (word == "PRISMATIC") {
      pin(on_i, u, 4 * h, 0.5 * kPin);
      block(h * u, 0.6 * h * e, 0.6 * h * f, kInk);
    } else if (word == "WELD") {
      block(0.5 * h * u, 0.5 * h * e, 0.5 * h * f, kInk);
    } else if (word == "PLANAR" || word == "INPLANE") {
      block(0.1 * h * u, 2 * h * e, 2 * h * f, "#999999");
    } else {
      ball(joint.place, kBall, "#777777");
    }
  }

  const Model& model_;
  const SpaceScene& scene_;
  std::span<const RunFrame> frames_;
  const double* start_;
  std::set<int> rolls_;             // bodies with a wheel, a ball or an egg
  std::map<int, double> reach_of_;  // of solids, by their orientation
  SpaceSolids out_;
};

}  // namespace

SpaceSolids make_space_solids(const Built& built, const SpaceScene& scene,
                              std::span<const RunFrame> frames) {
  return SolidsMaker(built, scene, frames).make();
}

}  // namespace mbs

#include "draw/scene/space_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/index.h"
#include "deck/tables/tables.h"
#include "model/owner.h"
#include "nodes/quaternion.h"
#include "observe/space_joints.h"
#include "observe/space_net_joints.h"

namespace mbs {

namespace {

Vec3 oriented(const Model& model, int turn, const double* x, Vec3 s) {
  if (turn < 0) return s;
  double R[9];
  rotation_matrix(model.orientations[turn].quaternion(x).data(), R);
  return to_space(R, s);
}

// Parameters of a joint (elements/body_joint.h).
constexpr int kPoints = 0, kAxesOfI = 6, kAxesOfJ = 15, kWithAxes = 24;

class Maker {
 public:
  Maker(const Tables& tables, const Built& built)
      : tables_(tables), model_(built.model), phase_(built.phase) {
    for (const Node& node : model_.nodes) node_of_[node.first] = &node;
  }

  SpaceScene make() {
    for (const ElementBatch& batch : model_.batches) {
      const auto& nodes = batch.type->spec.nodes;
      if (nodes.empty() || !node_type(nodes[0]).is_spatial) continue;
      for (int k = 0; k < batch.count; ++k) element(batch, k);
    }
    points();
    masses();
    for (const Node& node : model_.nodes) {
      if (node.kind != NodeKind::space_point || is_ground(node)) continue;
      const auto any = [&node](const auto& of, auto is) {
        return std::any_of(of.begin() + node.first, of.begin() + node.first + 3, is);
      };
      if (any(phase_.x_class, [](Class cls) { return is_held(cls); }))
        scene_.held.push_back(node.first);
      if (any(model_.forces.load, [](double f) { return f != 0; }))
        scene_.loaded.push_back(node.first);
    }
    constant_forces();
    leave_to_net_joints();
    return std::move(scene_);
  }

 private:
  void constant_forces() {
    for (const SpaceLoadRow& row : tables_.forces.constant_space_forces) {
      SpaceLoadOverTime force;
      force.x = model_.nodes[at(row.point)].first;
      force.turn = model_.nodes[at(row.angle)].first;
      if (row.frame >= 0) force.frame = model_.nodes[at(row.frame)].first;
      force.place = vec3(row.place.data());
      for (const MotionRow& motion : row.motions)
        force.motions.push_back(Motion::polynomial(motion.coefficients));
      scene_.constant_forces.push_back(std::move(force));
    }
    for (const SpaceLoadOverTime& load : model_.forces.space_loads) push_on(load);
  }
  // A body that nothing but a measured force shows.
  void push_on(const SpaceLoadOverTime& load) {
    const bool beside = dot(load.place, load.place) > 0;
    if (load.x >= 0 && beside) add(body(load.x, load.turn), load.place);
  }
  // Net joints carry the reactions of their bodies.
  void leave_to_net_joints() {
    const std::vector<int> carried = SpaceNetJointObserver(model_).points();
    std::erase_if(scene_.held, [&carried](int first) {
      return std::find(carried.begin(), carried.end(), first) != carried.end();
    });
  }

  // Points and net joints, which are places of their bodies.
  void points() {
    for (const BodyPoint& point : model_.points) {
      if (!point.in_space) continue;
      const Vec3 s = {point.xi, point.eta, point.zeta};
      add(body(point.x, point.phi), s);
      scene_.points.push_back({point.x, orientation(point.phi), s});
    }
    for (const PointRow& row : tables_.points)  // KABIOS: nodes that bodies carry
      if (tables_.kabios.space)
        scene_.points.push_back({model_.nodes[at(row.point)].first, -1, {}});
    for (const NetJoint& joint : model_.net_joints) {
      if (!joint.i.in_space) continue;
      const Vec3 s = {joint.xi, joint.eta, joint.zeta};
      const int i = body(joint.i.x, joint.i.phi);
      if (joint.j.x >= 0) body(joint.j.x, joint.j.phi);
      if (joint.place.empty()) add(i, s);
      scene_.nets.push_back({{joint.i.x, orientation(joint.i.phi), s}, joint.place});
    }
  }

  int coordinate(const ElementBatch& batch, int k, int i) const {
    return batch.gather[k * batch.type->nx + i];
  }
  int orientation(int coordinate) const { return model_.orientation_of[coordinate]; }
  bool is_fixed(int first) const {
    return std::all_of(phase_.x_class.begin() + first, phase_.x_class.begin() + first + 3,
                       [](Class cls) { return cls == Class::fixed; });
  }

  // The body of a point and an orientation.
  int body(int place, int turn_first) {
    const int turn = orientation(turn_first);
    const auto [it, is_new] = bodies_.emplace(std::pair(place, turn), count_of(scene_.bodies));
    if (is_new) {
      const Node& node = *node_of_.at(place);
      SpaceBody out;
      out.name = is_ground(node) ? "" : fmt::format("{}", node.number);
      out.place = {place, turn, {}};
      out.fixed = is_fixed(place) && is_fixed(turn_first);
      scene_.bodies.push_back(std::move(out));
    }
    return it->second;
  }

  void element(const ElementBatch& batch, int k) {
    const auto& nodes = batch.type->spec.nodes;
    const double* const p = batch.parameters.data() + k * batch.type->np;
    const auto at = [&](int i) { return coordinate(batch, k, i); };
    const bool is_distance = batch.type->spec.keyword == "SDA";
    const bool pairs = is_distance || !stem_of(*batch.type).empty();
    if (pairs) {
      const int i = body(at(0), at(3)), j = body(at(6), at(9));
      add(i, vec3(p + kPoints)), add(j, vec3(p + kPoints + 3));
      const SpaceAnchor one = {at(0), orientation(at(3)), vec3(p + kPoints)},
                        two = {at(6), orientation(at(9)), vec3(p + kPoints + 3)};
      if (is_distance) {
        scene_.lines.push_back({one, two, is_free(phase_.e_class[deformation(batch, k)]),
                                scene_.bodies[mbs::at(i)].fixed, scene_.bodies[mbs::at(j)].fixed,
                                deformation(batch, k)});
        return;
      }
      SpaceJoint joint{batch.type, i, j, two, one, one, deformation(batch, k)};
      if (batch.type->np >= kWithAxes) {
        joint.u.s = vec3(p + kAxesOfI);
        joint.v = {two.place, two.turn, vec3(p + kAxesOfJ + 3)};
      } else {
        joint.u.s = joint.v.s = {};
      }
      scene_.joints.push_back(joint);
    } else if (nodes.size() == 3 && nodes[1] == NodeKind::orientation) {
      const SpaceAnchor carried = {at(6), -1, {}};
      const SpaceAnchor carrier = {at(0), orientation(at(3)), {}};
      body(at(0), at(3));
      scene_.lines.push_back({carrier, carried});
    } else if (batch.type->spec.is_gap) {  // SPLANE: a point of the body
      add(body(at(0), at(3)), vec3(p));
      SpaceTouch touch{
          {at(0), orientation(at(3)), vec3(p)}, p[3], {}, deformation(batch, k), batch.type->ne};
      touch.normal.s = vec3(p + 4);
      if (nodes.size() == 4) body(at(6), at(9)), touch.normal.turn = orientation(at(9));
      scene_.touches.push_back(touch);
    } else if (nodes.size() != 3 && nodes.size() > 1 && nodes[0] == NodeKind::space_point &&
               nodes[1] == NodeKind::orientation) {
      const int rolls = body(at(0), at(3));
      if (nodes.size() == 4) body(at(6), at(9));
      scene_.wheels.push_back(rolling(batch, k, rolls));
    } else if (nodes.size() == 2 && nodes[0] == NodeKind::space_point &&
               nodes[1] == NodeKind::space_point) {
      scene_.lines.push_back({{at(0), -1, {}},
                              {at(3), -1, {}},
                              is_free(phase_.e_class[deformation(batch, k)]),
                              is_fixed(at(0)),
                              is_fixed(at(3)),
                              deformation(batch, k)});
    }
  }
  // Parameters of elements/rolling.cpp: the shape (axle, radius, tyre; radius; semi-axes, centre,
  // directions of the semi-axes), then the normal of the plane and a point of it.
  SpaceWheel rolling(const ElementBatch& batch, int k, int body) const {
    const double* p = batch.parameters.data() + k * batch.type->np;
    SpaceWheel out;
    out.body = body;
    out.first = deformation(batch, k);
    out.axle = out.centre = {coordinate(batch, k, 0), orientation(coordinate(batch, k, 3)), {}};
    if (batch.type->spec.keyword == "WHEEL") {
      out.axle.s = vec3(p), out.section = p[4], out.radius = p[3] + p[4];
      p += 5;
    } else if (batch.type->spec.keyword == "BALL") {
      out.radius = p[0];
      p += 1;
    } else {
      out.centre.s = vec3(p + 3);
      for (int m = 0; m < 3; ++m) out.semi_axes[m] = p[m] * vec3(p + 6 + 3 * m);
      p += 15;
    }
    if (batch.type->spec.nodes.size() == 4) {
      out.plane.normal.place = coordinate(batch, k, 6);
      out.plane.normal.turn = orientation(coordinate(batch, k, 9));
    }
    out.plane.normal.s = vec3(p);
    out.plane.through = vec3(p + 3);
    return out;
  }
  static int deformation(const ElementBatch& batch, int k) {
    return batch.first_deformation + k * batch.type->ne;
  }
  void add(int body, Vec3 s) { scene_.bodies[at(body)].points.push_back(s); }

  // Of BODYMASS: columns m, x, y, z, ...
  template <class Do>
  void each_mass(const Do& act) {
    for (const NodeMass& block : model_.node_masses) {
      if (block.nodes.type->nv != 6) continue;
      for (int k = 0; k < block.nodes.count(); ++k) {
        const double* const columns = block.columns.data() + 10 * k;
        if (columns[0] > 0)
          act(body(block.nodes.gather[6 * k], block.nodes.gather[6 * k + 3]), columns);
      }
    }
  }

  void masses() {
    each_mass([](int, const double*) {});  // all of these are bodies
    std::set<int> in_body;
    for (SpaceBody& body : scene_.bodies) {
      in_body.insert(body.place.place);
      if (model_.mass[body.place.place] > 0) body.masses.push_back({});
    }
    for (const Node& node : model_.nodes)
      if (node.kind == NodeKind::space_point && model_.mass[node.first] > 0 &&
          !in_body.contains(node.first))
        scene_.masses.push_back({node.first, -1, {}});
    each_mass([this](int body, const double* columns) {
      scene_.bodies[at(body)].masses.push_back(vec3(columns + 1));
    });
    for (SpaceBody& body : scene_.bodies) {
      const bool is_joined = std::any_of(body.points.begin(), body.points.end(),
                                         [](Vec3 s) { return s.x == 0 && s.y == 0 && s.z == 0; });
      body.stands = !body.fixed && !is_joined && is_fixed(body.place.place);
      body.points.insert(body.points.end(), body.masses.begin(), body.masses.end());
    }
  }

  const Tables& tables_;
  const Model& model_;
  const Phase& phase_;
  std::map<int, const Node*> node_of_;  // by the first coordinate
  std::map<std::pair<int, int>, int> bodies_;
  SpaceScene scene_;
};

}  // namespace

Vec3 SpaceAnchor::at(const Model& model, const double* x) const {
  return (place < 0 ? Vec3{} : vec3(x + place)) + oriented(model, turn, x, s);
}
Vec3 SpaceAnchor::direction(const Model& model, const double* x) const {
  return oriented(model, turn, x, s);
}

Vec3 SpaceWheel::foot(const Model& model, const double* x) const {
  const Vec3 n = plane.normal.direction(model, x);
  SpaceAnchor middle = axle;
  middle.s = {};
  const Vec3 p = middle.at(model, x);
  if (dot(axle.s, axle.s) > 0) {  // the tyre's section is part of the radius
    const Vec3 a = axle.direction(model, x), across = n - dot(n, a) * a;
    return p - (radius - section) / std::sqrt(dot(across, across)) * across - section * n;
  }
  if (radius > 0) return p - radius * n;
  Vec3 to;
  double size = 0;
  for (const Vec3 half : semi_axes) {
    SpaceAnchor axis = centre;
    axis.s = half;
    const Vec3 along = axis.direction(model, x);
    const double part = dot(along, n);
    to = to + part * along, size += part * part;
  }
  return centre.at(model, x) - 1 / std::sqrt(size) * to;
}

Vec3 SpaceNet::at(const Model& model, const double* x, double t) const {
  if (moves.empty()) return place.at(model, x);
  double P[3];
  for (std::size_t c = 0; c < 3; ++c) {
    double value[3];
    int hint = 0;
    moves[c].evaluate(t, value, hint);
    P[c] = value[0];
  }
  return vec3(P);
}

SpaceScene make_space_scene(const Tables& tables, const Built& built) {
  return Maker(tables, built).make();
}

std::vector<Vec3> space_places(const SpaceScene& scene, const Model& model, const double* x) {
  std::vector<Vec3> out;
  for (const SpaceBody& body : scene.bodies) {
    SpaceAnchor there = body.place;
    if (!body.fixed) out.push_back(there.at(model, x));
    for (const Vec3 s : body.points) there.s = s, out.push_back(there.at(model, x));
  }
  for (const SpaceWheel& wheel : scene.wheels) {
    SpaceAnchor centre = wheel.axle;
    centre.s = {};
    const Vec3 p = centre.at(model, x);
    for (int k = 0; k < 3; ++k)
      for (const double side : {-1.0, 1.0}) {
        out.push_back(p + side * wheel.radius * unit_axis(k));
        if (wheel.radius > 0) continue;
        SpaceAnchor tip = wheel.centre;
        tip.s = tip.s + side * wheel.semi_axes[k];
        out.push_back(tip.at(model, x));
      }
  }
  for (const SpaceAnchor& mass : scene.masses) out.push_back(mass.at(model, x));
  for (const SpaceLine& one : scene.lines) {
    out.push_back(one.a.at(model, x));
    out.push_back(one.b.at(model, x));
  }
  return out;
}

}  // namespace mbs

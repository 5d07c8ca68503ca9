#include <cmath>

#include "assembly/evaluation.h"
#include "assembly/space_loads.h"
#include "draw/picture/drawing.h"
#include "draw/picture/space_picture.h"
#include "draw/scene/symbols.h"
#include "observe/space_net_joints.h"

namespace mbs {

namespace {

class Finder {
 public:
  Finder(const SpaceScene& scene, const Model& model, const RunFrame& frame)
      : scene_(scene), model_(model), frame_(frame), here_(model), x_(frame.x.data()) {}

  std::vector<SpaceForce> find() {
    if (frame_.stresses.empty() && frame_.reactions.empty()) return {};  // of a kinematic run
    evaluate_position(model_, frame_.x, here_);
    for (const SpaceJoint& joint : scene_.joints) {
      const bool on_ground = body(joint.j).fixed;
      const int on = body(on_ground ? joint.i : joint.j).place.place;
      put(joint.place.at(model_, x_), on_point(joint.first, joint.type->ne, on));
    }
    for (const SpaceLine& line : scene_.lines) pull(line);
    for (const SpaceWheel& wheel : scene_.wheels)
      put(wheel.foot(model_, x_), on_point(wheel.first, 3, wheel.axle.place));
    for (const SpaceTouch& touch : scene_.touches)
      put(touch.point.at(model_, x_) - touch.radius * touch.normal.direction(model_, x_),
          on_point(touch.first, touch.rows, touch.point.place));
    if (!frame_.reactions.empty())
      for (const int first : scene_.held)
        put(vec3(x_ + first), vec3(frame_.reactions.data() + first));
    for (const int first : scene_.loaded) put(vec3(x_ + first), constant_load(first), true);
    for (const auto* loads : {&scene_.constant_forces, &model_.forces.space_loads})
      for (const SpaceLoadOverTime& load : *loads) act(load);
    net_joints();
    return std::move(out_);
  }

 private:
  const SpaceBody& body(int k) const { return scene_.bodies[static_cast<std::size_t>(k)]; }

  // The constant load of a point without the PFORCE in it, which acts elsewhere.
  Vec3 constant_load(int first) const {
    Vec3 out = vec3(model_.forces.load.data() + first);
    for (const SpaceLoadOverTime& load : scene_.constant_forces)
      if (load.x == first && load.frame < 0) out = out - now(load).wrench().force;
    return out;
  }
  SpaceLoadNow now(const SpaceLoadOverTime& load) const {
    int hints[6] = {};
    return {load, model_, here_, frame_.x, frame_.t, hints};
  }
  void act(const SpaceLoadOverTime& load) {
    if (load.x >= 0) put(now(load).point(), now(load).wrench().force, true);
  }
  // On body i.
  void net_joints() {
    if (frame_.reactions.empty() || scene_.nets.empty()) return;
    SpaceNetJointObserver nets(model_);
    for (const auto& joint : nets.carried(frame_.t, frame_.x, frame_.reactions))
      put(joint.place, joint.force);
  }

  void put(Vec3 place, Vec3 force, bool is_load = false) {
    if (std::isfinite(dot(force, force)) && dot(force, force) > 0)
      out_.push_back({place, force, is_load});
  }

  // The force -De^T S of an element on a point, whose first coordinate is `point`.
  Vec3 on_point(int first, int count, int point) const {
    double force[3] = {0, 0, 0};
    for (std::size_t k = 0; k < here_.De.size(); ++k) {
      const int row = model_.entry_row[k], c = model_.entry_column[k] - point;
      if (row < first || row >= first + count || c < 0 || c > 2) continue;
      force[c] -= here_.De[k] * frame_.stresses[static_cast<std::size_t>(row)];
    }
    return vec3(force);
  }

  // The force that pulls the ends together; at a fixed end the support carries it.
  void pull(const SpaceLine& line) {
    if (line.first < 0) return;
    const Vec3 a = line.a.at(model_, x_), b = line.b.at(model_, x_), way = b - a;
    if (!(dot(way, way) > 0)) return;
    const Vec3 force = frame_.stresses[static_cast<std::size_t>(line.first)] * unit_vector(way);
    if (!line.fixed_a) put(a, force);
    if (!line.fixed_b) put(b, -1 * force);
  }

  const SpaceScene& scene_;
  const Model& model_;
  const RunFrame& frame_;
  Evaluation here_;
  const double* x_;
  std::vector<SpaceForce> out_;
};

}  // namespace

std::vector<SpaceForce> space_forces(const SpaceScene& scene, const Model& model,
                                     const RunFrame& frame) {
  return Finder(scene, model, frame).find();
}

std::string draw_forces(const std::vector<SpaceForce>& forces, const Eye& eye, const View& view,
                        const ForceScale& scale, bool with_sizes) {
  std::string out, sizes;
  const SymbolSize size{7 * view.pixel, view.pixel};
  for (const SpaceForce& of : forces) {
    const double newtons = std::sqrt(dot(of.force, of.force));
    if (!(scale.largest > 0) || newtons < 0.005 * scale.largest) continue;
    const char* const colour = of.is_load ? kRed : kForce;
    const Vec from = eye.flat(of.place), along = eye.flat(of.force),
              to = from + scale.longest * view.pixel / scale.largest * along;
    if (length(to - from) < view.pixel) continue;  // it points to the eye
    for (const Mark& mark : arrow(from, to, colour, size)) out += svg_mark(mark, view);
    if (!with_sizes) continue;
    const int side = along.x < 0 ? -1 : 1;
    const Vec head = view.to_pixels(to);
    sizes += svg_text({{head.x + 5 * side, head.y + (along.y > 0 ? -4 : 10)},
                       force_text(newtons, scale.unit),
                       colour,
                       11,
                       side,
                       true});
  }
  return out + sizes;
}

}  // namespace mbs

// Joints with unknown net loads, for inverse dynamics by bodies.
#include <fmt/format.h>

#include <functional>
#include <map>

#include "build/build_steps.h"
#include "build/table_curves.h"

namespace mbs {

namespace {

NetJoint net_joint(const NetJointRow& row, const Model& model) {
  auto first = [&model](int node) { return model.nodes[node].first; };
  NetJoint joint;
  joint.number = row.number;
  joint.i.x = first(row.point_i), joint.i.phi = first(row.angle_i);
  joint.j.x = joint.j.phi = -1;
  if (row.point_j >= 0) joint.j.x = first(row.point_j), joint.j.phi = first(row.angle_j);
  joint.i.in_space = joint.j.in_space = row.in_space;
  joint.xi = row.xi, joint.eta = row.eta, joint.zeta = row.zeta;
  for (const MotionRow& motion : row.place) joint.place.push_back(make_motion(motion));
  return joint;
}

// The loads are determined if the joints form no loop and every tree has a joint to no body.
void check_net_joints(const std::vector<NetJointRow>& rows, const Model& model,
                      Diagnostics& diagnostics) {
  std::map<int, int> group;  // tree of each body, by its coordinate x; -1: no body
  std::function<int(int)> find = [&](int body) {
    const auto it = group.try_emplace(body, body).first;
    return it->second == body ? body : it->second = find(it->second);
  };
  std::map<int, int> turn_of;  // coordinates phi by coordinates x
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const NetJoint& joint = model.net_joints[k];
    for (const Body* body : {&joint.i, &joint.j})
      if (body->x >= 0 && turn_of.try_emplace(body->x, body->phi).first->second != body->phi)
        return diagnostics.error(rows[k].where, rows[k].label,
                                 fmt::format("{} is the point of two bodies, which share its load",
                                             model.coordinate_origin[body->x].label),
                                 "expected a point of its own for each body");
    const int a = find(joint.i.x), b = find(joint.j.x);
    if (a == b)
      return diagnostics.error(rows[k].where, rows[k].label,
                               "closes a loop of net joints, whose loads nothing determines",
                               "remove one joint of the loop, or its second joint to no body (0)");
    group[a] = b;
  }
  const int outside = find(-1);
  for (const auto& [body, leader] : std::map(group))
    if (find(body) != outside)
      return diagnostics.error(rows.front().where, "NETJOINT",
                               fmt::format("nothing outside carries the net joints of {}",
                                           model.coordinate_origin[body].label),
                               "one body of each chain needs a net joint to no body (0)");
}

}  // namespace

void build_net_joints(const std::vector<NetJointRow>& rows, Model& model,
                      Diagnostics& diagnostics) {
  for (const NetJointRow& row : rows) model.net_joints.push_back(net_joint(row, model));
  if (!rows.empty()) check_net_joints(rows, model, diagnostics);
}

}  // namespace mbs

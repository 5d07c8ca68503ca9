#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/index.h"
#include "elements/element.h"
#include "laws/muscle.h"
#include "model/phase.h"
#include "nodes/node_type.h"
#include "observe/static_optimisation.h"
#include "plan/plan.h"

namespace mbs {

namespace {

bool is_line(std::string_view keyword) {
  return keyword == "PATH" || keyword == "PLSDA" || keyword == "PLTRUSS";
}

// Whether the muscle pulls along lines alone.
bool pulls_along_lines(const Muscle& muscle, const Model& model) {
  return std::all_of(muscle.terms.begin(), muscle.terms.end(), [&](const MuscleTerm& term) {
    if (!term.of_deformation) return false;
    for (const ElementRange& element : model.elements)
      if (element.first <= term.i && term.i < element.first + element.type->ne)
        return is_line(element.type->spec.keyword);
    return false;
  });
}

bool hangs_on(const Chain& chain, int segment, int k) {
  while (segment > k) {
    const ChainSegment& row = chain.segments[at(segment)];
    segment = row.attached ? row.parent : segment - 1;
  }
  return segment == k;
}

}  // namespace

JointContactForces::JointContactForces(const Plan& plan, const Model& model, const Phase& phase,
                                       Layout& layout)
    : model_(model), first_(layout.channels.size()) {
  if (!plan.static_opt.given) return;
  for (const Muscle& muscle : model.shared_muscles)
    if (!pulls_along_lines(muscle, model)) return;
  if (!plan.chain.segments.empty())
    find_in_chain(plan, layout);
  else if (plan.events.empty() && phase.touch.empty() && !phase.has_choice())
    find_revolutes(phase, layout);
  if (joints_.empty()) return;
  find_pulls(layout);
  const bool chain = !plan.chain.segments.empty();
  TableLayout table{
      fmt::format(" JOINT CONTACT FORCES, ON THE {}", chain ? "SEGMENT" : "BODY OF THE NET FORCE"),
      "JOINT",
      {"FX", "FY", "SIZE"},
      {}};
  for (const Joint& joint : joints_) {
    table.rows.push_back({fmt::format("{:5}", joint.number), layout.count()});
    Quantity what{Of::segment, joint.number - 1, 7};
    for (const char* name : {"fx", "fy", "f"}) {
      layout.add(fmt::format("jcf{}.{}", joint.number, name), unit::newton, what);
      ++what.component;
    }
  }
  layout.tables.push_back(std::move(table));
}

void JointContactForces::find_pulls(const Layout& layout) {
  std::vector<int> tensions(model_.shared_muscles.size(), -1);
  for (int k = 0; k < layout.count(); ++k)
    if (const Quantity& what = layout.channels[at(k)].what;
        what.of == Of::shared && what.component == 0)
      tensions[at(what.owner)] = k;
  for (int m = 0; m < count_of(model_.shared_muscles); ++m) {
    const Muscle& muscle = model_.shared_muscles[at(m)];
    for (int term = 0; term < count_of(muscle.terms); ++term) {
      Pull pull{m, term, tensions[at(m)], {}};
      for (int k = 0; k < count_of(model_.entry_row); ++k)
        if (model_.entry_row[at(k)] == muscle.terms[at(term)].i)
          pull.entries.push_back({k, model_.entry_column[at(k)]});
      pulls_.push_back(std::move(pull));
    }
  }
}

void JointContactForces::find_in_chain(const Plan& plan, const Layout& layout) {
  for (int k = 0; k < layout.count(); ++k) {
    const Quantity& what = layout.channels[at(k)].what;
    if (what.of != Of::segment || what.component != 1) continue;
    Joint joint{what.owner + 1, k, k + 1};
    for (int s = what.owner; s < count_of(plan.chain.segments); ++s)
      if (hangs_on(plan.chain, s, what.owner))
        joint.beyond.push_back(model_.nodes[at(plan.chain.segments[at(s)].point)].first);
    joints_.push_back(std::move(joint));
  }
}

namespace {

// Which points carry forces to which: by held deformations that read their x or y.
class ForceLinks {
 public:
  static constexpr int kGround = -1;

  ForceLinks(const Model& model, const Phase& phase) : points_(phase.e_class.size()) {
    std::vector<int> x_of(at(model.nx), -1);  // of each coordinate: x of its point
    for (const Node& node : model.nodes)
      if (is_planar_place(node.kind))
        for (const int c : {node.first, node.first + 1}) {
          x_of[at(c)] = node.first;
          if (!is_free(phase.x_class[at(c)])) held_.push_back(node.first);
        }
    for (std::size_t k = 0; k < model.entry_row.size(); ++k) {
      const int x = x_of[at(model.entry_column[k])];
      std::vector<int>& of = points_[at(model.entry_row[k])];
      if (x >= 0 && std::find(of.begin(), of.end(), x) == of.end()) of.push_back(x);
    }
    for (std::size_t d = 0; d < points_.size(); ++d)
      if (is_free(phase.e_class[d])) points_[d].clear();
    // A deformation of one point holds it against the ground.
    for (const auto& of : points_)
      if (of.size() == 1) held_.push_back(of[0]);
  }

  // The points that deformation d joins.
  const std::vector<int>& points(int d) const { return points_[at(d)]; }

  // All points that x hangs together with, but for the deformations from `first` to `last`, and
  // kGround if that is among them.
  std::vector<int> reached(int x, int first, int last) const {
    std::vector<int> out = {x};
    const auto add = [&out](int p) {
      if (std::find(out.begin(), out.end(), p) == out.end()) out.push_back(p);
    };
    for (std::size_t n = 0; n < out.size(); ++n) {
      const int from = out[n];
      const bool held = std::find(held_.begin(), held_.end(), from) != held_.end();
      if (held) add(kGround);
      if (from == kGround)
        for (const int p : held_) add(p);
      for (int d = 0; d < count_of(points_); ++d) {
        const std::vector<int>& of = points_[at(d)];
        if ((d < first || d > last) && std::find(of.begin(), of.end(), from) != of.end())
          for (const int p : of) add(p);
      }
    }
    return out;
  }

 private:
  std::vector<int> held_;                 // points that the ground holds
  std::vector<std::vector<int>> points_;  // of each held deformation
};

}  // namespace

void JointContactForces::find_revolutes(const Phase& phase, const Layout& layout) {
  const ForceLinks links(model_, phase);
  int number = 0;
  for (int e = 0; e < count_of(model_.elements); ++e) {
    const ElementRange& element = model_.elements[at(e)];
    if (element.type->spec.keyword != "PLREV") continue;
    ++number;
    const int first = element.first, last = first + 1;
    const std::vector<int>& ends = links.points(first);
    if (is_free(phase.e_class[at(last)]) || ends.size() != 2) continue;
    for (const int x : ends) {
      std::vector<int> side = links.reached(x, first, last);
      const auto has = [&side](int p) {
        return std::find(side.begin(), side.end(), p) != side.end();
      };
      if (has(x == ends[0] ? ends[1] : ends[0])) break;  // a loop
      if (has(ForceLinks::kGround)) continue;
      Joint joint = force_of(e, number, layout);
      joint.beyond = std::move(side);
      for (int k = 0; k < count_of(model_.entry_row); ++k)
        if (model_.entry_row[at(k)] == first && model_.entry_column[at(k)] == x) joint.entry = k;
      if (joint.fy >= 0 && joint.entry >= 0) joints_.push_back(std::move(joint));
      break;
    }
  }
}

// The channels of the net force of revolute joint e: rev2.fx and .fy, or s5_1 and s5_2. fy: -1 if
// there are none.
JointContactForces::Joint JointContactForces::force_of(int e, int number,
                                                       const Layout& layout) const {
  Joint out{number, -1, -1};
  const std::vector<Parts::Joint>& joints = model_.parts.joints;
  const bool own = joints.empty();
  if (own) out.number = model_.elements[at(e)].number;
  for (int k = 0; k < layout.count(); ++k) {
    const Quantity& what = layout.channels[at(k)].what;
    const bool is_force = own ? what.of == Of::stress && what.owner == e
                              : what.of == Of::joint && joints[at(what.owner)].element == e;
    if (is_force && what.component < 2) (what.component == 0 ? out.fx : out.fy) = k;
  }
  return out;
}

void JointContactForces::observe(const InputState& state, ConstVector De, Vector values) const {
  double* out = values.data() + first_;
  for (const Joint& joint : joints_) {
    double f[2] = {values[at(joint.fx)], values[at(joint.fy)]};
    const double sign = joint.entry < 0 ? 1 : -1 / De[at(joint.entry)];
    for (const Pull& pull : pulls_) {
      const Muscle& muscle = model_.shared_muscles[at(pull.muscle)];
      const MuscleTerm& term = muscle.terms[at(pull.term)];
      const double stress = values[at(pull.tension)] * term.sign *
                            moment_arm(muscle, term, muscle_angle(term, state));
      for (const auto& [entry, coordinate] : pull.entries)
        for (const int x : joint.beyond)
          if (const int c = coordinate - x; c == 0 || c == 1) f[c] += sign * stress * De[at(entry)];
    }
    *out++ = f[0];
    *out++ = f[1];
    *out++ = std::hypot(f[0], f[1]);
  }
}

}  // namespace mbs

#include "observe/joint_contact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/index.h"
#include "elements/element.h"
#include "laws/muscle.h"
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

JointContactForces::JointContactForces(const Plan& plan, const Model& model, Layout& layout)
    : model_(model), first_(layout.channels.size()) {
  if (!plan.static_opt.given || plan.chain.segments.empty()) return;
  for (const Muscle& muscle : model.shared_muscles)
    if (!pulls_along_lines(muscle, model)) return;
  std::vector<int> tensions(model.shared_muscles.size(), -1);
  for (int k = 0; k < layout.count(); ++k) {
    const Quantity& what = layout.channels[at(k)].what;
    if (what.of == Of::shared && what.component == 0) tensions[at(what.owner)] = k;
    if (what.of != Of::segment || what.component != 1) continue;
    Joint joint{k, {}};
    for (int s = what.owner; s < count_of(plan.chain.segments); ++s)
      if (hangs_on(plan.chain, s, what.owner))
        joint.beyond.push_back(model.nodes[at(plan.chain.segments[at(s)].point)].first);
    joints_.push_back(std::move(joint));
  }
  for (int m = 0; m < count_of(model.shared_muscles); ++m) {
    const Muscle& muscle = model.shared_muscles[at(m)];
    for (int term = 0; term < count_of(muscle.terms); ++term) {
      Pull pull{m, term, tensions[at(m)], {}};
      for (int k = 0; k < count_of(model.entry_row); ++k)
        if (model.entry_row[at(k)] == muscle.terms[at(term)].i)
          pull.entries.push_back({k, model.entry_column[at(k)]});
      pulls_.push_back(std::move(pull));
    }
  }
  TableLayout table{" JOINT CONTACT FORCES, ON THE SEGMENT", "JOINT", {"FX", "FY", "SIZE"}, {}};
  for (int k = 0; k < count_of(joints_); ++k) {
    table.rows.push_back({fmt::format("{:5}", k + 1), layout.count()});
    for (int component = 7; const char* name : {"fx", "fy", "f"})
      layout.add(fmt::format("jcf{}.{}", k + 1, name), unit::newton, {Of::segment, k, component++});
  }
  layout.tables.push_back(std::move(table));
}

void JointContactForces::observe(const InputState& state, ConstVector De, Vector values) const {
  double* out = values.data() + first_;
  for (const Joint& joint : joints_) {
    double f[2] = {values[at(joint.force)], values[at(joint.force + 1)]};
    for (const Pull& pull : pulls_) {
      const Muscle& muscle = model_.shared_muscles[at(pull.muscle)];
      const MuscleTerm& term = muscle.terms[at(pull.term)];
      const double stress = values[at(pull.tension)] * term.sign *
                            moment_arm(muscle, term, muscle_angle(term, state));
      for (const auto& [entry, coordinate] : pull.entries)
        for (const int x : joint.beyond)
          if (const int c = coordinate - x; c == 0 || c == 1) f[c] += stress * De[at(entry)];
    }
    *out++ = f[0];
    *out++ = f[1];
    *out++ = std::hypot(f[0], f[1]);
  }
}

}  // namespace mbs

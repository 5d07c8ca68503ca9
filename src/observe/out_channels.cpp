#include "observe/out_channels.h"

#include <fmt/format.h>

#include <algorithm>

#include "observe/names.h"
#include "plan/plan.h"
#include "plan/subject_joints.h"
#include "text/expression.h"
#include "text/parameters.h"

namespace mbs {

OutChannels::OutChannels(const Plan& plan, Layout& layout, Diagnostics& diagnostics)
    : slots_(plan.parameters->live_count(), layout.channels.size() + plan.outs.size() + 1),
      first_(layout.channels.size()) {
  const std::vector<double> live = plan.parameters->live_values();
  slots_.set_parameters(live);
  if (plan.outs.empty()) return;
  layout.channels.reserve(layout.channels.size() + plan.outs.size());  // names are views of them
  VariableNames names = channel_names(layout);
  for (int owner = -1; const OutRow& row : plan.outs) {
    ++owner;
    if (names.find(row.name) >= 0)
      diagnostics.error(row.where, row.label, fmt::format("'{}' is a channel", row.name),
                        "choose another name");
    auto expression =
        Expression::compile(row.text, row.text_at, names, *plan.parameters, diagnostics, row.label);
    layout.add(row.name, unit::unknown, {Of::out, owner});
    if (!row.meaning.empty()) layout.channels.back().written = subject_unit(row.name, plan.units());
    names.add(layout.channels.back().name, layout.count());
    if (!expression) continue;
    layout.outs.push_back({layout.count() - 1, *expression});
    expressions_.push_back(std::move(*expression));
  }
  lay_out_subject(plan, layout);
}

void OutChannels::lay_out_subject(const Plan& plan, Layout& layout) {
  const SubjectTables& subject = plan.subject;
  TableLayout joints{fmt::format(" JOINTS OF THE SUBJECT: DEG, N M/KG, W/KG{}",
                                 subject.external ? ", EXTERNAL MOMENTS" : ""),
                     "",
                     {"ANGLE", "MOMENT", "POWER"},
                     {}};
  TableLayout angles{" JOINTS OF THE SUBJECT: DEG", "", {"ANGLE"}, {}};
  std::size_t width = 5;
  for (const SubjectJoint& row : subject.joints) width = std::max(width, row.name.size());
  joints.label_heads = angles.label_heads = fmt::format(" {:<{}}", "JOINT", width);
  // Their channels stand together, behind the signs of ASSEMBLE and before the OUT lines.
  int next = static_cast<int>(first_);
  for (const OutRow& row : plan.outs) {
    if (!row.meaning.empty()) break;
    ++next;
  }
  for (const SubjectJoint& row : subject.joints) {
    (row.has_moment ? joints : angles)
        .rows.push_back({fmt::format(" {:<{}}", row.name, width), next});
    next += row.has_moment ? 3 : 1;
  }
  for (TableLayout* table : {&joints, &angles})
    if (!table->rows.empty() && next <= layout.count()) layout.tables.push_back(std::move(*table));
  if (!subject.has_residual || next + 3 > layout.count()) return;
  TableLayout residual{"", fmt::format(" {:<{}}", "RESIDUAL", width), {"FX", "FY", "M"}, {}};
  residual.rows.push_back({std::string(residual.label_heads.size(), ' '), next});
  layout.tables.push_back(std::move(residual));
}

void OutChannels::observe(double t, ConstVector live, Vector values) {
  if (expressions_.empty()) return;
  slots_.set_parameters(live);
  double* const variables = slots_.variables();
  variables[0] = t;
  std::copy_n(values.begin(), first_, variables + 1);
  for (std::size_t k = 0; k < expressions_.size(); ++k)
    variables[first_ + 1 + k] = values[first_ + k] = expressions_[k].value(slots_.data());
}

}  // namespace mbs

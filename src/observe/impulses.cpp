#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "model/owner.h"
#include "model/redundancy.h"
#include "observe/observers.h"
#include "plan/plan.h"

namespace mbs {

namespace {

// "REVOLUTE 3" -> "revolute3"
std::string word(const std::string& label) {
  std::string out;
  for (char c : label)
    if (c != ' ') out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::string coordinate_channel(const Model& model, const Node& node, int component,
                               bool own_numbers) {
  const std::string& label = model.coordinate_origin[node.first].label;
  if (own_numbers) return fmt::format("r{}_{}", node.number, component + 1);
  return word(label) + "." + word(std::string(node_type(node.kind).components[component].name));
}

std::string deformation_channel(const Model& model, const ElementRange& element, int component,
                                bool own_numbers) {
  if (own_numbers) return fmt::format("s{}_{}", element.number, component + 1);
  return fmt::format("{}_{}", word(model.deformation_origin[element.first].label), component + 1);
}

}  // namespace

ImpulseObserver::ImpulseObserver(const Plan& plan, const Model& model, const Phase& phase) {
  std::set<std::pair<Target, int>> touched;
  auto touch = [&](const EventTarget& t) {
    touched.insert(
        {t.target, t.component + (t.target == Target::coordinate ? model.nodes[t.owner].first
                                                                 : model.elements[t.owner].first)});
  };
  for (const EventRow& row : plan.events)
    for (const ActionRow& action : row.actions) {
      if (action.kind != ActionKind::fix && action.kind != ActionKind::prescribe &&
          action.kind != ActionKind::impact)
        continue;
      std::for_each(action.targets.begin(), action.targets.end(), touch);
      std::for_each(action.stick.begin(), action.stick.end(), touch);
    }
  if (touched.empty()) return;
  const bool own_numbers = plan.vocabulary.own_numbers;
  auto take = [&](Target target, int index, Class cls, Unit along, auto name) {
    if (is_held(cls) || touched.contains({target, index}))
      counters_.push_back({target, static_cast<std::size_t>(index), name() + ".impulse",
                           unit::effort_along(along) * unit::second});
  };
  for (const Node& node : model.nodes)
    for (int c = 0; c < coordinate_count(node.kind) && !is_ground(node); ++c)
      if (!is_open_reaction(phase, node.first + c))
        take(Target::coordinate, node.first + c, phase.x_class[node.first + c],
             coordinate_unit(node.kind, c),
             [&] { return coordinate_channel(model, node, c, own_numbers); });
  for (const ElementRange& element : model.elements)
    for (int d = 0; d < element.type->ne; ++d)
      if (!is_open_stress(phase, element.first + d))
        take(Target::deformation, element.first + d,
             is_shed(phase, element.first + d) ? Class::fixed : phase.e_class[element.first + d],
             element.type->spec.deformations[d].unit,
             [&] { return deformation_channel(model, element, d, own_numbers); });
}

void ImpulseObserver::lay_out(Layout& layout) const {
  for (const Counter& counter : counters_)
    layout.add(counter.name, counter.unit,
               {Of::impulse, counter.target == Target::coordinate ? 0 : 1});
}

void ImpulseObserver::add(const std::vector<double>& R, const std::vector<double>& L) {
  for (Counter& counter : counters_)
    counter.sum += (counter.target == Target::coordinate ? R : L)[counter.index];
}

void ImpulseObserver::observe(double* out) const {
  for (const Counter& counter : counters_) *out++ = counter.sum;
}

}  // namespace mbs

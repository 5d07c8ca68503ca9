// Joints of space that follow from others: which rows are let go, which stresses are open, and what
// may not read these.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/few_names.h"
#include "base/index.h"
#include "deck/tables/tables.h"
#include "laws/friction_load.h"
#include "model/owner.h"
#include "model/redundancy.h"
#include "observe/space_joints.h"
#include "program/checks.h"
#include "run/motion/start.h"
#include "solve/place/redundant_rows.h"
#include "text/names.h"

namespace mbs {

namespace {

// "REVOLUTE 4: 2, 3; HINGE 1: 1".
std::string list_of(const Model& model, const std::vector<int>& rows) {
  std::vector<std::pair<std::string, std::string>> parts;
  for (const int r : rows) {
    const std::string& label = model.deformation_origin[r].label;
    const int component = r - owner_of(model, r).first + 1;
    if (parts.empty() || parts.back().first != label)
      parts.push_back({label, fmt::format("{}", component)});
    else
      parts.back().second += fmt::format(", {}", component);
  }
  std::string out;
  for (const auto& [label, components] : parts)
    out += fmt::format("{}{}: {}", out.empty() ? "" : "; ", label, components);
  return out;
}

std::string list_of_reactions(const Model& model, const std::vector<int>& coordinates) {
  std::vector<std::string> names;
  for (const int i : coordinates)
    if (const std::string name = model.coordinate_name(i); !name.starts_with("the ground"))
      names.push_back(name);
  return few_names(names);
}

// Whether `name`, in lower case, stands as a word in a text.
bool reads(const std::string& text, const std::string& name) {
  const std::string lower = lower_case(text);
  const auto is_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  for (std::size_t at = lower.find(name); at != lower.npos; at = lower.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_of_name(lower[at - 1])) && (end == lower.size() || !is_of_name(lower[end])))
      return true;
  }
  return false;
}

// The channels of an open stress: s4_2 and, with NAME ELEMENT 4 hinge, hinge.s_2.
std::vector<std::string> channels_of(const Tables& tables, const Model& model, int r) {
  const ElementRange& element = owner_of(model, r);
  const int component = r - element.first + 1;
  std::vector<std::string> out = {fmt::format("s{}_{}", element.number, component)};
  const std::string_view stem = stem_of(*element.type);
  const DeformationSpec& spec = element.type->spec.deformations[at(component - 1)];
  const char kind = spec.unit == unit::metre ? 'f' : 'm';
  // Of "... along u" and "... about u" one part along the axes of the joint is open; of others all.
  const bool by_axis =
      spec.name.find(" along ") != spec.name.npos || spec.name.find(" about ") != spec.name.npos;
  const std::string axes = "xyz" + (by_axis ? std::string(1, spec.name.back()) : "uvw");
  for (const char axis : stem.empty() ? std::string() : axes)
    for (const char part : by_axis ? std::string(1, kind) : std::string("fm"))
      out.push_back(fmt::format("{}{}.{}{}", stem, element.number, part, axis));
  for (const NameRow& row : tables.names)
    if (row.kind == "ELEMENT" && row.number == element.number) {
      const std::string name = lower_case(row.name);
      out.push_back(fmt::format("{}.s_{}", name, component));
      out.push_back(fmt::format("{}.s{}", name, component));
    }
  return out;
}

void refuse_readers(const Tables& tables, const Model& model, const RedundantRows& found,
                    Diagnostics& diagnostics) {
  std::vector<std::string> channels;
  for (const int r : found.open)
    for (std::string& name : channels_of(tables, model, r)) channels.push_back(std::move(name));
  for (const int i : found.open_reactions)
    for (const Node& node : model.nodes)
      if (i >= node.first && i < node.first + coordinate_count(node.kind))
        channels.push_back(fmt::format("r{}_{}", node.number, i - node.first + 1));
  const auto refuse = [&](const std::string& text, SourceLocation where, const std::string& label) {
    for (const std::string& name : channels)
      if (reads(text, name))
        return diagnostics.error(
            where, label,
            fmt::format("it reads {}, which the redundant joints leave undetermined", name),
            "REDUNDANT LEAST shares it out by the least sum of squares; or let go what holds too "
            "much (RLSE)");
  };
  for (const MeasureRow& row : tables.measures) {
    refuse(row.text, row.where, row.label);
    refuse(row.condition, row.where, row.label);
  }
  for (const EventRow& row : tables.events) refuse(row.text, row.where, row.label);
  for (const OutRow& row : tables.outs) refuse(row.text, row.where, row.label);
  for (const ContactRow& row : tables.frictions) {
    const FrictionLoad load{row.joint.kind,
                            model.elements[at(row.element)].first + first_pressing(row.joint.kind)};
    for (const int r : found.open)
      if (r >= load.first && r < load.first + load.count()) {
        const ElementRange& joint = owner_of(model, r);
        diagnostics.error(
            row.where, row.label,
            fmt::format("it reads s{}_{}, which the redundant joints leave undetermined",
                        joint.number, r - joint.first + 1),
            "REDUNDANT LEAST shares it out by the least sum of squares; or expected FRICTION k e d "
            "CONSTANT b");
        break;
      }
  }
}

}  // namespace

namespace {

// An event cannot let go one of the deformations that hold each other: which of them carries the
// others was settled before the run.
void refuse_releases(const Tables& tables, const Model& model, const RedundantRows& found,
                     Diagnostics& diagnostics) {
  for (const EventRow& row : tables.events)
    for (const ActionRow& action : row.actions) {
      const bool frees = action.kind == ActionKind::release || action.kind == ActionKind::dynamic ||
                         action.kind == ActionKind::calculable ||
                         action.kind == ActionKind::prescribe;
      for (const EventTarget& target : action.targets) {
        if (!frees || target.target != Target::deformation) continue;
        const int r = model.elements[at(target.owner)].first + target.component;
        if (std::find(found.open.begin(), found.open.end(), r) == found.open.end()) continue;
        diagnostics.error(action.where, row.label,
                          fmt::format("{} and others hold each other: redundant joints cannot be "
                                      "let go one by one",
                                      model.deformation_name(r)),
                          "let go before the run what holds too much (RLSE), or take a BUSHING");
        break;
      }
    }
}

}  // namespace

std::string shed_redundant_joints(const Tables& tables, Built& built, Diagnostics& diagnostics) {
  const Model& model = built.model;
  const double start = tables.time.start;
  const RedundantRows found =
      find_redundant_rows(model, built.phase, start, state_at_rest(model, start).x);
  const Method& method = tables.method;
  if (found.shed.empty()) {
    if (method.least_shares)
      diagnostics.warning(method.redundant_where, "REDUNDANT",
                          "no held deformation of a joint of space follows from others",
                          "it has no effect here");
    return {};
  }
  // From rough estimates the remaining equations alone might close otherwise.
  built.model.start_x = found.closed;
  Phase& phase = built.phase;
  for (const int r : found.open) phase.e_origin[r] = {std::string(kRedundant), {}};
  for (const int r : found.shed) {
    phase.e_class[r] = Class::calculable;
    phase.e_origin[r] = {std::string(kRedundant), {}};
  }
  for (const int i : found.open_reactions) phase.x_origin[i] = {std::string(kRedundant), {}};
  refuse_releases(tables, model, found, diagnostics);
  if (method.least_shares)
    phase.least_length = method.least_length > 0 ? method.least_length : found.extent;
  else
    refuse_readers(tables, model, found, diagnostics);
  const std::string reactions = list_of_reactions(model, found.open_reactions);
  std::string out = fmt::format(
      "{} of {} held deformations follow from the others wherever the mechanism goes: {}\n"
      "not determined are therefore the stresses of {}{}\n",
      found.shed.size(), found.held, list_of(model, found.shed), list_of(model, found.open),
      reactions.empty() ? "" : fmt::format(", and the reactions of {}", reactions));
  if (method.least_shares)
    out += fmt::format(
        "shown are those with the least sum of squares, a moment as a force at the arm {:.6g}\n",
        phase.least_length);
  return out;
}

}  // namespace mbs

#include "deck/records/subject_loads.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/tables/tables.h"
#include "plan/subject_joints.h"
#include "text/number.h"
#include "text/units.h"

namespace mbs {

namespace {

int node_of_number(const Tables& tables, int number, bool angle) {
  for (int k = 0; k < count_of(tables.nodes); ++k) {
    const NodeRow& node = tables.nodes[k];
    if (node.number == number)
      return (angle ? is_planar_turn(node.kind) : is_planar_place(node.kind)) ? k : -1;
  }
  return -1;
}

bool is_held(const Tables& tables, int node) {
  return std::any_of(tables.classes.begin(), tables.classes.end(), [node](const ClassRow& row) {
    return row.target == Target::coordinate && row.owner == node && row.cls == Class::fixed;
  });
}

std::optional<JointLoad> load_of_net_joint(const Tables& tables, BodyNodes proximal,
                                           BodyNodes distal) {
  for (const NetJointRow& row : tables.forces.net_joints) {
    if (row.in_space) continue;
    const auto is = [&row](BodyNodes i, BodyNodes j) {
      return row.point_i == i.point && row.angle_i == i.angle && row.point_j == j.point &&
             row.angle_j == j.angle;
    };
    const bool forth = is(distal, proximal), back = is(proximal, distal);
    if (!forth && !back) continue;
    const std::string name = fmt::format("netjoint{}", row.number);
    return JointLoad{name + ".fx", name + ".fy", name + ".m", forth ? 1 : -1};
  }
  return {};
}

// The first hinge between the two angles; its stress acts on its first node.
std::optional<JointLoad> load_of_hinge(const Tables& tables, BodyNodes proximal, BodyNodes distal) {
  for (const ElementRow& row : tables.elements) {
    if (row.spec->keyword != "PLTOR" || row.nodes.size() != 2) continue;
    const auto is_proximal = [&](int node) {
      return proximal.angle >= 0 ? node == proximal.angle : is_held(tables, node);
    };
    const bool forth = row.nodes[0] == distal.angle && is_proximal(row.nodes[1]);
    const bool back = row.nodes[1] == distal.angle && is_proximal(row.nodes[0]);
    if (forth || back) return JointLoad{"", "", fmt::format("s{}_1", row.number), forth ? 1 : -1};
  }
  return {};
}

std::optional<JointLoad> load_of_chain(const Chain& chain, int proximal, int distal) {
  const int n = count_of(chain.segments);
  const auto hangs_on = [&chain](int k) {
    const ChainSegment& segment = chain.segments[static_cast<std::size_t>(k - 1)];
    return segment.attached ? segment.parent + 1 : k - 1;
  };
  const auto joint = [](int k, int sign) {
    return JointLoad{fmt::format("frx{}", k), fmt::format("fry{}", k), fmt::format("m{}", k), sign};
  };
  if (hangs_on(distal) == proximal) return joint(distal, 1);
  if (proximal > 0 && hangs_on(proximal) == distal) return joint(proximal, -1);
  // The last joint carries the load of the last segment on what is outside.
  if (proximal == 0 && distal == n) return joint(n + 1, -1);
  return {};
}

std::string angle_channel(const Tables& tables, const SubjectBody& body, bool rate) {
  if (tables.dialect == Dialect::native) return fmt::format("{}{}_1", rate ? "v" : "x", body.angle);
  const std::string_view name = rate ? "phid" : "phi";
  return tables.dialect == Dialect::segdyn ? fmt::format("{}{}", name, body.number)
                                           : fmt::format("body{}.{}", body.number, name);
}

// The angle of the distal body less that of the proximal one.
std::string difference(const Tables& tables, const SubjectJoint& row, bool rate) {
  const std::string distal = angle_channel(tables, row.distal, rate);
  return row.proximal.number == 0
             ? distal
             : fmt::format("({} - {})", distal, angle_channel(tables, row.proximal, rate));
}

std::string factor_text(double factor) { return fmt::format("({})", format_number(factor)); }

class ChannelMaker {
 public:
  explicit ChannelMaker(Tables& tables) : t_(tables), subject_(tables.subject) {}

  void joint(const SubjectJoint& row) {
    label_ = row.label;
    where_ = row.where;
    const SubjectJointKind& kind = kind_of(row);
    const double flexion = kind.sign * (subject_.to_left ? -1 : 1);
    const std::string turn = fmt::format("{}*({} - {})", factor_text(flexion),
                                         difference(t_, row, false), factor_text(row.zero));
    // Whole turns do not count.
    out(row.name + ".angle", fmt::format("(180/3.141592653589793)*atan2(sin({0}), cos({0}))", turn),
        fmt::format("{} of the {}, in degrees", kind.bends, row.name));
    if (!row.has_moment) return;
    const JointLoad load = *load_between(t_, row.proximal, row.distal);
    const UnitSystem si;
    const auto per_kilogram = [&](Unit unit) {
      return conversion(unit / unit::kilogram, t_.units(), si).value() / subject_.mass;
    };
    const double extension = flexion * (subject_.external ? 1 : -1) * load.sign;
    out(row.name + ".moment",
        fmt::format("{}*{}", factor_text(extension * per_kilogram(unit::joule)), load.m),
        fmt::format("{} moment of the {}, {} positive, in N m/kg",
                    subject_.external ? "external" : "internal", row.name,
                    subject_.external ? kind.bends : kind.straightens));
    out(row.name + ".power",
        fmt::format("{}*{}*{}", factor_text(load.sign * per_kilogram(unit::watt)), load.m,
                    difference(t_, row, true)),
        fmt::format("power of the {}, generation positive, in W/kg", row.name));
    // The integral goes over the time of the deck; work is in J/kg.
    const double second = conversion(unit::second, t_.units(), si).value();
    const std::string seconds = second == 1 ? "" : factor_text(second) + "*";
    measure(row.name + "_work_positive", Reduction::integral,
            fmt::format("{}max(0, {}.power)", seconds, row.name));
    measure(row.name + "_work_negative", Reduction::integral,
            fmt::format("{}min(0, {}.power)", seconds, row.name));
  }

  void residual() {
    label_ = "SUBJECT RESIDUAL";
    where_ = subject_.residual_where;
    const JointLoad load = *load_between(t_, {}, subject_.residual);
    const std::string sign = load.sign > 0 ? "" : "-";
    const std::string force = "hypot(residual.fx, residual.fy)";
    out("residual.fx", sign + load.fx, "residual force along x of the whole body");
    out("residual.fy", sign + load.fy, "residual force along y of the whole body");
    out("residual.m", sign + load.m, "residual moment of the whole body");
    measure("residual_force_rms", Reduction::rms, force);
    measure("residual_force_peak", Reduction::maximum, force);
    measure("residual_moment_rms", Reduction::rms, "residual.m");
    measure("residual_moment_peak", Reduction::maximum, "residual.m", true);
  }

 private:
  void out(std::string name, std::string text, std::string meaning) {
    OutRow row;
    row.name = std::move(name);
    row.text = std::move(text);
    row.text_at = row.where = where_;
    row.meaning = std::move(meaning);
    row.label = label_;
    t_.outs.push_back(std::move(row));
  }

  void measure(std::string name, Reduction reduction, std::string text, bool absolute = false) {
    const bool timeless = t_.job == Job::equilibrium || t_.job == Job::modes;
    if (timeless || t_.time.count() < 2) return;
    MeasureRow row;
    row.name = std::move(name);
    row.reduction = reduction;
    row.absolute = absolute;
    row.text = std::move(text);
    row.text_at = row.where = where_;
    row.of_subject = true;
    row.label = "MEASURE " + row.name;
    t_.named.insert(row.name);
    t_.measures.push_back(std::move(row));
  }

  Tables& t_;
  const SubjectTables& subject_;
  std::string label_;
  SourceLocation where_;
};

}  // namespace

BodyNodes nodes_of(const Tables& tables, const SubjectBody& body) {
  if (body.number == 0) return {};
  const auto k = static_cast<std::size_t>(body.number - 1);
  if (body.angle > 0)
    return {node_of_number(tables, body.number, false), node_of_number(tables, body.angle, true)};
  if (tables.dialect == Dialect::segdyn)
    return {tables.chain.segments[k].point, tables.chain.segments[k].angle};
  return {tables.bodies[k].point, tables.bodies[k].angle};
}

std::optional<JointLoad> load_between(const Tables& tables, const SubjectBody& proximal,
                                      const SubjectBody& distal) {
  if (tables.job == Job::kinematic) return {};
  if (tables.dialect == Dialect::segdyn)
    return load_of_chain(tables.chain, proximal.number, distal.number);
  const BodyNodes i = nodes_of(tables, proximal), j = nodes_of(tables, distal);
  std::optional<JointLoad> out = load_of_net_joint(tables, i, j);
  if (!out && tables.dialect == Dialect::native) out = load_of_hinge(tables, i, j);
  return out;
}

void make_subject_channels(Tables& tables) {
  ChannelMaker maker(tables);
  for (const SubjectJoint& row : tables.subject.joints) maker.joint(row);
  if (tables.subject.has_residual) maker.residual();
}

}  // namespace mbs

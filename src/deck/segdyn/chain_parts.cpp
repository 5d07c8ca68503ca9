#include "deck/segdyn/chain_parts.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace mbs {

int chain_origin(Tables& tables, const std::string& label, SourceLocation where) {
  int& origin = tables.chain.origin;
  if (origin >= 0) return origin;
  origin = count_of(tables.nodes);
  tables.nodes.push_back({origin + 1, NodeKind::point, {0, 0}, "ground", where});
  for (int k : {0, 1})
    tables.classes.push_back(
        {Target::coordinate, origin, k, Class::fixed, -1, ClassSource::keyword, label, where});
  return origin;
}

int ChainParts::node(NodeKind kind, double x, double y, std::string label, SourceLocation where) {
  t_.nodes.push_back({count_of(t_.nodes) + 1, kind, {x, y}, std::move(label), where});
  return count_of(t_.nodes) - 1;
}

int ChainParts::element(std::string_view keyword, std::vector<int> nodes,
                        std::vector<double> columns, std::string label, SourceLocation where) {
  t_.elements.push_back({count_of(t_.elements) + 1, find_spec(specs_, keyword), std::move(nodes),
                         std::move(columns), std::move(label), where});
  return count_of(t_.elements) - 1;
}

void ChainParts::classify(Target target, int owner, int component, Class cls,
                          const std::string& label, SourceLocation where, int motion) {
  t_.classes.push_back({target, owner, component, cls, motion, ClassSource::keyword, label, where});
}

void ChainBeamBuilder::make() {
  for (ChainBeam& row : c_.beams) beam(row);
}

ChainBeamBuilder::End ChainBeamBuilder::end(const ChainBeam& row, int segment, double xi,
                                            double eta) {
  if (segment == 0) {
    const int held = node(NodeKind::point, xi, eta, row.label, row.where);
    for (int k : {0, 1}) classify(Target::coordinate, held, k, Class::fixed, row.label, row.where);
    return {held, ground_angle_};
  }
  const ChainSegment& s = c_.segments[segment - 1];
  if (xi == 0 && eta == 0) return {s.point, s.angle};
  const double c = std::cos(s.phi), d = std::sin(s.phi);
  const std::array<double, 4>& centre = t_.nodes[s.point].x;
  const int point = node(NodeKind::point, centre[0] + c * xi - d * eta,
                         centre[1] + d * xi + c * eta, row.label, row.where);
  const int angle = node(NodeKind::angle, s.phi, 0, row.label, row.where);
  element("PLWELD", {s.point, s.angle, point, angle}, {xi, eta, 0, 0}, row.label + " end",
          row.where);
  return {point, angle};
}

void ChainBeamBuilder::beam(ChainBeam& row) {
  const End i = end(row, row.i, row.place[0], row.place[1]),
            j = end(row, row.j, row.place[2], row.place[3]);
  row.element = element(row.word, {i.point, i.angle, j.point, j.angle}, {}, row.label, row.where);
  for (int k : {0, 1, 2})
    classify(Target::deformation, row.element, k, Class::calculable, row.label, row.where);
  auto linear = [&](StressKind kind, const std::vector<double>& values) {
    if (!values.empty())
      t_.forces.stresses.push_back({kind, row.element, values, row.label, row.where});
  };
  linear(StressKind::stiffness, row.stiffness);
  linear(StressKind::damping, row.damping);
  if (!row.mass.empty())
    t_.forces.masses.push_back({true, row.element, row.mass, row.label, row.where});
}

}  // namespace mbs

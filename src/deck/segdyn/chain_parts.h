// Common parts of the makers of a chain's tables: adding rows of nodes, elements and classes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/index.h"
#include "deck/lines/dialects.h"
#include "deck/tables/tables.h"

namespace mbs {

// The point of the ground that stays at the origin: a node, made when it is first asked for.
int chain_origin(Tables& tables, const std::string& label, SourceLocation where);

class ChainParts {
 protected:
  ChainParts(ElementSpecs specs, Tables& tables)
      : specs_(specs), t_(tables), c_(tables.chain), n_(count_of(c_.segments)) {}

  // node() and element() return the index of the new row.
  int node(NodeKind kind, double x, double y, std::string label, SourceLocation where);
  int element(std::string_view keyword, std::vector<int> nodes, std::vector<double> columns,
              std::string label, SourceLocation where);
  void classify(Target target, int owner, int component, Class cls, const std::string& label,
                SourceLocation where, int motion = -1);
  // Deformation 0 is free.
  void release(int element, const std::string& label, SourceLocation where) {
    classify(Target::deformation, element, 0, Class::calculable, label, where);
  }

  ElementSpecs specs_;
  Tables& t_;
  Chain& c_;
  int n_;
};

// The beams of a chain. Each end of a beam is welded to its segment, or is the segment itself where
// the beam begins at its centre of gravity, or is fixed where it is on the ground.
class ChainBeamBuilder : ChainParts {
 public:
  // ground_angle: a node that stays at angle 0.
  ChainBeamBuilder(ElementSpecs specs, Tables& tables, int ground_angle)
      : ChainParts(specs, tables), ground_angle_(ground_angle) {}

  void make();

 private:
  struct End {
    int point, angle;  // nodes
  };
  End end(const ChainBeam& row, int segment, double xi, double eta);
  void beam(ChainBeam& row);

  int ground_angle_;
};

}  // namespace mbs

// Common parts of the makers of a chain's tables: adding rows of nodes, elements and classes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/index.h"
#include "deck/lines/dialects.h"
#include "deck/tables/tables.h"
#include "plan/chain.h"
#include "plan/events.h"

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

// The choice of known and unknown variables of a chain, in terms of its nodes and elements: the
// variables FRX, FRY, M, FEXTX, FEXTY, MEXT, PHIDD, XDD and YDD of Casius 2004 become
// accelerations, loads and stresses of the two lines. FREE .. AT and FORWARD become events at a
// time.
class ChainChoiceBuilder {
 public:
  // The nodes and elements of the chain must exist. moving: whether the base can move freely along
  // x and y.
  ChainChoiceBuilder(Tables& tables, std::array<bool, 2> moving)
      : t_(tables), c_(tables.chain), n_(count_of(c_.segments)), moving_(moving) {}

  void make();

 private:
  void add(ChoiceKind kind, BalanceVariable variable, const std::string& label,
           SourceLocation where, const ChainQuantity& is = {});
  void know(const ChainKnown& row);
  void drive(const ChainDrive& row);
  void seek(const ChainUnknown& row);
  void base_forces();
  void hold_rates();
  void equations();
  void names();
  void name(ChainVariable v, int index, std::string text);
  void happenings();
  void at_time(const std::string& label, SourceLocation where, double t, ActionRow action);
  // Whether the force of joint 1 along x or y is unknown.
  bool seeks_base_force(int component) const;
  // The element of FIX TIP, or -1.
  int fixed_tip() const;
  // Empty where the variable is always 0.
  std::optional<BalanceVariable> variable(ChainVariable v, int index) const;

  Tables& t_;
  const Chain& c_;
  int n_;
  std::array<bool, 2> moving_;
};

}  // namespace mbs

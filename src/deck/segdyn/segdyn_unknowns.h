// The choice of known and unknown variables of a chain, in terms of its nodes and elements: the
// variables FRX, FRY, M, FEXTX, FEXTY, MEXT, PHIDD, XDD and YDD of Casius 2004 become
// accelerations, loads and stresses of the two lines. FREE .. AT and FORWARD become events at a
// time.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "base/index.h"
#include "deck/tables/tables.h"
#include "plan/chain.h"
#include "plan/events.h"

namespace mbs {

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

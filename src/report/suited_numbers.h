// Numbers of a report whose decimals suit their size: six significant figures for the largest
// number that its table has had so far in the same unit. A number that is rounding beside the
// largest number of its quantity, or beside the size of the mechanism, is written as 0.
#pragma once

#include <fmt/format.h>

#include <vector>

#include "base/views.h"
#include "observe/layout.h"
#include "report/number_format.h"

namespace mbs {

// The size of a mechanism: its longest lever arm [m], its total mass [kg], the time of its run [s];
// 0: it has none.
struct Scale {
  double length = 0, mass = 0, time = 0;
  // The natural size of a quantity of this unit; 0: not known.
  double of(Unit unit) const;
};

class SuitedNumbers {
 public:
  static constexpr int kWidth = 14;

  // Channels of one table that have the same unit have the same decimals.
  SuitedNumbers(const Layout& layout, Scale scale);

  // Takes the sizes of a row of the run, before its numbers are appended.
  void note(ConstVector values);
  // A field of kWidth characters; it begins with a blank.
  void append(fmt::memory_buffer& out, int channel, double value) const;

 private:
  struct Group {
    Unit unit;
    int quantity;  // index into quantities_, -1 where the unit is not known
    double largest = 0;
    SuitedFormat format{};
    bool rounding = true;  // all its numbers so far are rounding
  };
  // All groups whose units have the same powers of kg and s.
  struct Quantity {
    Unit unit;
    double largest = 0;  // in this unit
  };
  int quantity_of(Unit unit);
  double length_factor(Unit unit, Unit other) const;
  bool is_rounding(const Group& group) const;

  Scale scale_;
  std::vector<Quantity> quantities_;
  std::vector<Group> groups_;
  std::vector<int> group_of_;  // of each channel; -1: in no table
};

}  // namespace mbs

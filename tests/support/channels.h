// One row of channels, asked for by their names.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "base/views.h"
#include "observe/layout.h"

namespace mbs::test {

struct ChannelRow {
  Layout layout;
  std::vector<double> values;

  // As many numbers as the layout names; what `observe` leaves alone is not a number, and a number
  // written behind them is an error.
  template <class Observe>
  void fill(Observe observe) {
    constexpr double kGuard = -7.25e77;
    values.assign(layout.channels.size() + 16, std::nan(""));
    for (std::size_t k = layout.channels.size(); k < values.size(); ++k) values[k] = kGuard;
    observe(Vector(values).first(layout.channels.size()));
    for (std::size_t k = layout.channels.size(); k < values.size(); ++k)
      EXPECT_EQ(values[k], kGuard) << "a number behind the last channel";
    for (std::size_t k = 0; k < layout.channels.size(); ++k)
      EXPECT_FALSE(std::isnan(values[k])) << layout.channels[k].name;
  }
  // nan where there is no channel of this name.
  double operator[](std::string_view name) const {
    for (std::size_t k = 0; k < layout.channels.size(); ++k)
      if (layout.channels[k].name == name) return values[k];
    ADD_FAILURE() << "no channel " << name;
    return std::nan("");
  }
};

}  // namespace mbs::test

// The frame of a plot: scales, ticks, grid lines and labels.
#pragma once

#include <span>
#include <string>

#include "draw/plot/ticks.h"
#include "draw/scene/vec.h"

namespace mbs {

// About the width of a text of 12 pixels height in a wide typeface [pixels].
double text_width(std::string_view text, double size = 12);

class Axis {
 public:
  // Extends the range to these numbers; a logarithmic axis takes only positive ones.
  void add(std::span<const double> values);
  void add(double value);
  // Called after all numbers: chooses about `most` ticks. room: part of the range left free at its
  // ends; a range that begins at 0 still begins at 0.
  void fix(int most, double room = 0);

  // Sets the range; called before fix(), in place of add().
  void set(double low, double high) { low_ = low, high_ = high; }

  bool logarithmic = false;
  const Ticks& ticks() const { return ticks_; }
  // The place of a value: 0 at the low end, 1 at the high end; NaN where it cannot be shown.
  double part(double value) const;
  bool has_range() const { return low_ <= high_; }
  bool has_extent() const { return low_ < high_; }
  double widest_label() const;

 private:
  // long double, since the span of two numbers may be larger than any double.
  long double low_ = HUGE_VAL, high_ = -HUGE_VAL;
  Ticks ticks_;
};

// The area of the curves within a picture [pixels].
struct PlotArea {
  double left = 0, top = 0, width = 0, height = 0;
  double right() const { return left + width; }
  double bottom() const { return top + height; }
  Vec at(const Axis& x, const Axis& y, double vx, double vy) const {
    return {left + width * x.part(vx), bottom() - height * y.part(vy)};
  }
};

std::string draw_axes(const PlotArea& area, const Axis& x, const Axis& y, const std::string& xlabel,
                      const std::string& ylabel);
// A line above the area.
std::string draw_title(const PlotArea& area, const std::string& title);

}  // namespace mbs

// Tables of numbers that expressions read as functions: table("f.csv", u [, column]), linear
// between the rows, monotone("f.csv", u [, column]), a cubic that keeps their shape,
// spline("f.csv", u [, column]), a natural cubic spline, smooth("f.csv", u [, column]), a smoothing
// spline near them, periodic("f.csv", u [, column]), a periodic cubic spline, and table2("f.csv",
// u, w), of two variables, linear in each between rows and columns.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "linalg/spline.h"
#include "text/expression_tables.h"

namespace mbs {

class ExpressionTable {
 public:
  // The caller has checked that u is strictly increasing with at least two rows, and that a
  // periodic table has equal first and last y.
  ExpressionTable(std::string name, const std::vector<double>& u, const std::vector<double>& y,
                  TableKind kind);
  // A surface: z[i * w.size() + j] at u[i], w[j].
  ExpressionTable(std::string name, std::vector<double> u, std::vector<double> w,
                  std::vector<double> z);

  const std::string& name() const { return name_; }  // of the file, as the deck writes it
  const Spline& curve() const { return spline_; }
  std::uint32_t checksum() const { return checksum_; }  // of the bits of its numbers
  double first() const { return spline_.first_time(); }
  double last() const { return spline_.last_time(); }
  bool is_surface() const { return !z_.empty(); }
  double first_second() const { return w_.front(); }
  double last_second() const { return w_.back(); }
  // Whether u is within the table, up to 1e-6 of the mean spacing beyond; a periodic table has no
  // end.
  bool covers(double u) const { return period_ > 0 ? std::isfinite(u) : spline_.covers(u); }
  // The same for a surface.
  bool covers(double u, double w) const;
  // out = {y, y', y''}; at a row of a linear table y' is the slope of the interval that begins
  // there (at the last row of the last interval). Beyond its ends the table continues by the end
  // tangent.
  void evaluate(double u, double out[3]) const;
  // Ranges of {y, y', y''} between two u, first < last, and the u of a kink between them; nan: no
  // kink. Not for a surface.
  using Range = Spline::Range;
  Range range(double first, double last) const;
  // Value and derivatives of a surface; its only second derivative that is not 0 is the mixed one.
  // At a row or column the cell behind it counts.
  struct Surface {
    double value, u, w, uw;
  };
  Surface evaluate(double u, double w) const;
  // Ranges of the derivatives of a surface between two u and two w, and a row and a column with a
  // kink between them; nan: no kink. If there are very many cells the ranges are infinite.
  struct SurfaceRange {
    double u[2], w[2], uw[2];
    double row, column;
  };
  SurfaceRange slopes(double first_u, double last_u, double first_w, double last_w) const;
  // The least and the largest value of a surface between two u and between two w.
  std::array<double, 2> extremes(double first_u, double last_u, double first_w,
                                 double last_w) const;

 private:
  bool has_row_kink(std::size_t row, std::size_t first, std::size_t last) const;
  bool has_column_kink(std::size_t column, std::size_t first, std::size_t last) const;

  std::string name_;
  std::uint32_t checksum_;
  double period_ = 0;
  Spline spline_;                  // surface: only its range of u
  std::vector<double> u_, w_, z_;  // of a surface
};

}  // namespace mbs

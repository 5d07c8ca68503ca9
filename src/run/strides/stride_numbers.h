// The strides between marks, and their spatio-temporal numbers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "observe/layout.h"
#include "plan/strides.h"
#include "report/writer.h"
#include "run/frame/run_output.h"
#include "text/compiled_expression.h"
#include "text/units.h"

namespace mbs {

// Times of the marks of a plan, in their order, each list ascending.
using MarkTimes = std::vector<std::vector<double>>;

struct FoundStride {
  double from = 0, to = 0;  // [s]
  // Times of toe-off and of the contact of the other foot within it; nan: none.
  double off = 0, other = 0;
  // Places of the foot at `from` and `to`, of the other foot at `other`; nan: not known.
  double foot_from = 0, foot_to = 0, other_foot = 0;
  // The numbers of stride_values() from `time` on; nan where there is none.
  std::vector<double> numbers;
};

struct Strides {
  const StrideRow* row = nullptr;
  std::vector<FoundStride> found;
  long long left_out = 0;  // marks FROM without a mark TO before the next one
  std::string why_none;    // if nothing is found

  // Mean and standard deviation of number k of stride_values(), from 1 on; nan if there is none.
  double mean(std::size_t k) const;
  double deviation(std::size_t k) const;
  // Whether the line asks for number k.
  bool has(std::size_t k) const;
};

// The strides of a row. Places are nan.
Strides find_strides(const Plan& plan, const StrideRow& row, const MarkTimes& marks);

// Fills FoundStride::numbers; cadence counts minutes whatever the unit of t is.
void find_numbers(Strides& strides, const UnitSystem& units);

// Warns of strides that are much longer or shorter than the others: a mark is missing, or one too
// many.
void warn_of_odd_strides(const Strides& strides, Diagnostics& diagnostics);

// " MARKS" and the times of each mark; " STRIDE right" with a line for each stride, mean and
// standard deviation. digits: as RunSettings::digits.
std::string mark_table(const Plan& plan, const MarkTimes& marks, int digits);
std::string stride_table(const Strides& strides, int digits);

// The rows of a run at the points of its strides, and what is made from them.

// Point k of a stride, 0 to 100 per cent; the last one is the mark itself.
double point_of_stride(const FoundStride& stride, int k);

class StrideRows {
 public:
  StrideRows(const Plan& plan, const Outputs& outputs, int digits)
      : plan_(plan), outputs_(outputs), digits_(digits) {}

  // Compiles what the lines read. Errors go to `diagnostics`.
  void take_layout(const Layout& layout, Diagnostics& diagnostics);
  // The times that are needed besides those of `also`, ascending.
  std::vector<double> times(const std::vector<Strides>& all, std::vector<double> also) const;
  void take_row(double t, ConstVector values);

  // Fills the places of feet; false if a row is missing.
  bool find_places(std::vector<Strides>& all) const;
  // The tables of COLUMNS of one STRIDE line.
  std::string tables(const Strides& strides) const;
  // The CSV of one STRIDE line: stride, percent, then columns of the run.
  void write_csv(const Strides& strides, TextSink& sink, Diagnostics& diagnostics) const;

 private:
  struct Feet {
    std::optional<Expression> own, other;
  };
  std::vector<std::string> all_names() const;
  std::vector<int> columns_of_csv(Diagnostics& diagnostics) const;
  double value_of(const std::optional<Expression>& expression, double t) const;
  const std::vector<double>* row_at(double t) const;

  const Plan& plan_;
  const Outputs& outputs_;
  int digits_;
  Layout layout_;
  std::vector<Feet> feet_;  // of each STRIDE line
  std::map<double, std::vector<double>> rows_;
};

}  // namespace mbs

// The rows of a run at the points of its strides, and what is made from them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "observe/layout.h"
#include "report/writer.h"
#include "run/frame/run_output.h"
#include "run/strides/stride_numbers.h"
#include "text/compiled_expression.h"

namespace mbs {

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

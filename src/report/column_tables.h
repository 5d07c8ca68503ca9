// REPORT: tables of chosen channels, a row for each time, written when all rows are known, so that
// the digits of a column suit its size.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/views.h"
#include "observe/layout.h"
#include "plan/observations.h"

namespace mbs {

class ColumnTable {
 public:
  // Errors (a channel that does not exist) go to `diagnostics`. digits: significant figures; 0 or
  // less: digits that suit the size. time_decimals: of t.
  ColumnTable(const ReportRow& row, const Layout& layout, int digits, int time_decimals,
              Diagnostics& diagnostics);

  // The channel of each column; -1: t.
  std::vector<int> channels() const;
  void row(double t, ConstVector values);
  // The head and all rows, the last row of the run included.
  std::string text();

 private:
  struct Column {
    std::string head;
    int channel = -1;  // -1: t
    double factor = 1;
    bool whole = false;  // its numbers are whole
  };
  void keep();

  std::vector<Column> columns_;
  long long every_, seen_ = 0;
  int digits_, time_decimals_;
  std::vector<double> rows_, last_;
};

}  // namespace mbs

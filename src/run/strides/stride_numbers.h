// The strides between marks, and their spatio-temporal numbers.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "plan/strides.h"

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

// Fills FoundStride::numbers.
void find_numbers(Strides& strides);

// Warns of strides that are much longer or shorter than the others: a mark is missing, or one too
// many.
void warn_of_odd_strides(const Strides& strides, Diagnostics& diagnostics);

// " MARKS" and the times of each mark; " STRIDE right" with a line for each stride, mean and
// standard deviation. digits: as RunSettings::digits.
std::string mark_table(const Plan& plan, const MarkTimes& marks, int digits);
std::string stride_table(const Strides& strides, int digits);

}  // namespace mbs

#include "plan/strides.h"

#include <algorithm>
#include <charconv>

#include "plan/plan.h"
#include "text/expression.h"
#include "text/names.h"
#include "text/owned_name.h"

namespace mbs {

const MarkRow* find_mark(const Plan& plan, std::string_view name) {
  const auto found = std::find_if(plan.marks.begin(), plan.marks.end(), [name](const MarkRow& row) {
    return are_same_name(row.name, name);
  });
  return found == plan.marks.end() ? nullptr : &*found;
}

std::optional<StrideName> stride_name(std::string_view name, const Plan& plan) {
  const auto [owner, part] = owned_name(name);
  if (part.empty()) return {};
  if (const MarkRow* mark = find_mark(plan, owner)) {
    long long k = 0;
    const std::string_view digits = part.substr(part.starts_with('t') || part.starts_with('T'));
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), k);
    const bool whole = error == std::errc() && end == digits.data() + digits.size();
    if (digits == part || !whole || k < 1) k = 0;
    return StrideName{mark, nullptr, k, part};
  }
  for (const StrideRow& row : plan.strides)
    if (are_same_name(row.name, owner)) return StrideName{nullptr, &row, 0, part};
  return {};
}

std::vector<std::string_view> stride_names_in(std::string_view text, const Plan& plan) {
  std::vector<std::string_view> out;
  if (plan.marks.empty()) return out;
  for (const std::string_view name : expression_names(text))
    if (stride_name(name, plan)) out.push_back(name);
  return out;
}

bool reads_marks(const Plan& plan, const OutRow& row) {
  if (!stride_names_in(row.text, plan).empty()) return true;
  for (const std::string_view name : expression_names(row.text))
    for (const OutRow& above : plan.outs) {
      if (&above == &row) break;
      if (are_same_name(above.name, name) && reads_marks(plan, above)) return true;
    }
  return false;
}

std::span<const std::string_view> stride_values() {
  static constexpr std::string_view kValues[] = {
      "count", "time", "cadence", "stance", "swing", "length", "speed", "steptime", "steplength"};
  return kValues;
}

}  // namespace mbs

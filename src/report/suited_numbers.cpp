#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "base/index.h"
#include "base/not_determined.h"
#include "base/tolerances.h"
#include "report/writer.h"

namespace mbs {

double Scale::of(Unit unit) const {
  if (!unit.known) return 0;
  auto power = [](double size, int exponent) {
    return exponent == 0 ? 1 : size > 0 ? std::pow(size, exponent) : 0;
  };
  return power(length, unit.m) * power(mass, unit.kg) * power(time, unit.s);
}

SuitedNumbers::SuitedNumbers(const Layout& layout, Scale scale)
    : scale_(scale), group_of_(layout.channels.size(), -1) {
  for (const TableLayout& table : layout.tables) {
    std::map<std::string, int> known;  // by unit
    for (const TableRow& row : table.rows)
      for (std::size_t channel = row.first; channel < row.first + table.columns.size(); ++channel) {
        const Unit unit = layout.channels[channel].unit;
        const auto next = count_of(groups_);
        const bool added = !unit.known || known.try_emplace(unit_text(unit), next).second;
        group_of_[channel] = added ? next : known[unit_text(unit)];
        if (added) groups_.push_back({unit, quantity_of(unit)});
      }
  }
}

// Index into quantities_; -1 where the unit is not known.
int SuitedNumbers::quantity_of(Unit unit) {
  if (!unit.known) return -1;
  for (std::size_t q = 0; q < quantities_.size(); ++q)
    if (quantities_[q].unit.kg == unit.kg && quantities_[q].unit.s == unit.s)
      return static_cast<int>(q);
  quantities_.push_back({unit});
  return count_of(quantities_) - 1;
}

// The factor between units with different powers of length: a force counts as its moment about the
// longest lever arm.
double SuitedNumbers::length_factor(Unit unit, Unit other) const {
  const int powers = unit.m - other.m;
  return powers == 0 ? 1 : scale_.length > 0 ? std::pow(scale_.length, powers) : 0;
}

bool SuitedNumbers::is_rounding(const Group& group) const {
  if (group.quantity < 0) return group.largest == 0;
  const Quantity& quantity = quantities_[group.quantity];
  // Below this part of the natural size of its unit a number is rounding.
  constexpr double kShownOfNature = 1e-9;
  return group.largest <= std::max(kShownOfNature * scale_.of(group.unit),
                                   tolerance::shown_of_quantity * quantity.largest *
                                       length_factor(group.unit, quantity.unit));
}

void SuitedNumbers::note(ConstVector values) {
  bool grown = false;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (group_of_[k] < 0 || values[k] == kNotDetermined) continue;
    Group& group = groups_[group_of_[k]];
    const double size = std::fabs(values[k]);
    if (!(size > group.largest)) continue;
    group.largest = size;
    group.format = SuitedFormat(size);
    grown = true;
    if (group.quantity < 0) continue;
    Quantity& quantity = quantities_[group.quantity];
    quantity.largest = std::max(quantity.largest, size * length_factor(quantity.unit, group.unit));
  }
  if (!grown) return;
  for (Group& group : groups_) group.rounding = is_rounding(group);
}

void SuitedNumbers::append(fmt::memory_buffer& out, int channel, double value) const {
  if (value == kNotDetermined) return append_not_determined(out, static_cast<int>(kWidth));
  const Group& group = groups_[group_of_[channel]];
  const std::size_t begin = out.size();
  // Zero needs no decimals in any unit.
  if (group.rounding || group.format.is_zero(value))
    out.push_back('0');
  else
    group.format.append(out, value);
  const std::size_t width = out.size() - begin, blanks = width < kWidth ? kWidth - width : 1;
  for (std::size_t k = 0; k < blanks; ++k) out.push_back(' ');
  std::rotate(out.data() + begin, out.data() + begin + width, out.data() + out.size());
}

}  // namespace mbs

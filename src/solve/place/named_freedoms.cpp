#include "solve/place/named_freedoms.h"

#include <algorithm>
#include <cmath>

#include "base/classes.h"
#include "base/index.h"
#include "linalg/lu.h"
#include "model/owner.h"
#include "solve/place/connected_parts.h"

namespace mbs {

Phase without_names(Phase phase) {
  std::replace(phase.x_class.begin(), phase.x_class.end(), Class::dynamic, Class::calculable);
  std::replace(phase.e_class.begin(), phase.e_class.end(), Class::dynamic, Class::calculable);
  return phase;
}

NamedFreedoms::NamedFreedoms(const Model& model, const Phase& phase)
    : model_(model), named_(named_partition(phase)) {
  if (!any()) return;
  is_angle_ = turning_flags(model);
  DisjointSets connected = connected_parts(model, named_.rows, free_coordinates(phase));
  for (int i = 0; i < model.nx + model.ne; ++i) part_of_.push_back(connected.root(i));
}

std::vector<double> NamedFreedoms::determinants(Kinematics& other) const {
  const Partition& chosen = other.partition();
  const int count = chosen.freedom_count();
  const double length = other.jacobian().length();
  const auto size = [&](int i) { return is_angle_[at(i)] ? 1.0 : length; };
  std::vector<double> transfer(at(model_.nx) * at(count)), of_rows(model_.ne), whole(model_.ne);
  other.solver().transfer({transfer.data(), model_.nx, count, model_.nx});
  const Evaluation& here = other.evaluation();
  for (std::size_t k = 0; k < model_.entry_row.size(); ++k) {
    double& most = whole[at(model_.entry_row[k])];
    const int i = model_.entry_column[k];
    most = std::max(most, std::fabs(here.De[k]) * size(i));
  }
  std::vector<int> part, chosen_part;
  for (const int i : named_.x_freedoms) part.push_back(part_of_[at(i)]);
  for (const int r : named_.e_freedoms) part.push_back(part_of_[at(model_.nx + r)]);
  for (const int i : chosen.x_freedoms) chosen_part.push_back(part_of_[at(i)]);
  for (const int r : chosen.e_freedoms) chosen_part.push_back(part_of_[at(model_.nx + r)]);
  std::vector<double> rates;  // columns: of the chosen freedoms
  for (int j = 0; j < count; ++j) {
    const ConstVector column(transfer.data() + at(j) * at(model_.nx), at(model_.nx));
    const bool is_coordinate = j < count_of(chosen.x_freedoms);
    const double unit = is_coordinate ? size(chosen.x_freedoms[at(j)]) : 1;
    std::fill(of_rows.begin(), of_rows.end(), 0.0);
    if (!named_.e_freedoms.empty()) add_derivative_times(model_, here, column, of_rows);
    for (const int i : named_.x_freedoms) rates.push_back(column[at(i)] / size(i) * unit);
    for (const int r : named_.e_freedoms) rates.push_back(of_rows[at(r)] / whole[at(r)] * unit);
  }
  std::vector<int> parts = part;
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  std::vector<double> out;
  for (const int one : parts) {
    std::vector<int> rows, columns;
    for (int k = 0; k < count; ++k) {
      if (part[at(k)] == one) rows.push_back(k);
      if (chosen_part[at(k)] == one) columns.push_back(k);
    }
    out.push_back(0);
    if (rows.size() != columns.size()) continue;
    Lu lu(count_of(rows));
    for (int j = 0; j < count_of(columns); ++j)
      for (int k = 0; k < count_of(rows); ++k)
        lu.matrix()(k, j) = rates[at(columns[at(j)]) * at(count) + at(rows[at(k)])];
    if (lu.factor() < 0) out.back() = lu.determinant_sign() * std::exp2(lu.log_determinant());
  }
  return out;
}

bool NamedFreedoms::differ(const std::vector<double>& from, const std::vector<double>& to) {
  return from.size() == to.size() && !std::equal(from.begin(), from.end(), to.begin(),
                                                 [](double a, double b) { return a * b >= 0; });
}

}  // namespace mbs

#include "solve/balance.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/fill_order.h"
#include "linalg/pivoted_qr.h"
#include "solve/jacobian_factor.h"
#include "solve/two_lines.h"

namespace mbs {

namespace {

using enum BalanceSide;

}  // namespace

Balance::Balance(const Model& model, const Phase& phase, const Inertia& inertia,
                 const Options& options)
    : model_(model),
      a_column_(model.nx, -1),
      f_column_(a_column_),
      S_column_(model.ne, -1),
      x_row_(a_column_),
      e_row_(S_column_),
      given_(model.nx),
      is_held_row_(model.ne),
      dense_(0, step_elimination(options)) {
  number(phase);
  collect(inertia);
  make_pattern();
  is_sparse_ = is_sparse(options, rows_, TwoLines::kManyUnknowns);
  if (!is_square()) return;
  if (is_sparse_)
    sparse_ = SparseLu(pattern_);
  else
    dense_.resize(rows_);
}

// Numbers the columns (unknowns) and rows (equations) of the matrix.
void Balance::number(const Phase& phase) {
  auto seek = [this](BalanceSide side, int i, std::vector<int>& columns) {
    columns[i] = count_of(unknowns_);
    unknowns_.push_back({side, i});
  };
  for (int i = 0; i < model_.nx; ++i) {
    const CoordinateChoice& choice = phase.x_choice[i];
    const bool held = is_held(phase.x_class[i]);
    if (!held && !choice.known_acceleration) seek(acceleration, i, a_column_);
    given_[i] = !held && choice.known_acceleration;
    if (choice.unknown_load) seek(load, i, f_column_);
    if (!held || choice.known_reaction) x_row_[i] = rows_++;
  }
  for (int r = 0; r < model_.ne; ++r) {
    const DeformationChoice& choice = phase.e_choice[r];
    const bool held = is_held(phase.e_class[r]);
    if (held ? !choice.known_stress : choice.unknown_stress || choice.held_rate)
      seek(stress, r, S_column_);
    is_held_row_[r] = held;
    if (held || choice.held_rate) e_row_[r] = rows_++;
  }
  rows_ += count_of(model_.choice->equations);
}

int Balance::column_of(const Variable& v) const {
  return (v.side == acceleration ? a_column_ : v.side == load ? f_column_ : S_column_)[v.index];
}

// Lists all entries by rows; entries of known variables belong to the right side.
void Balance::collect(const Inertia& inertia) {
  auto add = [](std::vector<Entry>& to, int row, Variable variable, int source, double factor = 1) {
    to.push_back({row, -1, source, variable, factor});
  };
  int source = 0;
  inertia.each_entry([&](int i, int j, double) {
    add(masses_, x_row_[i], {acceleration, j}, source++);
  });
  for (int s = 0; s < model_.derivative_count; ++s) {
    if (model_.entry_zero[s]) continue;
    const int r = model_.entry_row[s], i = model_.entry_column[s];
    if (e_row_[r] >= 0) add(derivatives_, e_row_[r], {acceleration, i}, s);
    if (x_row_[i] >= 0 && S_column_[r] >= 0) add(derivatives_, x_row_[i], {stress, r}, s);
  }
  for (int i = 0; i < model_.nx; ++i)
    if (x_row_[i] >= 0 && f_column_[i] >= 0) add(loads_, x_row_[i], {load, i}, 0, -1);
  int row = rows_ - count_of(model_.choice->equations);
  source = 0;
  for (const Choice::Equation& equation : model_.choice->equations) {
    for (const Choice::Term& term : equation.terms)
      add(terms_, row, term.variable, source++, term.sign);
    ++row;
  }
  coefficients_.assign(source, 0.0);
  right_sides_.assign(model_.choice->equations.size(), 0.0);
}

void Balance::make_pattern() {
  const auto n = unknowns_.size();
  std::vector<std::vector<int>> cliques(rows_);
  auto each = [this](auto visit) {
    for (std::vector<Entry>* list : {&masses_, &derivatives_, &loads_, &terms_})
      for (Entry& entry : *list)
        if (entry.row >= 0 && column_of(entry.variable) >= 0) visit(entry);
  };
  each([&](Entry& e) { cliques[e.row].push_back(column_of(e.variable)); });
  place_.resize(n);
  std::iota(place_.begin(), place_.end(), 0);
  const std::vector<int> order = fill_order(static_cast<int>(n), std::move(cliques));
  for (std::size_t k = 0; k < n; ++k) place_[order[k]] = static_cast<int>(k);
  std::vector<std::pair<int, int>> places;  // column, row
  auto place = [this](const Entry& e) { return std::pair(place_[column_of(e.variable)], e.row); };
  each([&](Entry& e) { places.push_back(place(e)); });
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  pattern_.rows = rows_;
  pattern_.start.assign(n + 1, 0);
  for (const auto& [column, row] : places) {
    ++pattern_.start[column + 1];
    pattern_.row.push_back(row);
  }
  std::partial_sum(pattern_.start.begin(), pattern_.start.end(), pattern_.start.begin());
  each([&](Entry& e) {
    e.slot =
        static_cast<int>(std::lower_bound(places.begin(), places.end(), place(e)) - places.begin());
  });
  values_.assign(places.size(), 0.0);
  row_scale_.assign(rows_, 1.0);
  column_scale_.assign(n, 1.0);
  b_.assign(std::max<std::size_t>(rows_, n), 0.0);
}

bool Balance::set_given(double t, Loads& loads) {
  bool finite = true;
  auto value = [&](const GivenNumber& number) {
    const double out = evaluate(number, t, loads);
    finite &= std::isfinite(out);
    return out;
  };
  accelerations_.resize(model_.choice->accelerations.size());
  for (std::size_t k = 0; k < accelerations_.size(); ++k)
    accelerations_[k] = value(model_.choice->accelerations[k].value);
  std::size_t next = 0, row = 0;
  for (const Choice::Equation& equation : model_.choice->equations) {
    right_sides_[row++] = value(equation.right_side);
    for (const Choice::Term& term : equation.terms) coefficients_[next++] = value(term.coefficient);
  }
  return finite;
}

double Balance::coefficient(std::string_view label) const {
  std::size_t next = 0;
  for (const Choice::Equation& equation : model_.choice->equations)
    for (const Choice::Term& term : equation.terms) {
      if (term.label == label) return coefficients_[next];
      ++next;
    }
  return 0;
}

// Visits every entry with its value.
template <class Visit>
void Balance::each_value(const Evaluation& at, const Inertia& inertia, Visit visit) const {
  std::size_t next = 0;
  inertia.each_entry([&](int, int, double mass) { visit(masses_[next++], mass); });
  for (const Entry& entry : derivatives_) visit(entry, at.De[entry.source]);
  for (const Entry& entry : loads_) visit(entry, entry.factor);
  for (const Entry& entry : terms_) visit(entry, entry.factor * coefficients_[entry.source]);
}

// Rows, then columns, to largest entries of 1; a row or column of zeros stays.
void Balance::equilibrate(std::vector<double>& values) {
  auto inverse = [](double& largest) { largest = largest > 0 ? 1 / largest : 1; };
  std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
  for (std::size_t s = 0; s < values.size(); ++s) {
    double& largest = row_scale_[pattern_.row[s]];
    largest = std::max(largest, std::fabs(values[s]));
  }
  std::for_each(row_scale_.begin(), row_scale_.end(), inverse);
  for (std::size_t j = 0; j < column_scale_.size(); ++j) {
    double largest = 0;
    for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s) {
      values[s] *= row_scale_[pattern_.row[s]];
      largest = std::max(largest, std::fabs(values[s]));
    }
    inverse(largest);
    column_scale_[j] = largest;
    for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s) values[s] *= largest;
  }
}

bool Balance::factor(const Evaluation& at, const Inertia& inertia) {
  std::fill(values_.begin(), values_.end(), 0.0);
  each_value(at, inertia, [this](const Entry& entry, double value) {
    if (entry.slot >= 0) values_[entry.slot] += value;
  });
  equilibrate(values_);
  if (!is_square()) return false;
  double smallest = 0;
  if (is_sparse_) {
    std::copy(values_.begin(), values_.end(), sparse_.values().begin());
    if (sparse_.factor() >= 0) return false;
    smallest = sparse_.smallest_pivot();
  } else {
    dense_.set_zero();
    const Matrix K = dense_.matrix();
    for (int j = 0; j < rows_; ++j)
      for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s)
        K(pattern_.row[s], j) = values_[s];
    if (dense_.factor() >= 0) return false;
    smallest = dense_.smallest_pivot();
  }
  return smallest >= tolerance::chain_suspicious || rcond() >= tolerance::chain_singular;
}

void Balance::solve(const Evaluation& at, const Inertia& inertia, ConstVector g, ConstVector edd,
                    Vector a, Vector S, Vector f) {
  for (std::size_t k = 0; k < accelerations_.size(); ++k) {
    const int i = model_.choice->accelerations[k].coordinate;
    if (given_[i]) a[i] = accelerations_[k];
  }
  std::fill(b_.begin(), b_.end(), 0.0);
  for (int i = 0; i < model_.nx; ++i)
    if (x_row_[i] >= 0) b_[x_row_[i]] = g[i];
  for (int r = 0; r < model_.ne; ++r)
    if (e_row_[r] >= 0) b_[e_row_[r]] = (is_held_row_[r] ? edd[r] : 0) - at.D2e_vv[r];
  std::copy(right_sides_.begin(), right_sides_.end(),
            b_.begin() + rows_ - static_cast<std::ptrdiff_t>(right_sides_.size()));
  solve_rows(at, inertia, a, S, f);
}

void Balance::solve_jump(const Evaluation& at, const Inertia& inertia, ConstVector p,
                         ConstVector rate, Vector dv, Vector L, Vector F) {
  for (int i = 0; i < model_.nx; ++i)
    if (given_[i]) dv[i] = 0;
  std::fill(L.begin(), L.end(), 0.0);
  std::fill(F.begin(), F.end(), 0.0);
  std::fill(b_.begin(), b_.end(), 0.0);
  for (int i = 0; i < model_.nx; ++i)
    if (x_row_[i] >= 0) b_[x_row_[i]] = p[i];
  for (int r = 0; r < model_.ne; ++r)
    if (e_row_[r] >= 0 && is_held_row_[r]) b_[e_row_[r]] = rate[r];
  solve_rows(at, inertia, dv, L, F);
}

// Subtracts the terms of known variables from the right sides and solves for the unknowns.
void Balance::solve_rows(const Evaluation& at, const Inertia& inertia, Vector a, Vector S,
                         Vector f) {
  each_value(at, inertia, [&](const Entry& entry, double value) {
    if (entry.slot >= 0 || entry.row < 0) return;
    const Variable& v = entry.variable;
    const Vector known = v.side == acceleration ? a : v.side == load ? f : S;
    b_[entry.row] -= value * known[v.index];
  });
  for (int i = 0; i < rows_; ++i) b_[i] *= row_scale_[i];
  is_sparse_ ? sparse_.solve(b_.data()) : dense_.solve(b_.data());
  for (std::size_t k = 0; k < unknowns_.size(); ++k) {
    const Variable& v = unknowns_[k];
    const Vector unknown = v.side == acceleration ? a : v.side == load ? f : S;
    unknown[v.index] = b_[place_[k]] * column_scale_[place_[k]];
  }
}

// The unknowns that take part in a null vector of the matrix of the last factor().
std::vector<Variable> Balance::undetermined() const {
  const int n = count_of(unknowns_);
  if (n < rows_) return {};
  std::vector<double> dense(at(rows_) * at(n));
  for (int j = 0; j < n; ++j)
    for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s)
      dense[j * rows_ + pattern_.row[s]] = values_[s];
  const std::vector<char> open = undetermined_columns(dense, rows_, n);
  std::vector<Variable> out;
  for (std::size_t k = 0; k < unknowns_.size(); ++k)
    if (open[place_[k]]) out.push_back(unknowns_[k]);
  return out;
}

}  // namespace mbs

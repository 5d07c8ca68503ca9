#include "solve/forces/balance.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/pivoted_qr.h"
#include "solve/forces/two_lines.h"
#include "solve/place/jacobian_factor.h"

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
      is_held_row_(model.ne) {
  number(phase);
  make_pattern(collect(inertia));
  if (!is_square()) return;
  SingletonLu::Core core;
  core.is_all = options.path == kPathLapack;
  core.sparse_from = is_dense(options)           ? rows_ + 1
                     : options.path == kPathAuto ? TwoLines::kManyUnknowns
                                                 : 0;
  core.dense_by = step_elimination(options);
  factors_ = SingletonLu(pattern_, core);
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

// Lists all terms. Terms of known variables go to the right sides; terms without an equation are
// dropped. Returns the places of the other terms in the matrix.
std::vector<Balance::Place> Balance::collect(const Inertia& inertia) {
  std::vector<Place> places;
  auto add = [&](Kind kind, int row, Variable variable, int source, double factor = 1) {
    if (row < 0) return;
    const int column = column_of(variable);
    if (column < 0) return terms_[kind].known.push_back({row, source, variable, factor});
    places.push_back({kind, terms_[kind].unknown.size(), row, column});
    terms_[kind].unknown.push_back({-1, source, factor});
  };
  int source = 0;
  inertia.each_entry([&](int i, int j, double) {
    add(of_mass, x_row_[i], {acceleration, j}, source++);
  });
  mass_values_.assign(source, 0.0);
  for (int s = 0; s < model_.derivative_count; ++s) {
    if (model_.entry_zero[s]) continue;
    const int r = model_.entry_row[s], i = model_.entry_column[s];
    add(of_derivative, e_row_[r], {acceleration, i}, s);
    if (S_column_[r] >= 0) add(of_derivative, x_row_[i], {stress, r}, s);
  }
  for (int i = 0; i < model_.nx; ++i)
    if (f_column_[i] >= 0) add(of_load, x_row_[i], {load, i}, 0, -1);
  int row = rows_ - count_of(model_.choice->equations);
  source = 0;
  for (const Choice::Equation& equation : model_.choice->equations) {
    for (const Choice::Term& term : equation.terms)
      add(of_equation, row, term.variable, source++, term.sign);
    ++row;
  }
  coefficients_.assign(source, 0.0);
  right_sides_.assign(model_.choice->equations.size(), 0.0);
  return places;
}

void Balance::make_pattern(std::vector<Place> places) {
  const auto n = unknowns_.size();
  const auto of = [](const Place& p) { return std::pair(p.column, p.row); };
  std::sort(places.begin(), places.end(),
            [&](const Place& a, const Place& b) { return of(a) < of(b); });
  pattern_.rows = rows_;
  pattern_.start.assign(n + 1, 0);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Place& p = places[k];
    if (k == 0 || of(p) != of(places[k - 1])) {
      ++pattern_.start[p.column + 1];
      pattern_.row.push_back(p.row);
    }
    terms_[p.kind].unknown[p.term].slot = count_of(pattern_.row) - 1;
  }
  std::partial_sum(pattern_.start.begin(), pattern_.start.end(), pattern_.start.begin());
  values_.assign(pattern_.row.size(), 0.0);
  scale_.assign(pattern_.row.size(), 1.0);
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

// The numbers that Term::source indexes, one array per kind.
Balance::Sources Balance::sources(const Evaluation& at, const Inertia& inertia) {
  static constexpr double kOne = 1;
  std::size_t next = 0;
  inertia.each_entry([&](int, int, double mass) { mass_values_[next++] = mass; });
  return {mass_values_.data(), at.De.data(), &kOne, coefficients_.data()};
}

void Balance::gather(const Sources& sources) {
  std::fill(values_.begin(), values_.end(), 0.0);
  for (int kind = 0; kind < kind_count; ++kind)
    for (const Term& term : terms_[kind].unknown)
      values_[term.slot] += term.factor * sources[kind][term.source];
}

// Rows, then columns, to largest entries from 1/2 to 1, by powers of two, which round nothing; a
// row or column of zeros stays.
void Balance::scale_entries(std::vector<double>& rows, std::vector<double>& columns,
                            std::vector<double>& entries) const {
  auto inverse = [](double& largest) {
    int exponent = 0;
    if (largest > 0 && std::isfinite(largest)) std::frexp(largest, &exponent);
    largest = std::ldexp(1.0, -exponent);
  };
  rows.assign(at(rows_), 0.0);
  columns.assign(unknowns_.size(), 0.0);
  for (std::size_t s = 0; s < values_.size(); ++s) {
    double& largest = rows[pattern_.row[s]];
    largest = std::max(largest, std::fabs(values_[s]));
  }
  std::for_each(rows.begin(), rows.end(), inverse);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    double largest = 0;
    for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s) {
      entries[s] = rows[pattern_.row[s]];
      largest = std::max(largest, std::fabs(values_[s] * entries[s]));
    }
    inverse(largest);
    columns[j] = largest;
    for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s) entries[s] *= largest;
  }
}

void Balance::find_scales() {
  scale_entries(row_scale_, column_scale_, scale_);
  has_scales_ = true;
}

bool Balance::factor_scaled() {
  std::vector<double>& scaled = factors_.values();
  for (std::size_t s = 0; s < scaled.size(); ++s) scaled[s] = values_[s] * scale_[s];
  return factors_.factor();
}

// The scales found once serve as long as no pivot is small with them.
bool Balance::factor(const Evaluation& at, const Inertia& inertia) {
  gather(sources(at, inertia));
  const auto is_sound = [this] {
    return factor_scaled() && factors_.smallest_pivot() >= tolerance::chain_suspicious;
  };
  if (is_square() && has_scales_ && is_sound()) return true;
  find_scales();
  if (!is_square()) return false;
  return is_sound() || (factors_.smallest_pivot() > 0 && rcond() >= tolerance::chain_singular);
}

Balance::Determinant Balance::determinant() const {
  if (!(factors_.smallest_pivot() > 0)) return {};
  double log2 = factors_.log_determinant();
  for (const std::vector<double>* scales : {&row_scale_, &column_scale_})
    for (const double scale : *scales) log2 -= std::log2(scale);
  return {factors_.determinant_sign(), log2};
}

double Balance::rcond() {
  if (!whole_) whole_.emplace(pattern_);
  // Scales anew: entries may have grown since find_scales(), and solve() still needs the scales
  // found there.
  std::vector<double>& scaled = whole_->values();
  scale_entries(row_scratch_, column_scratch_, scaled);
  for (std::size_t s = 0; s < scaled.size(); ++s) scaled[s] *= values_[s];
  return whole_->factor() < 0 ? whole_->rcond() : 0;
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
  const Sources numbers = sources(at, inertia);
  const auto of = [&](BalanceSide side) { return side == acceleration ? a : side == load ? f : S; };
  for (int kind = 0; kind < kind_count; ++kind)
    for (const KnownTerm& term : terms_[kind].known)
      b_[term.row] -=
          term.factor * numbers[kind][term.source] * of(term.variable.side)[term.variable.index];
  for (int i = 0; i < rows_; ++i) b_[i] *= row_scale_[i];
  factors_.solve(b_);
  for (std::size_t k = 0; k < unknowns_.size(); ++k)
    of(unknowns_[k].side)[unknowns_[k].index] = b_[k] * column_scale_[k];
}

// The unknowns that take part in a null vector of the matrix of the last factor().
std::vector<Variable> Balance::undetermined() const {
  const int n = count_of(unknowns_);
  if (n < rows_) return {};
  std::vector<double> dense(at(rows_) * at(n));
  for (int j = 0; j < n; ++j)
    for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s)
      dense[j * rows_ + pattern_.row[s]] = values_[s] * scale_[s];
  const std::vector<char> open = undetermined_columns(dense, rows_, n);
  std::vector<Variable> out;
  for (std::size_t k = 0; k < unknowns_.size(); ++k)
    if (open[k]) out.push_back(unknowns_[k]);
  return out;
}

}  // namespace mbs

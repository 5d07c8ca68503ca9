#include "solve/forces/tree_forces.h"

#include <algorithm>

#include "base/classes.h"
#include "base/index.h"
#include "base/tolerances.h"
#include "base/with_constant.h"
#include "solve/place/partition.h"

namespace mbs {

namespace {

constexpr double kFinite = 1e300;  // of a pivot that is finite

// Masses of orientations stand along the axes of their bodies.
bool masses_never_change(const Model& model) {
  return model.element_masses.empty() &&
         std::all_of(model.node_masses.begin(), model.node_masses.end(),
                     [](const NodeMass& row) { return row.nodes.type->role == NodeRole::turn; });
}

}  // namespace

TreeForces::TreeForces(const Model& model, const Phase& phase, const TreeRows* solved)
    : model_(model),
      own_(solved ? TreeRows() : TreeRows(model, phase, constrained_deformations(phase))),
      rows_(solved ? solved : &own_) {
  if (is_tree()) find_places(phase);
}

void TreeForces::find_places(const Phase& phase) {
  const std::vector<Body>& bodies = rows_->bodies();
  const std::vector<int>&body_of = rows_->body_of(), &place = rows_->place();
  factors_.assign(bodies.size(), Factors{});
  std::vector<int> joint_of(model_.ne, -1), row(model_.ne, 0);
  for (std::size_t k = 0; k < bodies.size(); ++k)
    for (int r = 0; r < bodies[k].rows; ++r) {
      joint_of[bodies[k].deformations[at(r)]] = static_cast<int>(k);
      row[bodies[k].deformations[at(r)]] = r;
    }
  for (int s = 0; s < model_.derivative_count; ++s) {
    const int r = model_.entry_row[s], i = model_.entry_column[s];
    if (joint_of[r] >= 0 && !model_.entry_zero[s] && phase.x_class[i] == Class::prescribed)
      moved_.push_back({s, joint_of[r], row[r], i});
  }
  for (std::size_t k = 0; k < bodies.size(); ++k)
    for (int i = bodies[k].size; i < kSize; ++i) factors_[k].mass[at(i)].number[i] = 1;
  Inertia inertia(model_);
  inertia.each_constant_entry([&](int i, double value) {
    if (const int k = body_of[i]; k >= 0) factors_[k].mass[at(place[i])].number[place[i]] += value;
  });
  const bool never_changes = masses_never_change(model_);
  if (never_changes) inertia.evaluate(model_, model_.x0, model_.v0, Evaluation(model_));
  inertia.each_varying_entry([&](int i, int j, double value) {
    const int k = body_of[i];
    const bool is_inside = k >= 0 && body_of[j] == k;
    if (never_changes) {
      if (is_inside) factors_[k].mass[at(place[i])].number[place[j]] += value;
      return;
    }
    const double* const to = is_inside ? &factors_[k].M[at(place[i])].number[place[j]] : nullptr;
    mass_places_.push_back(to ? static_cast<int>(to - numbers()) : -1);
  });
}

// Puts the masses into M, the forces into f, and the right sides of the joints into b.
void TreeForces::load(const Evaluation& at_x, const Inertia& inertia, ConstVector g,
                      ConstVector edd, ConstVector a) {
  for (std::size_t k = 0; k < factors_.size(); ++k) {
    const Body& body = rows_->bodies()[k];
    Factors& own = factors_[k];
    // By pairs: gcc copies a whole matrix by an instruction that is slow.
    for (int i = 0; i < kSize; ++i)
      for (int p = 0; p < 3; ++p) own.M[i].pair[p] = own.mass[i].pair[p];
    own.f.clear();
    for (int i = 0; i < body.size; ++i) own.f.number[i] = g[body.coordinates[at(i)]];
    for (int r = 0; r < body.rows; ++r) {
      const std::size_t e = body.deformations[at(r)];
      own.b.number[r] = edd[e] - at_x.D2e_vv[e];
    }
  }
  if (!mass_places_.empty()) {
    double* const to = numbers();
    const int* place = mass_places_.data();
    inertia.each_varying_entry([&](int, int, double value) {
      const int p = *place++;
      if (p >= 0) to[p] += value;
    });
  }
  for (const Moved& moved : moved_)
    factors_[moved.body].b.number[moved.row] -= at_x.De[moved.entry] * a[moved.coordinate];
}

// Eliminates the body. False where it can move without mass.
template <int kRows>
bool TreeForces::eliminate(const Joint& joint, Factors& own) {
  for (int j = 0; j < kSize - kRows; ++j) {
    Six& h = own.H[j];
    const int i = joint.others[j];
    h.clear();
    h.number[i] = 1;
    for (int r = 0; r < kRows; ++r) h.number[joint.solved[r]] = -joint.A[r].number[i];
  }
  joint.solve<kRows>(own.b.number);
  own.c.clear();
  for (int r = 0; r < kRows; ++r) own.c.number[joint.solved[r]] = own.b.number[r];
  Six f = own.f;
  for (int r = 0; r < kRows; ++r) f.add(-own.b.number[r], own.M[joint.solved[r]]);
  for (int j = 0; j < kSize - kRows; ++j) {
    const Six& h = own.H[j];
    Six m, odd;  // in two sums, so that fewer numbers wait for one another
    m.clear(), odd.clear();
    double terms = 0;
    for (int i = 0; i < kSize; ++i) {
      (i % 2 == 0 ? m : odd).add(h.number[i], own.M[i]);
      terms += h.number[i] * h.number[i] * own.M[i].number[i];
    }
    m.add(odd);
    const double D = product(h, m);
    if (!(D > tolerance::massless * terms && D <= kFinite)) return false;
    const double inverse = 1 / D;
    Six w = m;
    w.scale(inverse);
    own.w[j] = w;
    const double along = product(h, f);
    own.q.number[j] = along * inverse;
    f.add(-along, w);
    for (int i = 0; i < kSize; ++i) own.M[i].add(-m.number[i], w);
  }
  own.f = f;
  return true;
}

// Gives the body before what this one leaves. Rows of X beside those that are solved for are 0
// where the body is not carried along; where it is, its first three columns are those of the unit
// matrix.
template <int kRows, bool kIsCarried>
void TreeForces::give(const Joint& joint, const Factors& own, Factors& before) {
  constexpr int kCount = kIsCarried ? kSize : kRows, kUnit = kIsCarried ? 3 : 0;
  const auto row = [&](int j) { return kIsCarried ? j : joint.solved[at(j)]; };
  Six Y[kCount + 1];  // M X
  for (int i = 0; i < kCount; ++i) {
    const Six& M = own.M[at(row(i))];
    Six sum;
    sum.clear();
    if (kIsCarried) sum.pair[0] = M.pair[0];
    for (int j = 0; j < kCount; ++j)
      for (int p = kUnit / 2; p < 3; ++p)
        sum.pair[p] += M.number[row(j)] * joint.X_rows[at(row(j))].pair[p];
    Y[i] = sum;
  }
  // Symmetric: half of it is computed, the rest is the same by columns.
  Square& M = before.M;
  for (int i = 0; i < kUnit; ++i)
    for (int p = i / 2; p < 3; ++p) M[i].pair[p] += Y[i].pair[p];
  for (int i = kUnit; i < kSize; ++i)
    for (int p = i / 2; p < 3; ++p) {
      Six::Pair sum = M[i].pair[p];
      for (int j = 0; j < kCount; ++j) sum += joint.X_rows[at(row(j))].number[i] * Y[j].pair[p];
      M[i].pair[p] = sum;
    }
  for (int i = 2; i < kSize; ++i)
    for (int p = 0; p < i / 2; ++p)
      M[i].pair[p] = Six::Pair{M[2 * p].number[i], M[2 * p + 1].number[i]};
  Six f = before.f;
  for (int j = 0; j < kCount; ++j) f.add(own.f.number[row(j)], joint.X_rows[at(row(j))]);
  before.f = f;
}

// Fills S, the stresses of the joint: those whose force along the solved coordinates is
// f' - M X a_p, with the acceleration a_p of the body before.
template <int kRows>
void TreeForces::go_back(const Joint& joint, Factors& own, const Factors* before, Six& S) {
  Six a;
  a.clear();
  if (before) a = joint.moved(before->a);
  double held[kRows + 1];
  for (int r = 0; r < kRows; ++r)
    held[r] = own.f.number[joint.solved[r]] - product(own.M[joint.solved[r]], a);
  joint.solve_transposed<kRows>(held);
  for (int r = 0; r < kRows; ++r) S.number[r] = held[r];
  for (int j = kSize - kRows - 1; j >= 0; --j)
    a.add(own.q.number[j] - product(own.w[j], a), own.H[j]);
  a.add(own.c);
  own.a = a;
}

double TreeForces::solve(const Evaluation& at_x, const Inertia& inertia, ConstVector g,
                         ConstVector edd, Vector a, Vector S) {
  if (rows_ == &own_) own_.factor(at_x);
  if (!(rows_->pivot_ratio() > tolerance::nearly_dependent)) return rows_->pivot_ratio();
  load(at_x, inertia, g, edd, a);
  const std::vector<Body>& bodies = rows_->bodies();
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const Joint& joint = rows_->joint(k);
    Factors& own = factors_[k];
    Factors* const before = bodies[k].parent < 0 ? nullptr : &factors_[bodies[k].parent];
    const bool has_mass = with_constant<0, kSize>(bodies[k].rows, [&](auto rows) {
      if (!eliminate<rows.value>(joint, own)) return false;
      if (before)
        bodies[k].is_carried ? give<rows.value, true>(joint, own, *before)
                             : give<rows.value, false>(joint, own, *before);
      return true;
    });
    if (!has_mass) return 0;
  }
  for (std::size_t k = bodies.size(); k-- > 0;) {
    const Body& body = bodies[k];
    const Factors* const before = body.parent < 0 ? nullptr : &factors_[body.parent];
    Six stresses;
    with_constant<0, kSize>(body.rows, [&](auto rows) {
      go_back<rows.value>(rows_->joint(k), factors_[k], before, stresses);
    });
    for (int r = 0; r < body.rows; ++r) S[body.deformations[at(r)]] = stresses.number[r];
    for (int i = 0; i < body.size; ++i) a[body.coordinates[at(i)]] = factors_[k].a.number[i];
  }
  return rows_->pivot_ratio();
}

}  // namespace mbs

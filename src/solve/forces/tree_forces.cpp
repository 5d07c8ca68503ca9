#include "solve/forces/tree_forces.h"

#include "base/classes.h"
#include "base/index.h"
#include "base/tolerances.h"
#include "base/with_constant.h"
#include "solve/place/partition.h"

namespace mbs {

namespace {

constexpr double kFinite = 1e300;  // of a pivot that is finite

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
  Inertia(model_).each_entry([&](int i, int j, double) {
    const int k = body_of[i];
    const double* const to =
        k >= 0 && body_of[j] == k ? &factors_[k].M[at(place[i])].number[place[j]] : nullptr;
    mass_places_.push_back(to ? static_cast<int>(to - numbers()) : -1);
  });
}

// Puts the masses into M, the forces into f, and the right sides of the joints into b.
void TreeForces::load(const Evaluation& at_x, const Inertia& inertia, ConstVector g,
                      ConstVector edd, ConstVector a) {
  for (std::size_t k = 0; k < factors_.size(); ++k) {
    const Body& body = rows_->bodies()[k];
    Factors& own = factors_[k];
    for (Six& row : own.M) row.clear();
    own.f.clear();
    for (int i = 0; i < body.size; ++i) own.f.number[i] = g[body.coordinates[at(i)]];
    for (int i = body.size; i < kSize; ++i) own.M[at(i)].number[i] = 1;
    for (int r = 0; r < body.rows; ++r) {
      const std::size_t e = body.deformations[at(r)];
      own.b.number[r] = edd[e] - at_x.D2e_vv[e];
    }
  }
  double* const to = numbers();
  const int* place = mass_places_.data();
  inertia.each_entry([&](int, int, double value) {
    const int p = *place++;
    if (p >= 0) to[p] += value;
  });
  for (const Moved& moved : moved_)
    factors_[moved.body].b.number[moved.row] -= at_x.De[moved.entry] * a[moved.coordinate];
}

// Eliminates the body. False where it can move without mass.
template <int kRows>
bool TreeForces::eliminate(const Joint& joint, Factors& own, Factors* before) {
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
    Six m;
    m.clear();
    double terms = 0;
    for (int i = 0; i < kSize; ++i) {
      m.add(h.number[i], own.M[i]);
      terms += h.number[i] * h.number[i] * own.M[i].number[i];
    }
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
  if (!before) return true;
  for (int r = 0; r < kRows; ++r) {
    const Six& M = own.M[joint.solved[r]];
    Six sum;
    sum.clear();
    for (int c = 0; c < kRows; ++c) sum.add(M.number[joint.solved[c]], joint.B[c]);
    own.Y[r] = sum;
  }
  // Symmetric: half of it is computed, the rest is the same by columns.
  Square& M = before->M;
  for (int i = 0; i < kSize; ++i)
    for (int p = i / 2; p < 3; ++p) {
      Six::Pair sum = M[i].pair[p];
      for (int r = 0; r < kRows; ++r) sum += joint.B[r].number[i] * own.Y[r].pair[p];
      M[i].pair[p] = sum;
    }
  for (int i = 2; i < kSize; ++i)
    for (int p = 0; p < i / 2; ++p)
      M[i].pair[p] = Six::Pair{M[2 * p].number[i], M[2 * p + 1].number[i]};
  Six sum = before->f;
  for (int r = 0; r < kRows; ++r) sum.add(-own.f.number[joint.solved[r]], joint.B[r]);
  before->f = sum;
  return true;
}

// S: the stresses. The force that the joint holds along the coordinates that are solved is
// f' - M X a_p there.
template <int kRows>
void TreeForces::go_back(const Joint& joint, Factors& own, const Factors* before, Six& S) {
  double held[kRows + 1];
  for (int r = 0; r < kRows; ++r)
    held[r] = own.f.number[joint.solved[r]] + (before ? product(own.Y[r], before->a) : 0);
  joint.solve_transposed<kRows>(held);
  for (int r = 0; r < kRows; ++r) S.number[r] = held[r];
  Six a;
  a.clear();
  if (before) a = joint.moved(before->a);
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
    Factors* const before = bodies[k].parent < 0 ? nullptr : &factors_[bodies[k].parent];
    if (!with_constant<0, kSize>(bodies[k].rows, [&](auto rows) {
          return eliminate<rows.value>(rows_->joint(k), factors_[k], before);
        }))
      return 0;
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

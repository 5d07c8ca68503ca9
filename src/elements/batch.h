// From the kernel of one element to the batch function of its type.
//
// A kernel K has `nx`, `ne`, `np`; prepare(); and
//   template <bool kAcceleration> static void deform(const Local<nx>&, const double* p, Out&)
// which writes e, size, De and, where kAcceleration, D2e_vv; and, if some entries of De are always
// zero or another number, `zeros` and `constants`: entry_set<ne * nx>({k, ...}); and `turning`, the
// local index of the first angular velocity of each orientation among its nodes; and, if some of
// its deformations are angles that count turns, `counts_turns` (and count(), if more depends on the
// turns than these); and, if it has a way that closes, `round` (ElementType) and add_rounds(),
// which adds its rounds to e; and, where D2e(v, v) can be had without De, second_order() of some of
// its deformations, and `free_count` where some are free unless the deck names them; and, if its
// deformation has a limit, range_used(), `fair_range` and `range_advice`; and `figures` for
// pictures. In place of deform() it may have only
//   template <class T> static void continuity(const T* x, const T* c, const T* s,
//                                             const double* p, T* e)
// and elements/derivative.h makes the rest: Derived<K>.
#pragma once

#include <array>
#include <cmath>
#include <initializer_list>

#include "elements/element.h"

namespace mbs {

// The element's own coordinates, gathered. c, s: cosine and sine where x is an angle.
template <int kNx>
struct Local {
  double x[kNx];
  double v[kNx];
  double c[kNx];
  double s[kNx];
  const double* R[2];  // row-major, of the orientations among its nodes (K::turning)
};

// One element's rows of Deformation.
struct LocalOut {
  double* e;
  double* size;
  double* De;  // ne x nx column-major
  double* D2e_vv;
};

// Whether a kernel reads cosines and sines: elements/frame_derivative.h does not.
template <class K>
constexpr bool has_plane_angles() {
  if constexpr (requires { K::has_plane_angles; })
    return K::has_plane_angles;
  else
    return true;
}

// Adds whole turns to the angle e + reference, so that it is the nearest one to `winding`.
inline constexpr double kWholeTurn = 6.283185307179586;
inline void count_turns(double winding, double reference, double& e) {
  e += kWholeTurn * std::round((winding - reference - e) / kWholeTurn);
}

// The coordinates of one row.
template <class K, bool kVelocities>
void gather_row(const int* gather, const Coordinates& at, Local<K::nx>& q) {
  for (int i = 0; i < K::nx; ++i) {
    const int g = gather[i];
    q.x[i] = at.x[g];
    if constexpr (has_plane_angles<K>()) {
      q.c[i] = at.cosine[g];
      q.s[i] = at.sine[g];
    }
    if constexpr (kVelocities) q.v[i] = at.v[g];
  }
  if constexpr (requires { K::turning; })
    for (std::size_t n = 0; n < std::size(K::turning); ++n)
      q.R[n] = at.rotation + 9 * at.orientation_of[gather[K::turning[n]]];
}

template <class K, bool kAcceleration>
void run_batch(const ElementBatch& batch, const Coordinates& at, const Deformation& out) {
  Local<K::nx> q;
  const int* gather = batch.gather.data();
  const double* p = batch.parameters.data();
  LocalOut o{out.e + batch.first_deformation, out.size + batch.first_deformation,
             out.De + batch.first_derivative, out.D2e_vv + batch.first_deformation};
  for (int k = 0; k < batch.count; ++k) {
    gather_row<K, kAcceleration>(gather, at, q);
    K::template deform<kAcceleration>(q, p, o);
    if constexpr (requires { K::counts_turns; })
      if (batch.first_winding >= 0) {
        const double* winding = at.x + batch.first_winding + k * std::ssize(K::counts_turns);
        if constexpr (requires { K::count(winding, p, o, kAcceleration); })
          K::count(winding, p, o, kAcceleration);
        else
          for (const int r : K::counts_turns) count_turns(*winding++, p[K::np - K::ne + r], o.e[r]);
      }
    if constexpr (requires { K::add_rounds(batch, k, at, o.e); })
      if (batch.first_winding >= 0) K::add_rounds(batch, k, at, o.e);
    gather += K::nx;
    p += K::np;
    o.e += K::ne;
    o.size += K::ne;
    o.De += K::ne * K::nx;
    o.D2e_vv += K::ne;
  }
}

// The number of deformations of K, the first ones, that are free unless the deck names them.
template <class K>
constexpr int free_count_of() {
  if constexpr (requires { K::free_count; })
    return K::free_count;
  else
    return 0;
}

// D2e(v, v) alone, of a kernel with second_order(): of the deformations kFirst to kEnd - 1.
template <class K, int kFirst, int kEnd>
void run_second_order(const ElementBatch& batch, const Coordinates& at, const Deformation& out) {
  Local<K::nx> q;
  const int* gather = batch.gather.data();
  const double* p = batch.parameters.data();
  double* D2e_vv = out.D2e_vv + batch.first_deformation;
  for (int k = 0; k < batch.count; ++k, gather += K::nx, p += K::np, D2e_vv += K::ne) {
    gather_row<K, true>(gather, at, q);
    K::template second_order<kFirst, kEnd>(q, p, D2e_vv);
  }
}

template <class K>
void run_second_order_of(const ElementBatch& batch, const Coordinates& at, const Deformation& out,
                         Share share) {
  constexpr int free = free_count_of<K>();
  if (share == Share::all) return run_second_order<K, 0, K::ne>(batch, at, out);
  if (share == Share::held) return run_second_order<K, free, K::ne>(batch, at, out);
  run_second_order<K, 0, free>(batch, at, out);
}

template <class K>
void run_times(const ElementBatch& batch, const double* De, const double* z, double* y) {
  const int* gather = batch.gather.data();
  De += batch.first_derivative;
  y += batch.first_deformation;
  for (int k = 0; k < batch.count; ++k, gather += K::nx, De += K::ne * K::nx, y += K::ne) {
    double sum[K::ne];
    for (int r = 0; r < K::ne; ++r) sum[r] = y[r];
    for (int i = 0; i < K::nx; ++i) {
      const double zi = z[gather[i]];
      for (int r = 0; r < K::ne; ++r) sum[r] += De[i * K::ne + r] * zi;
    }
    for (int r = 0; r < K::ne; ++r) y[r] = sum[r];
  }
}

template <class K>
void run_transposed(const ElementBatch& batch, const double* De, const double* S, double* y) {
  const int* gather = batch.gather.data();
  De += batch.first_derivative;
  S += batch.first_deformation;
  for (int k = 0; k < batch.count; ++k, gather += K::nx, De += K::ne * K::nx, S += K::ne)
    for (int i = 0; i < K::nx; ++i) {
      double sum = y[gather[i]];
      for (int r = 0; r < K::ne; ++r) sum -= De[i * K::ne + r] * S[r];
      y[gather[i]] = sum;
    }
}

template <class K>
void run_inertia(const ElementBatch& batch, const Coordinates& at, const double* mass, double* M,
                 double* h) {
  Local<K::nx> q;
  for (int k = 0; k < batch.count; ++k) {
    for (int i = 0; i < K::nx; ++i) {
      const int g = batch.gather[k * K::nx + i];
      q.x[i] = at.x[g];
      q.v[i] = at.v[g];
      q.c[i] = at.cosine[g];
      q.s[i] = at.sine[g];
    }
    K::inertia(q, batch.parameters.data() + k * K::np, mass + k * K::mass_count,
               M + k * K::nx * K::nx, h + k * K::nx);
  }
}

// The set of these entries k of De, 0 <= k < kEntries = ne nx; any other k does not compile.
template <int kEntries>
constexpr auto entry_set(std::initializer_list<int> entries) {
  std::array<std::uint64_t, (kEntries + 63) / 64> words{};
  for (const int k : entries) {
    if (k < 0 || k >= kEntries) throw "no such entry";
    words[static_cast<std::size_t>(k / 64)] |= std::uint64_t{1} << (k % 64);
  }
  return words;
}

// Entries of De that K says are always zero, or always the same number.
template <class K>
constexpr EntryWords zeros_of() {
  if constexpr (requires { K::zeros; })
    return K::zeros;
  else
    return {};
}

template <class K>
constexpr EntryWords constants_of() {
  if constexpr (requires { K::constants; })
    return K::constants;
  else
    return {};
}

// The range of K, if it has one: range_used(), fair_range and range_advice (ElementType).
template <class K>
constexpr auto range_of() -> decltype(ElementType::range_used) {
  if constexpr (requires { K::range_used; }) {
    static_assert(K::ne <= kMostRanged);
    return K::range_used;
  } else {
    return nullptr;
  }
}

template <class K>
constexpr double fair_range_of() {
  if constexpr (requires { K::fair_range; })
    return K::fair_range;
  else
    return 1;
}

template <class K>
constexpr std::string_view range_advice_of() {
  if constexpr (requires { K::range_advice; })
    return K::range_advice;
  else
    return {};
}

// The deformation of K that is counted from its value at the start; -1: none.
template <class K>
constexpr int from_start_of() {
  if constexpr (requires { K::from_start; })
    return K::from_start;
  else
    return -1;
}

// The deformations of K that are angles and count turns.
template <class K>
constexpr std::span<const int> counts_turns_of() {
  if constexpr (requires { K::counts_turns; })
    return K::counts_turns;
  else
    return {};
}

// The figures of K in a picture (elements/figure.h); none if K does not list any.
template <class K>
constexpr std::span<const ElementFigure> figures_of() {
  if constexpr (requires { K::figures; })
    return K::figures;
  else
    return {};
}

// S_r = columns[r] e_r: for elements whose stiffness is not divided by a length.
template <int kNe>
void diagonal_stiffness(const double*, const double* columns, double* K) {
  for (int k = 0; k < kNe * kNe; ++k) K[k] = 0;
  for (int r = 0; r < kNe; ++r) K[r * kNe + r] = columns[r];
}

// An element without mass.
template <class K>
constexpr ElementType make_element_type(RecordSpec spec, std::span<const Column> stiffness_columns,
                                        void (*stiffness)(const double*, const double*, double*)) {
  spec.stiffness_columns = stiffness_columns;
  ElementType type{spec,
                   K::nx,
                   K::ne,
                   K::np,
                   zeros_of<K>(),
                   constants_of<K>(),
                   K::prepare,
                   run_batch<K, false>,
                   run_batch<K, true>,
                   run_times<K>,
                   run_transposed<K>,
                   stiffness,
                   nullptr,
                   range_of<K>(),
                   fair_range_of<K>(),
                   range_advice_of<K>(),
                   figures_of<K>(),
                   from_start_of<K>(),
                   counts_turns_of<K>()};
  // Where counting turns may change the sign of a row, that of its second derivative is changed
  // too.
  if constexpr (
      requires { &K::template second_order<0, K::ne>; } && !requires { &K::count; }) {
    if (spec.free_deformations != free_count_of<K>()) throw "K::free_count is another number";
    type.second_order = run_second_order_of<K>;
  }
  if constexpr (requires { K::is_relative; }) type.is_relative = K::is_relative;
  if constexpr (requires { K::round; }) type.round = K::round;
  return type;
}

// An element with mass: K has mass_count and inertia() too.
template <class K>
constexpr ElementType make_element_type(RecordSpec spec, std::span<const Column> stiffness_columns,
                                        void (*stiffness)(const double*, const double*, double*),
                                        std::span<const Column> mass_columns) {
  ElementType type = make_element_type<K>(spec, stiffness_columns, stiffness);
  type.spec.mass_columns = mass_columns;
  type.inertia = run_inertia<K>;
  return type;
}

}  // namespace mbs

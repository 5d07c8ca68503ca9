#include <algorithm>
#include <cmath>

#include "run/motion/unknowns.h"

namespace mbs {

namespace {

// A chart begins anew where its rotation vector is longer [rad]. A step turns it by at most kOfStep
// more [rad], which together is less than half a turn.
constexpr double kLongestTurn = 1, kOfStep = 1.5;

using Turn = std::array<double, 3>;

}  // namespace

TurningUnknowns::TurningUnknowns(const Model& model, const std::vector<int>& free, int first,
                                 bool in_pairs)
    : pairs_(free.size()) {
  for (const Orientation& of : model.orientations) {
    const auto slot = [&](int i) {
      const auto it = std::find(free.begin(), free.end(), i);
      return it == free.end() ? -1 : static_cast<int>(it - free.begin());
    };
    add(of, {slot(of.first), slot(of.first + 1), slot(of.first + 2)}, first, in_pairs);
  }
}

void TurningUnknowns::add(const Orientation& of, const std::array<int, 3>& places, int first,
                          bool in_pairs) {
  const auto held = std::count(places.begin(), places.end(), -1);
  if (held == 3) return;
  if (in_pairs && held == 0) {
    charts_.push_back({of, places, {}});
    return;
  }
  Turning turning{of, {-1, -1, -1, -1}};
  for (std::size_t c = 0; c < 3; ++c)
    if (places[c] >= 0 && in_pairs)
      idle_.push_back(places[c]);
    else
      turning.place[c + 1] = places[c];
  for (int& place : turning.place)
    if (place < 0) place = first + carried_++;
  all_.push_back(turning);
}

Turn TurningUnknowns::Chart::turn_to(const State& state) const {
  Turn d;
  of.type->difference(base.data(), of.quaternion(state.x.data()).data(), d.data());
  return d;
}

void TurningUnknowns::begin(const State& state) {
  for (Chart& chart : charts_) chart.base = chart.of.quaternion(state.x.data());
}

bool TurningUnknowns::worn(const State& state) const {
  return std::any_of(charts_.begin(), charts_.end(), [&state](const Chart& chart) {
    const Turn d = chart.turn_to(state);
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] > kLongestTurn * kLongestTurn;
  });
}

double TurningUnknowns::longest_step(ConstVector y) const {
  double fastest = 0;
  for (const Chart& chart : charts_) {
    double sum = 0;
    for (const int place : chart.place) {
      const double rate = y[pairs_ + at(place)];
      sum += rate * rate;
    }
    fastest = std::max(fastest, sum);
  }
  return fastest > 0 ? kOfStep / std::sqrt(fastest) : HUGE_VAL;
}

void TurningUnknowns::pack(const State& state, Vector y) const {
  for (const Turning& turning : all_) {
    const std::array<double, 4> q = turning.of.quaternion(state.x.data());
    for (std::size_t c = 0; c < 4; ++c) y[turning.place[c]] = q[c];
  }
  for (const int place : idle_) y[place] = 0;
  for (const Chart& chart : charts_) {
    const Turn d = chart.turn_to(state);
    const double* const w = state.v.data() + chart.of.first;
    Turn rate, second;
    chart.of.type->chart_rates(d.data(), w, state.a.data() + chart.of.first, rate.data(),
                               second.data());
    for (std::size_t c = 0; c < 3; ++c) {
      y[chart.place[c]] = d[c];
      y[pairs_ + at(chart.place[c])] = rate[c];
    }
  }
}

void TurningUnknowns::unpack(ConstVector y, State& state) const {
  for (const Turning& turning : all_) {
    double q[4];
    for (std::size_t c = 0; c < 4; ++c) q[c] = y[turning.place[c]];
    turning.of.type->normalise(q);
    turning.of.set_quaternion(q, state.x.data());
  }
  for (const Chart& chart : charts_) {
    Turn d, rate;
    for (std::size_t c = 0; c < 3; ++c) {
      d[c] = y[chart.place[c]];
      rate[c] = y[pairs_ + at(chart.place[c])];
    }
    std::array<double, 4> q = chart.base;
    chart.of.type->retract(d.data(), q.data());
    chart.of.set_quaternion(q.data(), state.x.data());
    chart.of.type->chart_velocity(d.data(), rate.data(), state.v.data() + chart.of.first);
  }
}

void TurningUnknowns::rates(const State& state, Vector ydot) const {
  for (const Turning& turning : all_) {
    const std::array<double, 4> q = turning.of.quaternion(state.x.data());
    double rate[4];
    turning.of.type->rate(q.data(), state.v.data() + turning.of.first, rate);
    for (std::size_t c = 0; c < 4; ++c) ydot[turning.place[c]] = rate[c];
  }
  for (const Chart& chart : charts_) {
    Turn rate, second;
    chart.of.type->chart_rates(chart.turn_to(state).data(), state.v.data() + chart.of.first,
                               state.a.data() + chart.of.first, rate.data(), second.data());
    for (std::size_t c = 0; c < 3; ++c) {
      ydot[chart.place[c]] = rate[c];
      ydot[pairs_ + at(chart.place[c])] = second[c];
    }
  }
}

// a = T ddd + b, where b are the accelerations without ddd.
void TurningUnknowns::unpack_accelerations(ConstVector ydot, State& state) const {
  for (const Chart& chart : charts_) {
    const Turn d = chart.turn_to(state), none{};
    Turn rate, without, second, a;
    const double* const w = state.v.data() + chart.of.first;
    chart.of.type->chart_rates(d.data(), w, none.data(), rate.data(), without.data());
    for (std::size_t c = 0; c < 3; ++c) second[c] = ydot[pairs_ + at(chart.place[c])] - without[c];
    chart.of.type->chart_velocity(d.data(), second.data(), a.data());
    std::copy(a.begin(), a.end(), state.a.begin() + chart.of.first);
  }
}

void TurningUnknowns::lift(const State& state, Vector along) const {
  for (const Chart& chart : charts_) {
    Turn w;
    double* const rate = along.data() + chart.of.first;
    chart.of.type->chart_velocity(chart.turn_to(state).data(), rate, w.data());
    std::copy(w.begin(), w.end(), rate);
  }
}

void TurningUnknowns::reduce(const State& state, Vector along) const {
  for (const Chart& chart : charts_) {
    const Turn d = chart.turn_to(state);
    double* const load = along.data() + chart.of.first;
    Turn out;
    for (std::size_t c = 0; c < 3; ++c) {
      Turn unit{}, w;
      unit[c] = 1;
      chart.of.type->chart_velocity(d.data(), unit.data(), w.data());
      out[c] = w[0] * load[0] + w[1] * load[1] + w[2] * load[2];
    }
    std::copy(out.begin(), out.end(), load);
  }
}

}  // namespace mbs

// The channels of a run at any time of its motion, as measures read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/views.h"
#include "observe/layout.h"
#include "text/compiled_expression.h"

namespace mbs {

// The source of the samples of measures.
class MeasureSource {
 public:
  virtual ~MeasureSource() = default;
  // Fills the channels at a time of the present stretch; false if they cannot be computed. rough:
  // only coordinates and velocities are needed, of a state that need not be on the constraints;
  // other channels may keep any finite value.
  virtual bool sample(double t, bool rough, Vector channels) = 0;
  // After a rough sample at the end of a step: fills the channels of coordinates and velocities
  // with their rates. False if the rates are not known.
  virtual bool rates(Vector) { return false; }
  // Whether the last sample could not be computed since the run has been ended (time limit,
  // signal).
  virtual bool is_ended() const { return false; }
  // Whether rates() is true after every rough sample.
  virtual bool knows_rates() const { return false; }
};

// The slots that the expressions of measures read: live parameters, t, channels. The first sample
// that cannot be computed ends all sampling.
class MeasureSampler {
 public:
  // outs: OUT lines that rough samples compute besides coordinates and velocities.
  MeasureSampler(const Parameters& parameters, std::size_t channels, std::vector<Layout::Out> outs);

  // Live parameters, after an event has changed them.
  void set_parameters(ConstVector values) { slots_.set_parameters(values), set_none(); }
  // The source of the following samples; it must outlive them.
  void set_source(MeasureSource& source) { source_ = &source, set_none(); }

  // Fills the slots; false if they cannot be computed.
  bool sample(double t, bool rough);
  // After a rough sample at the end of a step: the rates of all slots; null: not known.
  const double* rates();
  bool knows_rates() const { return source_->knows_rates(); }

  const double* slots() const { return slots_.data(); }
  std::size_t channel_count() const { return channels_; }
  // The slot of the first channel.
  int first_channel() const { return static_cast<int>(parameters_) + 1; }
  ConstVector parameters() const { return {slots_.data(), parameters_}; }

  // Ends all sampling: the mechanism cannot be evaluated at t, or the run has been ended there.
  void give_up(double t);
  // Why nothing more can be sampled; empty while it can.
  const std::string& broken() const { return broken_; }

 private:
  void set_none() { sampled_ = Sampled::none, has_exact_ = false; }

  Slots slots_;
  std::size_t parameters_, channels_;
  std::vector<double> rates_;
  // The time and the channels of the last exact sample since the source was set.
  std::vector<double> exact_;
  bool has_exact_ = false;
  std::vector<Layout::Out> outs_;
  MeasureSource* source_ = nullptr;
  // What the slots have since the source was set, and at which time.
  enum class Sampled : std::uint8_t { none, exact, rough, rough_with_rates };
  Sampled sampled_ = Sampled::none;
  std::string broken_;
};

}  // namespace mbs

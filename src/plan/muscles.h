// Muscles as the deck gives them.
#pragma once

#include <string>
#include <vector>

#include "base/source_location.h"
#include "plan/muscle_constants.h"

namespace mbs {

// A part of the path length: a polynomial of a joint angle or of a deformation. The deformation
// counts from 0, not from its reference value.
struct MuscleArm {
  bool over = false;  // true: OVER, a deformation numbered as in the deck; false: ARM, a joint
  int number = 0;     // of the joint, element or spring in the deck
  int element = -1;   // row of the table of elements
  std::string of;     // OVER of a chain: the word before the number, such as "SDA"
  int component = 0;
  double sign = 1;                   // of the deformation in the angle
  std::vector<double> coefficients;  // ascending powers
  SourceLocation where;

  // Chain only: the arm is over a joint between segments.
  bool is_of_joint() const { return over && of != "SDA" && of != "PATH"; }
};

// MUSCLE name model ARM ... STIM = expression, or ONSET t FROM u TO u. A muscle without STIM and
// ONSET does not act on the mechanism: STATICOPT finds its force.
struct MuscleRow {
  std::string name;
  std::string model, set;  // as written, upper case; set may be empty
  MuscleConstants constants;
  std::vector<std::string> given;  // names of the constants and words that the deck gives
  std::vector<MuscleArm> arms;
  std::string text;  // STIM: its expression
  SourceLocation text_at;
  bool has_onset = false;
  double onset = 0, to = 1;
  bool has_from = false;
  double from = 0;
  bool has_start = false;  // START: act and, of an elastic tendon, the fibre length
  double start_act = 0, start_fibre = 0;
  bool is_shared = false;  // of STATICOPT, with a rigid tendon
  std::string label;       // "MUSCLE SOL"
  SourceLocation where;
};

// MUSCLESTART finds the stimulations of muscles whose ONSET has no FROM, so that all muscles
// together make given moments, or the moments that hold the posture at rest.
enum class MuscleCriterion : unsigned char { force, activation };
struct MuscleStartRow {
  bool given = false;
  bool rest = false;  // REST: there are no joints and moments
  std::vector<MuscleArm> joints;
  std::vector<double> moments;
  MuscleCriterion criterion = MuscleCriterion::force;
  double least = 0, most = 1;
  SourceLocation where;
};

// STATICOPT finds the forces of muscles without a stimulation that make the moments of `channels`.
struct StaticOptRow {
  bool given = false;
  std::vector<MuscleArm> joints;
  std::vector<std::string> channels;  // one per joint, as written
  std::vector<SourceLocation> channels_at;
  MuscleCriterion criterion = MuscleCriterion::force;
  int power = 2;
  double least = 0, most = 1;  // activation
  SourceLocation where;
};

}  // namespace mbs

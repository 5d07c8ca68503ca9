// MUSCLE, MUSCLESTART and STATICOPT. Only the numbers of joints depend on the dialect.
//
//   MUSCLE name [VSB|DGF|THELEN] [SET 2017|1993|MUSK] [HATZE|FIRST] [RIGID]
//          ARM joint a0 a1 ... [ARM ...] [OVER deformation [a0 a1 ...]] FMAX f LOPT l LSLACK s
//          [constant value] ... [SCALE constant|ARM factor] ... [START act [fibre]] STIM =
//          expression, or ONSET t [FROM u] [TO u]
//   MUSCLESTART MOMENT joint m [joint m ...] [LEAST FORCE|ACTIVATION] [BETWEEN low high]
//   MUSCLESTART REST [LEAST FORCE|ACTIVATION] [BETWEEN low high]
//   STATICOPT MOMENT joint channel [joint channel ...] [LEAST FORCE|ACTIVATION] [POWER 2|3]
//             [BETWEEN low high], where a joint may be OVER deformation
// A MUSCLE with neither STIM nor ONSET is for STATICOPT.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"
#include "plan/events.h"
#include "plan/muscles.h"

namespace mbs {

class LawNames;
class Parameters;
struct Tables;

inline constexpr std::string_view kMuscleFields =
    "name [model] ARM joint a0 a1 ... FMAX f LOPT l LSLACK s, then STIM = expression or ONSET t "
    "[FROM u] [TO u]";
inline constexpr std::string_view kMuscleStartFields =
    "MOMENT joint m [joint m ...] or REST, then [LEAST FORCE|ACTIVATION] [BETWEEN low high]";
inline constexpr std::string_view kStaticOptFields =
    "MOMENT joint channel [joint channel ...] [LEAST FORCE|ACTIVATION] [POWER 2|3] "
    "[BETWEEN low high]";

// Takes the words that name the joint of ARM, or the deformation of OVER (arm.over), and sets
// number, element, component and sign of the arm. Errors go to the reader.
using TakeArm = std::function<void(RecordReader&, MuscleArm&)>;
// The words that name a joint or deformation, "2" or "4 1", and the sign of its angle there.
struct ArmWords {
  std::string text;
  double sign = 1;
};
using DescribeArm = std::function<ArmWords(const MuscleArm&)>;
// End of the channel names of an arm: "2" of ARM 2; "_e3_1", "_sda1", "_path1", "_weld1_3" of OVER.
std::string arm_channel(const Tables& tables, const MuscleArm& arm);

// Reads the fields after the keyword. Returns the new row of tables.muscles or
// tables.shared_muscles; null after an error.
const MuscleRow* read_muscle(RecordReader& in, SourceLocation where, const TakeArm& take_arm,
                             Tables& tables);
// Empty after an error.
std::optional<MuscleStartRow> read_muscle_start(RecordReader& in, SourceLocation where,
                                                const TakeArm& take_arm);
std::optional<StaticOptRow> read_static_opt(RecordReader& in, SourceLocation where,
                                            const TakeArm& take_arm);

// Checks that all joints exist, that expressions read only allowed names, and that every onset has
// a stimulation before it. The tables must have all muscles.
void check_muscles(const LawNames& known, const Parameters& parameters, Diagnostics& diagnostics);
// Adds events for onsets after the beginning of the run; they are no lines of the deck.
void add_onsets(Tables& tables);
bool is_onset(const EventRow& event);

// The records of all muscles, each on one line.
std::string write_muscles(const Tables& tables, const DescribeArm& describe);

}  // namespace mbs

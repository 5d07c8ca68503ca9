// MUSCLE and MUSCLESTART: the same records in every dialect but for the numbers of joints.
//
//   MUSCLE name [VSB|DGF|THELEN] [SET 2017|1993|MUSK] [HATZE|FIRST] [RIGID]
//          ARM joint a0 a1 ... [ARM ...] [OVER deformation [a0 a1 ...]] FMAX f LOPT l LSLACK s
//          [constant value] ... [SCALE constant|ARM factor] ... [START act [fibre]] STIM =
//          expression, or ONSET t [FROM u] [TO u]
//   MUSCLESTART MOMENT joint m [joint m ...] [LEAST FORCE|ACTIVATION] [BETWEEN low high]
//   MUSCLESTART REST [LEAST FORCE|ACTIVATION] [BETWEEN low high]
//   STATICOPT MOMENT joint channel [joint channel ...] [LEAST FORCE|ACTIVATION] [POWER 2|3]
//             [BETWEEN low high], where a joint may be OVER deformation
// A MUSCLE with neither STIM nor ONSET is one of STATICOPT.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"
#include "plan/events.h"
#include "plan/muscles.h"

namespace mbs {

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

// Takes the words that name the joint of ARM, or the deformation of OVER (arm.over), and fills in
// number, element, component and sign. Errors go to the reader.
using TakeArm = std::function<void(RecordReader&, MuscleArm&)>;
// The words that name it, "2" or "4 1", and the sign of its angle there.
struct ArmWords {
  std::string text;
  double sign = 1;
};
using DescribeArm = std::function<ArmWords(const MuscleArm&)>;
// What the names of its channels end in: "2" of ARM 2, "_e3_1", "_sda1", "_path1", "_weld1_3" of
// OVER.
std::string arm_channel(const Tables& tables, const MuscleArm& arm);

// The fields after the keyword. The new row of the tables' muscles, or of those that STATICOPT
// shares; null after an error.
const MuscleRow* read_muscle(RecordReader& in, SourceLocation where, const TakeArm& take_arm,
                             Tables& tables);
// Empty after an error.
std::optional<MuscleStartRow> read_muscle_start(RecordReader& in, SourceLocation where,
                                                const TakeArm& take_arm);
std::optional<StaticOptRow> read_static_opt(RecordReader& in, SourceLocation where,
                                            const TakeArm& take_arm);

// Whether the joints can be found, the expressions read what they may, and every onset has a
// stimulation before it. The tables have all muscles.
void check_muscles(const Tables& tables, const Parameters& parameters, Diagnostics& diagnostics);
// The events of onsets after the beginning of the run; they are no lines of the deck.
void add_onsets(Tables& tables);
bool is_onset(const EventRow& event);

// The records of all muscles, each on one line.
std::string write_muscles(const Tables& tables, const DescribeArm& describe);

}  // namespace mbs

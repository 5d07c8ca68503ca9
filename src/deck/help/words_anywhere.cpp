// Words that are allowed anywhere in a deck.
#include "deck/help/word_examples.h"
#include "deck/help/word_tables.h"

namespace mbs {

namespace {

namespace native = native_example;
namespace kabios = kabios_example;
namespace chain = segdyn_example;

constexpr std::string_view kMeasures =
    "MEASURE name = MIN|MAX|PP|AVG|RMS|INTEG|FIRST|LAST [ABS] expression [FROM a] [TO b]\n"
    "MEASURE name = expression WHEN condition [RISING|FALLING] [NTH n]\n"
    "MEASURE name = TIME WHEN condition [RISING|FALLING] [NTH n]\n"
    "MEASURE name = expression of parameters and earlier measures";
constexpr std::string_view kMarks =
    "MARK name WHEN condition [RISING|FALLING] [APART s]\n"
    "MARK name AT t, t, ...\n"
    "MARK name HEEL|TOE \"marker\" PELVIS \"marker\" ... IN \"file\" ALONG [+|-]x|y|z [APART s]";
constexpr std::string_view kStrideLines =
    "STRIDE name FROM mark TO mark [OFF mark] [FOOT expression]\n"
    "    [OTHER mark [FOOT expression]] [COLUMNS channel channel[deg] ...]";
constexpr std::string_view kReports = "REPORT t channel channel[deg] ... [EVERY n]\nREPORT NONE";
constexpr std::string_view kSweeps =
    "SWEEP name = value, value, ...\nSWEEP name FROM a TO b BY step\nSWEEP name = \"text\", "
    "\"text\", ...";

constexpr Word kAnywhereWords[] = {
    {.group = WordGroup::anywhere,
     .idea = "parameter",
     .meaning = "a number with a name, for `${...}` and expressions; `-D name=value` overrides it; "
                "with `DEFAULT` before `=` one above does "
                "([kabios.md](kabios.md#parameters-and-expressions))",
     .native = {.keyword = "PARAM", .example = native::kWatched},
     .kabios = {.keyword = "PARAM", .example = kabios::kWatched},
     .segdyn = {.keyword = "PARAM", .example = chain::kWatched},
     .page = "kabios.md#parameters-and-expressions"},
    {.group = WordGroup::anywhere,
     .idea = "lines of another file",
     .meaning = "the lines of another file stand here; its path is relative to this file",
     .native = {.keyword = "INCLUDE", .example = native::kWatched},
     .kabios = {.keyword = "INCLUDE", .example = kabios::kWatched},
     .segdyn = {.keyword = "INCLUDE", .example = chain::kWatched},
     .page = "kabios.md#parameters-and-expressions"},
    {.group = WordGroup::anywhere,
     .idea = "units: millimetres, degrees, pounds",
     .meaning = "what the numbers of this file are in, as its first line: `UNITS mm N s deg`. "
                "Expressions are coherent, in radians ([units](what-a-deck-means.md#units))",
     .native = {.keyword = "UNITS", .example = native::kUnits},
     .kabios = {.keyword = "UNITS", .example = kabios::kUnits},
     .segdyn = {.keyword = "UNITS", .example = chain::kUnits},
     .page = "what-a-deck-means.md#units"},
    {.group = WordGroup::anywhere,
     .idea = "version of mbsim",
     .meaning =
         "the version whose words the deck is meant for: a newer one than this program is an "
         "error, an older one names words that have changed since "
         "([versions](versions.md#the-version-of-a-deck))",
     .native = {.keyword = "REQUIRES", .example = native::kRequires},
     .kabios = {.keyword = "REQUIRES", .example = kabios::kRequires},
     .segdyn = {.keyword = "REQUIRES", .example = chain::kRequires},
     .page = "versions.md#the-version-of-a-deck"},
    {.group = WordGroup::anywhere,
     .idea = "muscles of a table",
     .meaning =
         "each row of the table is a MUSCLE that stands here; the file's path is relative to "
         "this file ([muscles.md](muscles.md#muscles-of-a-table))",
     .native = {.keyword = "MUSCLES", .example = native::kMuscleTable},
     .kabios = {.keyword = "MUSCLES", .example = kabios::kMuscleTable},
     .segdyn = {.keyword = "MUSCLES", .example = chain::kMuscleTable},
     .inside = "OF EXCEPT SCALE NAME GROUP WORDS",
     .page = "muscles.md#muscles-of-a-table"},
    {.group = WordGroup::anywhere,
     .idea = "name of a body, joint, node or element",
     .meaning = "a name for channels and messages: `rocker.phi` ([own-tables.md](own-tables.md))",
     .native = {.keyword = "NAME",
                .forms = "NAME BODY p a name\nNAME NODE n name\nNAME ELEMENT e name\n"
                         "NAME POINT k name\nNAME NETJOINT k name",
                .example = native::kWatched},
     .kabios = {.keyword = "NAME",
                .forms = "NAME BODY i name\nNAME POINT k name\nNAME REVOLUTE k name\n"
                         "NAME joint or record k name",
                .example = kabios::kWatched},
     .segdyn = {.keyword = "NAME",
                .forms = "NAME SEGMENT i name\nNAME POINT k name\nNAME joint or CONTACT k name",
                .example = chain::kWatched},
     .page = "own-tables.md"},
    {.group = WordGroup::anywhere,
     .idea = "channel of one's own",
     .meaning = "a channel of your own, an expression of other channels "
                "([own-tables.md](own-tables.md))",
     .native = {.keyword = "OUT", .example = native::kWatched},
     .kabios = {.keyword = "OUT", .example = kabios::kWatched},
     .segdyn = {.keyword = "OUT", .example = chain::kWatched},
     .page = "own-tables.md"},
    {.group = WordGroup::anywhere,
     .idea = "measure: one number of a run",
     .meaning = "one number that the run is asked for: an extreme, a mean, a value at an instant "
                "([measures.md](measures.md))",
     .native = {.keyword = "MEASURE", .forms = kMeasures, .example = native::kWatched},
     .kabios = {.keyword = "MEASURE", .forms = kMeasures, .example = kabios::kWatched},
     .segdyn = {.keyword = "MEASURE", .forms = kMeasures, .example = chain::kWatched},
     .inside = "MIN MAX PP AVG RMS LAST ABS NTH REQUIRED",
     .page = "measures.md"},
    {.group = WordGroup::anywhere,
     .idea = "hip, knee and ankle as clinics print them",
     .meaning =
         "the subject's mass and joints: `knee.angle` in degrees, flexion positive, `.moment` in "
         "N m/kg, internal, extension positive, `.power` in W/kg, and the work of each joint; "
         "RESIDUAL: what is left of the whole body ([signs of "
         "clinics](inverse.md#signs-of-clinics))",
     .units = "m [kg], angle [rad]",
     .native = {.keyword = "SUBJECT",
                .forms = "SUBJECT MASS m [RIGHT|LEFT] [INTERNAL|EXTERNAL]\n"
                         "SUBJECT HIP|KNEE|ANKLE p a q b [name] [ZERO angle]\n"
                         "SUBJECT RESIDUAL p a",
                .example = native::kSubject},
     .kabios = {.keyword = "SUBJECT",
                .forms = "SUBJECT MASS m [RIGHT|LEFT] [INTERNAL|EXTERNAL]\n"
                         "SUBJECT HIP|KNEE|ANKLE i j [name] [ZERO angle]\n"
                         "SUBJECT RESIDUAL i",
                .example = kabios::kSubject},
     .segdyn = {.keyword = "SUBJECT",
                .forms = "SUBJECT MASS m [RIGHT|LEFT] [INTERNAL|EXTERNAL]\n"
                         "SUBJECT HIP|KNEE|ANKLE i j [name] [ZERO angle]\n"
                         "SUBJECT RESIDUAL i",
                .example = chain::kSubject},
     .inside = "HIP KNEE ANKLE RESIDUAL ZERO EXTERNAL INTERNAL",
     .page = "inverse.md#signs-of-clinics"},
    {.group = WordGroup::anywhere,
     .idea = "mark: heel strike, toe-off, turns of a motion",
     .meaning =
         "times at which a condition comes true, or that are given, or that a file of markers "
         "shows; `name.t1`, `name.t2` in OUT and MEASURE ([strides.md](strides.md))",
     .units = "t, s [s]",
     .native = {.keyword = "MARK", .forms = kMarks, .example = native::kStrides},
     .kabios = {.keyword = "MARK", .forms = kMarks, .example = kabios::kStrides},
     .segdyn = {.keyword = "MARK", .forms = kMarks, .example = chain::kStrides},
     .inside = "APART HEEL TOE PELVIS ALONG",
     .page = "strides.md#marks"},
    {.group = WordGroup::anywhere,
     .idea = "strides, steps: from mark to mark",
     .meaning =
         "the pieces of a motion between two marks: their times and lengths, and channels at "
         "0 to 100 per cent of each ([strides.md](strides.md))",
     .native = {.keyword = "STRIDE", .forms = kStrideLines, .example = native::kStrides},
     .kabios = {.keyword = "STRIDE", .forms = kStrideLines, .example = kabios::kStrides},
     .segdyn = {.keyword = "STRIDE", .forms = kStrideLines, .example = chain::kStrides},
     .inside = "OFF FOOT OTHER",
     .page = "strides.md"},
    {.group = WordGroup::anywhere,
     .idea = "tables of the report",
     .meaning = "a table of these channels in place of the default ones; several lines are several "
                "tables ([own-tables.md](own-tables.md))",
     .native = {.keyword = "REPORT", .forms = kReports, .example = native::kWatched},
     .kabios = {.keyword = "REPORT", .forms = kReports, .example = kabios::kWatched},
     .segdyn = {.keyword = "REPORT", .forms = kReports, .example = chain::kWatched},
     .inside = "EVERY NONE",
     .page = "own-tables.md"},
    {.group = WordGroup::anywhere,
     .idea = "least and largest values",
     .meaning = "a table of the least and largest value of each channel "
                "([own-tables.md](own-tables.md))",
     .native = {.keyword = "SUMMARY", .example = native::kWatched},
     .kabios = {.keyword = "SUMMARY", .example = kabios::kWatched},
     .segdyn = {.keyword = "SUMMARY", .example = chain::kWatched},
     .page = "own-tables.md"},
    {.group = WordGroup::anywhere,
     .idea = "many runs",
     .meaning = "`mbsim sweep` runs the deck with each of these values of a parameter "
                "([sweep.md](sweep.md))",
     .native = {.keyword = "SWEEP", .forms = kSweeps, .example = native::kSwept},
     .kabios = {.keyword = "SWEEP", .forms = kSweeps, .example = kabios::kSwept},
     .segdyn = {.keyword = "SWEEP", .forms = kSweeps, .example = chain::kSwept},
     .page = "sweep.md"},
};

}  // namespace

std::span<const Word> words_anywhere() { return kAnywhereWords; }

}  // namespace mbs

// Words about the run, and of chains.
#include "deck/help/word_examples.h"
#include "deck/help/word_tables.h"

namespace mbs {

namespace {

namespace native = native_example;
namespace kabios = kabios_example;
namespace chain = segdyn_example;

constexpr std::string_view kMethodLines =
    "INTEG HEUN h\nINTEG RK4 h\nINTEG DOP853 [abs rel [hmax]]\nINTEG STEP [abs rel [hmax]]\n"
    "INTEG STIFF [abs rel [hmax]] [STRICT]\nINTEG GALPHA STEP h [RHO r]\n"
    "INTEG GALPHA [abs rel [hmax]] [RHO r]\nINTEG AUTO [abs rel [hmax]]";
constexpr std::string_view kFormLines = "FORM REDUCED\nFORM FULL\nFORM AUTO";

constexpr Word kRunWords[] = {
    {.group = WordGroup::run,
     .idea = "report times",
     .native = {.keyword = "TIMESTEP",
                .meaning = "report times: N steps from T0 (0 if left out) to T0 + T",
                .example = native::kSpring,
                .units = "T, T0 [s]"},
     .kabios = {.instead = "record (j) of the head"},
     .segdyn = {.keyword = "TIME",
                .meaning = "report times: T0 + k DT up to TE",
                .example = chain::kChain,
                .units = "T0, TE, DT [s]"},
     .page = "native.md#how-to-run"},
    {.group = WordGroup::run,
     .idea = "report times by their distance",
     .meaning = "the same as a KABIOS time line says it: T0 + k DT up to TE",
     .units = "T0, TE, DT [s]",
     .native = {.keyword = "TIMES", .example = native::kFlexibleRod},
     .kabios = {.instead = "record (j) of the head"},
     .segdyn = {.instead = "`TIME T0 TE DT`"},
     .page = "native.md#how-to-run"},
    {.group = WordGroup::run,
     .idea = "integration method, tolerances",
     .meaning =
         "how the motion is integrated: HEUN and RK4 with a fixed step h, DOP853, STEP and "
         "STIFF with a variable one, GALPHA for flexible mechanisms; AUTO chooses between STEP, "
         "STIFF and GALPHA ([dynamics.md](dynamics.md#integrators))",
     .units = "h, hmax [s]; abs: unit of the coordinate; rel: none; r from 0 to 1, 0.8 if left out",
     .native = {.keyword = "INTEG", .forms = kMethodLines, .example = native::kSpring},
     .kabios = {.keyword = "INTEG", .forms = kMethodLines, .example = kabios::kPendulum},
     .segdyn = {.keyword = "INTEG", .forms = kMethodLines, .example = chain::kChain},
     .inside = "HEUN RK4 DOP853 STEP STIFF GALPHA AUTO RHO STRICT",
     .page = "dynamics.md#integrators"},
    {.group = WordGroup::run,
     .idea = "tolerances",
     .meaning = "tolerances of the integration",
     .units = "abs: unit of the coordinate; rel: none",
     .native = {.keyword = "ERROR", .example = native::kFlexibleRod},
     .kabios = {.instead = "`INTEG method abs rel`"},
     .segdyn = {.instead = "`INTEG method abs rel`"},
     .page = "native.md#how-to-run"},
    {.group = WordGroup::run,
     .idea = "event: when something happens",
     .meaning = "stops, fixes, releases, strikes or sets when a condition comes true "
                "([events.md](events.md))",
     .native = {.keyword = "EVENT", .example = native::kBounce},
     .kabios = {.keyword = "EVENT", .example = kabios::kCrate},
     .segdyn = {.keyword = "EVENT", .example = chain::kSprings},
     .inside = "WHEN RISING FALLING DO STOP RELEASE DYNAMIC CALCULABLE PRESCRIBE IMPACT SET FLOOR "
               "CEILING STICK ENERGETIC",
     .page = "events.md"},
    {.group = WordGroup::run,
     .idea = "from inverse to forward dynamics",
     .units = "t [s]",
     .native = {.instead = "`EVENT name WHEN t > T DO FORWARD`"},
     .kabios = {.keyword = "FORWARD",
                .meaning = "from then on drivers, guides and measured motions are let go, and what "
                           "drove them stays as it is at t "
                           "([dynamics.md](dynamics.md#from-inverse-to-forward))",
                .example = kabios::kDriven},
     .segdyn = {.keyword = "FORWARD",
                .meaning = "from then on forward dynamics, with the efforts computed for that time",
                .example = chain::kMixed},
     .page = "dynamics.md#from-inverse-to-forward"},
    {.group = WordGroup::run,
     .idea = "limits of a run",
     .meaning = "ends the run after so many seconds of computing, steps or events "
                "([events.md](events.md#limits))",
     .units = "s [s]",
     .native = {.keyword = "LIMIT", .example = native::kFlexibleRod},
     .kabios = {.keyword = "LIMIT", .example = kabios::kPendulum},
     .segdyn = {.keyword = "LIMIT", .example = chain::kChain},
     .inside = "STEPS EVENTS",
     .page = "events.md#limits"},
    {.group = WordGroup::run,
     .idea = "the other assembly of a loop",
     .meaning = "the pair k of bodies that closes a loop starts as its mirror image; `dyad1.sign` "
                "and so on are channels then "
                "([what-a-deck-means.md](what-a-deck-means.md#branches))",
     .units = "k: as --check numbers them",
     .native = {.keyword = "ASSEMBLE", .example = native::kMirrored},
     .kabios = {.keyword = "ASSEMBLE", .example = kabios::kMirrored},
     .segdyn = {.keyword = "ASSEMBLE", .example = chain::kMirrored},
     .inside = "MIRRORED",
     .page = "what-a-deck-means.md#branches"},
    {.group = WordGroup::run,
     .idea = "form of the equations",
     .meaning = "which form of the equations is solved ([dynamics.md](dynamics.md))",
     .native = {.keyword = "FORM", .forms = kFormLines, .example = native::kFlexibleRod},
     .kabios = {.keyword = "FORM", .forms = kFormLines, .example = kabios::kPendulum},
     .segdyn = {.keyword = "FORM", .forms = kFormLines, .example = chain::kChain},
     .inside = "REDUCED FULL",
     .page = "dynamics.md"},
    {.group = WordGroup::run,
     .idea = "choice of degrees of freedom",
     .meaning = "degrees of freedom are chosen, and chosen again when the choice turns bad",
     .native = {.keyword = "DOF", .example = native::kWheelInRing},
     .kabios = {.instead = "always so"},
     .page = "native.md#how-to-run"},
    {.group = WordGroup::run,
     .idea = "equilibrium",
     .meaning = "equilibrium instead of a motion, at each report time where something changes "
                "([statics.md](statics.md))",
     .native = {.keyword = "STATIC", .example = native::kCantilever},
     .kabios = {.keyword = "STATIC", .example = kabios::kLamp},
     .segdyn = {.keyword = "STATIC", .example = chain::kStanding},
     .page = "statics.md"},
    {.group = WordGroup::run,
     .idea = "frequencies and mode shapes",
     .meaning = "frequencies and mode shapes about the end of the motion, without one about the "
                "start, with STATIC about the equilibrium ([statics.md](statics.md))",
     .native = {.keyword = "EIGEN", .example = native::kCantilever},
     .kabios = {.keyword = "EIGEN", .example = kabios::kLamp},
     .segdyn = {.keyword = "EIGEN", .example = chain::kStanding},
     .page = "statics.md"},
    {.group = WordGroup::run,
     .idea = "Newton iterations, load steps",
     .meaning = "Newton iterations allowed (the option `nrmax`) and their tolerance: of positions "
                "in a motion (the option `feps`), of the equilibrium with STATIC; load steps "
                "belong to STATIC. `--set` goes before it. `ARC`: STATIC follows the path of "
                "equilibria through limit points ([statics.md](statics.md#load-paths))",
     .native = {.keyword = "ITERSTEP", .example = native::kCantilever},
     .kabios = {.keyword = "ITERSTEP", .example = kabios::kLamp},
     .segdyn = {.keyword = "ITERSTEP", .example = chain::kStanding},
     .page = "native.md#how-to-run"},
    {.group = WordGroup::run,
     .idea = "matrices in the report",
     .native = {.keyword = "OUTLEVEL",
                .meaning = "1: [matrices](dynamics.md#matrices-in-the-report) in the report, too; "
                           "m is read for SPACAR's sake and does nothing",
                .example = native::kFlexibleRod},
     .kabios = {.keyword = "OUTLEVEL",
                .meaning = "n = 1: [matrices](dynamics.md#matrices-in-the-report) in the report, "
                           "too",
                .example = kabios::kPendulum},
     .page = "dynamics.md#matrices-in-the-report"},
    {.group = WordGroup::run,
     .idea = "end of the deck",
     .native = {.keyword = "END",
                .forms = "END HALT\nEND END",
                .meaning = "END HALT closes the kinematics block, END END the deck",
                .example = native::kSpring},
     .kabios = {.keyword = "END",
                .meaning = "ends the lines after the times; it may be left out",
                .example = kabios::kPendulum},
     .segdyn = {.keyword = "END", .meaning = "the last line", .example = chain::kChain},
     .inside = "HALT",
     .page = "native.md"},
    // ---- chains ---------------------------------------------------------------------------------
    {.group = WordGroup::chain,
     .idea = "first line of a chain",
     .meaning = "the first line of a deck of this dialect",
     .native = {.instead = "the first line is a keyword of the kinematics block"},
     .kabios = {.instead = "record (a), the nine counts"},
     .segdyn = {.keyword = "SEGDYN", .example = chain::kChain},
     .page = "chains.md"},
    {.group = WordGroup::chain,
     .idea = "branch of a chain",
     .meaning = "segment i hangs on segment k < i, not on the one before it: r from the proximal "
                "end of k, without r on its distal end",
     .units = "r [m]",
     .native = {.instead = "`PLREV`"},
     .kabios = {.instead = "record (c) of the head"},
     .segdyn = {.keyword = "ATTACH", .example = chain::kTree},
     .page = "chains.md"},
    {.group = WordGroup::chain,
     .idea = "base of a chain",
     .meaning = "place and velocity of joint 1; without the line it is 0 0 at rest",
     .units = "x, y [m], xd, yd [m/s]",
     .native = {.instead = "`X`, `FIX`"},
     .kabios = {.instead = "record (b) and (e) of the head"},
     .segdyn = {.keyword = "BASE", .example = chain::kChain},
     .page = "chains.md"},
    {.group = WordGroup::chain,
     .idea = "what is known: joint moment, force, angle, angular acceleration",
     .meaning =
         "a variable is known: `FRX`, `FRY`, `M` of a joint, `FEXTX`, `FEXTY`, `MEXT`, "
         "`PHIDD` of a segment, `XDD`, `YDD` of the base. Forces and moments not named are "
         "0. An expression is of `t`, `phi1` .. , `phid1` .. , `x`, `y`, `xd`, `yd` (of the "
         "base), `contact1.gap .slip .slipd`; a table must cover the run: forces and "
         "moments are LINEAR between its rows, accelerations go through them on a natural "
         "cubic spline, unless a curve is named ([tables](what-a-deck-means.md#tables), "
         "[GAPS](inverse.md#files-of-other-programs-and-empty-cells): empty cells). `PHI` of "
         "a segment is its measured angle, SMOOTH QUINTIC without a curve, or an expression "
         "of `t` ([known angles](chains.md#known-angles))",
     .units = "forces [N], moments [N m], PHI [rad], PHIDD [rad/s2], XDD, YDD [m/s2]",
     .native = {.instead = "`XF`, `XLAW`; `INPUTX`"},
     .kabios = {.instead = "`FORCE`, `TORQ`, `LAW`; `DRIVE`"},
     .segdyn = {.keyword = "KNOWN",
                .forms = "KNOWN v [i] value\nKNOWN v [i] = expression\n"
                         "KNOWN v [i] TABLE [curve] [GAPS 0|FILL] \"file\" [column]\n"
                         "KNOWN v [i] TABLE t v t v ...\n"
                         "KNOWN PHI i ...                 value, = expression of t or TABLE",
                .example = chain::kChain},
     .inside = "FRX FRY M FEXTX FEXTY MEXT PHI PHIDD XDD YDD",
     .page = "chains.md#known-and-unknown"},
    {.group = WordGroup::chain,
     .idea = "what is asked for",
     .meaning = "a variable is unknown",
     .native = {.instead = "the reactions of what `FIX` and `INPUTX` hold"},
     .kabios = {.instead = "the reactions of joints and drivers"},
     .segdyn = {.keyword = "UNKNOWN", .example = chain::kMixed},
     .page = "chains.md#known-and-unknown"},
    {.group = WordGroup::chain,
     .idea = "linear equation of one's own",
     .meaning = "equation k of your own: sum of c times variable = right side (0 without RHS), "
                "one term a line. c is a value, an expression or a table as in `KNOWN`",
     .native = {.instead = "`RELATION`, of positions"},
     .kabios = {.instead = "`RELATION`, of positions"},
     .segdyn = {.keyword = "ROW", .forms = "ROW k v [i] c\nROW k RHS c", .example = chain::kRow},
     .inside = "RHS",
     .page = "chains.md#known-and-unknown"},
    {.group = WordGroup::chain,
     .idea = "what is let go, airborne chain",
     .meaning = "FREE BASE: the base is free from the start; with AT, what FIX, LOCK or EQUAL "
                "holds is free from that time on",
     .units = "t [s]",
     .native = {.instead = "`EVENT name WHEN t > T DO RELEASE ...`"},
     .kabios = {.instead = "`EVENT name WHEN t > T DO RELEASE ...`"},
     .segdyn = {.keyword = "FREE",
                .forms = "FREE BASE [AT t]\nFREE TIP AT t\nFREE JOINT k AT t\nFREE PHI i AT t\n"
                         "FREE PHI i j AT t",
                .example = chain::kHeld},
     .page = "chains.md"},
    {.group = WordGroup::chain,
     .idea = "segment that keeps its rate",
     .meaning = "no angular acceleration: segment i keeps its rate",
     .native = {.instead = "`INPUTX n 1 phi phid`"},
     .kabios = {.instead = "record (g) of the head"},
     .segdyn = {.keyword = "LOCK", .example = chain::kTree},
     .page = "chains.md"},
    {.group = WordGroup::chain,
     .idea = "stiff joint between two segments",
     .meaning = "the two segments keep the difference of their angles",
     .native = {.instead = "`PLTOR` that nothing releases, `PLWELD`"},
     .kabios = {.instead = "`WELD`"},
     .segdyn = {.keyword = "EQUAL", .example = chain::kTree},
     .page = "chains.md"},
    {.group = WordGroup::chain,
     .idea = "constraints that drift",
     .meaning = "OFF: constraints hold for accelerations only, and drift",
     .native = {.instead = "constraints always hold for positions"},
     .kabios = {.instead = "constraints always hold for positions"},
     .segdyn = {.keyword = "PROJECT", .example = chain::kHeld},
     .page = "chains.md"},
};

}  // namespace

std::span<const Word> words_of_runs() { return kRunWords; }

}  // namespace mbs

// The words for nodes and for coordinates and deformations that are known.
#include "deck/help/word_examples.h"
#include "deck/help/word_tables.h"

namespace mbs {

namespace {

namespace native = native_example;
namespace kabios = kabios_example;
namespace chain = segdyn_example;

constexpr Word kMechanismWords[] = {
    // ---- nodes ----------------------------------------------------------------------------------
    {.group = WordGroup::node,
     .idea = "place of a body at the start",
     .native = {.keyword = "X",
                .forms = "X n x y\nX n phi\nX n x y z\nX n q0 q1 q2 q3\n"
                         "X n ROT AXIS ux uy uz angle\nX n ROT VECTOR rx ry rz\n"
                         "X n ROT xyz [SPACE] a b c\nX n AXES x ux uy uz y vx vy vz\n"
                         "X n MATRIX r11 r12 ... r33\nX n ROT xyz a b c FROM m\nX n LIKE m",
                .meaning =
                    "where node n is when elements are undeformed: two numbers make a point, "
                    "one an angle; three a point of space, four an orientation "
                    "([space.md](space.md))",
                .example = native::kSpring},
     .kabios = {.instead = "record (b) of the head"},
     .segdyn = {.keyword = "STATE",
                .meaning = "initial angle and rate. Without the rate the angle is an estimate, and "
                           "both follow from the constraints where they leave no choice",
                .example = chain::kChain,
                .units = "phi [rad], phid [rad/s]"},
     .page = "native.md#nodes"},
    {.group = WordGroup::node,
     .idea = "observed point",
     .units = "xi, eta [m]",
     .native = {.keyword = "POINT",
                .forms = "POINT k p a xi eta\nPOINT k p a xi eta zeta",
                .meaning = "point (xi, eta) of the body (p, a): its position, velocity and "
                           "acceleration are reported; with zeta of a body of space "
                           "([space.md](space.md#points-and-net-joints))",
                .example = native::kTwoRods},
     .kabios = {.instead = "record (h) of the head"},
     .segdyn = {.keyword = "POINT",
                .meaning = "a point of segment i to be observed ([points](chains.md#points))",
                .example = chain::kChain},
     .page = "native.md#observed-points"},
    // ---- what is known --------------------------------------------------------------------------
    {.group = WordGroup::known,
     .idea = "what stands still",
     .native = {.keyword = "FIX",
                .meaning = "coordinates of node n do not move; all of them without numbers",
                .example = native::kSpring},
     .kabios = {.instead = "record (e) of the head for a body, record (f) for one coordinate"},
     .segdyn = {.keyword = "FIX",
                .forms = "FIX BASE\nFIX TIP [x y]\nFIX JOINT k [x y]",
                .meaning = "the base keeps its velocity (the default); the tip or a joint stays at "
                           "x y, or where it starts",
                .example = chain::kHeld,
                .units = "x, y [m]"},
     .inside = "BASE TIP JOINT",
     .page = "native.md#what-is-known-classes"},
    {.group = WordGroup::known,
     .idea = "drive: a coordinate that moves as given",
     .units = "[m] or [rad], their rates, t [s]",
     .native = {.keyword = "INPUTX",
                .forms = "INPUTX n [coordinates]       in the kinematics block\n"
                         "INPUTX n c position [velocity [acceleration]]\n"
                         "INPUTX n c POLY c0 c1 ... c5\n"
                         "INPUTX n c TABLE [curve] [GAPS 0|FILL] t x t x ...\n"
                         "INPUTX n c TABLE [curve] [GAPS 0|FILL] \"file\" [column]\n"
                         "INPUTX n c = expression of t\n"
                         "INPUTX n ROT xyz a = expression ; b = expression ; c = expression\n"
                         "INPUTX n ROT AXIS ux uy uz = expression\n"
                         "INPUTX n ROT [...] TABLE ...  of an orientation",
                .meaning = "a given motion in time; it rests where it is unless the dynamics block "
                           "[moves](native.md#motions) it",
                .example = native::kSlider},
     .kabios = {.keyword = "DRIVE",
                .forms = "DRIVE i k = expression\nDRIVE REVOLUTE k = expression\n"
                         "DRIVE joint k [equation] = expression",
                .meaning = "coordinate k (X, Y or PHI, or 1, 2, 3) of body i, the angle of a "
                           "revolute joint, or a deformation of a joint of the tail moves so; "
                           "record (g) is a driver of constant acceleration",
                .example = kabios::kDriven},
     .segdyn = {.keyword = "DRIVE",
                .forms = "DRIVE HINGE k = expression\nDRIVE PHI i = expression\n"
                         "DRIVE REVOLUTE k = expression\nDRIVE joint k [equation] = expression",
                .meaning = "the angle of joint k, phi(k) less that of the segment it hangs on, of "
                           "segment i, of a `REVOLUTE`, or a deformation of a joint between "
                           "segments moves so ([drives](chains.md#drives)); beside a choice of "
                           "knowns each needs one more `UNKNOWN`; an acceleration by "
                           "`KNOWN PHIDD i`, `UNKNOWN M i`",
                .example = chain::kCrank},
     .inside = "POLY TABLE LINEAR MONOTONE SMOOTH CUBIC QUINTIC CUTOFF SD FOR NATURAL GAPS COLUMNS "
               "SCALE DEG REVOLUTE TRANSLATIONAL HINGE PHI",
     .page = "native.md#motions"},
    {.group = WordGroup::known,
     .idea = "driven deformation: actuator, winch",
     .meaning = "a deformation that moves as given, counted from its reference value",
     .units = "[m] or [rad], their rates, t [s]",
     .native = {.keyword = "INPUTE",
                .forms = "INPUTE e [deformations]      in the kinematics block\n"
                         "INPUTE e d ...               as INPUTX\n"
                         "INPUTE e d RATE ...          of what exists only as a rate",
                .example = native::kWinch},
     .kabios = {.instead = "`DRIVE joint k = expression`"},
     .segdyn = {.instead = "`DRIVE joint k = expression`"},
     .inside = "RATE",
     .page = "native.md#motions"},
    {.group = WordGroup::known,
     .idea = "measured motion of a body",
     .units = "x, y [m], phi [rad], their first and second rates, t [s]",
     .native = {.keyword = "MOTION",
                .forms = "MOTION p a ROT seq TABLE [curve] [GAPS FILL] \"file\" [COLUMNS c c ...]\n"
                         "MOTION p a ROT TABLE [curve] \"file\" [COLUMNS c c ...]\n"
                         "MOTION p a MARKERS [curve] [GAPS FILL] \"a\" \"b\" \"c\" AT xi eta zeta\n"
                         "MOTION p a MARKERS [curve] [GAPS FILL] \"a\" xi eta zeta \"b\" xi eta "
                         "zeta ...",
                .meaning =
                    "a body of space, both of whose nodes INPUTX names, moves as measured: "
                    "columns t x y z and three angles of a sequence such as zxy, or four "
                    "Euler parameters; or as its markers "
                    "([space.md](space.md#measured-bodies)); in the plane `INPUTX n c TABLE`",
                .example = native::kMeasuredBody,
                .units = "x, y, z, xi, eta, zeta [m], angles [rad]"},
     .kabios = {.keyword = "MOTION",
                .forms = "MOTION i x xd xdd y yd ydd phi phid phidd\n"
                         "MOTION i TABLE [curve] [GAPS 0|FILL] \"file\" [COLUMNS c c ...]\n"
                         "MOTION i MARKERS [curve] [GAPS FILL] \"a\" \"b\" AT c",
                .meaning =
                    "body i moves so: position, velocity and acceleration at t = 0, as in a "
                    "driver; or as measured, columns t x y phi "
                    "([GAPS](inverse.md#files-of-other-programs-and-empty-cells): empty "
                    "cells; curve: [SMOOTH QUINTIC, CUTOFF f, SD s](inverse.md#which-smoothing), "
                    "perhaps FOR some columns)",
                .example = kabios::kMeasured},
     .segdyn = {.instead = "`KNOWN PHI i TABLE`"},
     .page = "inverse.md"},
    {.group = WordGroup::known,
     .idea = "markers of a laboratory",
     .units = "xi, eta [m]",
     .native = {.keyword = "MARKERS",
                .forms = "MARKERS \"file\" AXES +x +y +z\nMARKERS \"name\" MIDDLE \"a\" \"b\"\n"
                         "MARKERS \"name\" FROM \"a\" TO \"b\" AT xi\n"
                         "MARKERS \"name\" FRAME \"a\" \"b\" \"c\" AT xi eta zeta",
                .meaning = "the file (.trc, .c3d) of the markers that MOTION and NETJOINT name, "
                           "and its axes along x, y and z of a deck of space; or a marker made "
                           "from others ([space.md](space.md#measured-bodies)); in the plane "
                           "`INPUTX n c TABLE \"file\" COLUMNS`",
                .example = native::kMeasuredBody,
                .units = "xi, eta, zeta [m]"},
     .kabios = {.keyword = "MARKERS",
                .forms = "MARKERS \"file\" AXES +x +y\nMARKERS \"name\" MIDDLE \"a\" \"b\"\n"
                         "MARKERS \"name\" FROM \"a\" TO \"b\" AT xi eta",
                .meaning =
                    "the file (.trc, .c3d) of the markers that MOTION and NETJOINT name, and "
                    "its axes along x and y; or a marker made from two others "
                    "([markers](inverse.md#markers-to-segments))",
                .example = kabios::kMarkers},
     .segdyn = {.instead = "`KNOWN PHIDD i TABLE \"file\" COLUMNS`"},
     .inside = "AXES MIDDLE FROM TO STATIC",
     .page = "inverse.md"},
    {.group = WordGroup::known,
     .idea = "degree of freedom",
     .meaning = "coordinates of node n are degrees of freedom",
     .native = {.keyword = "DYNX", .example = native::kSpring},
     .kabios = {.instead = "chosen by mbsim"},
     .segdyn = {.instead = "the angles"},
     .page = "native.md#what-is-known-classes"},
    {.group = WordGroup::known,
     .idea = "deformation as degree of freedom",
     .meaning = "deformations of element e are degrees of freedom",
     .native = {.keyword = "DYNE", .example = native::kFlexibleRod},
     .page = "native.md#what-is-known-classes"},
    {.group = WordGroup::known,
     .idea = "lock of a joint that may move",
     .meaning = "deformations of element e do not change: the lock of a joint of space, whose "
                "motion is free unless a line names it",
     .native = {.keyword = "FIXE", .example = native::kHingedArm},
     .page = "space.md#joints"},
    {.group = WordGroup::known,
     .idea = "what is free to deform",
     .meaning = "deformations of element e are free; their stress comes from [stiffness and "
                "laws](native.md#forces)",
     .native = {.keyword = "RLSE", .example = native::kSpring},
     .kabios = {.instead = "`SDA`, `RSDA`; `LAW joint n = expression`"},
     .segdyn = {.instead = "`SDA`, `RSDA`"},
     .page = "native.md#what-is-known-classes"},
};

}  // namespace

std::span<const Word> words_of_mechanisms() { return kMechanismWords; }

}  // namespace mbs

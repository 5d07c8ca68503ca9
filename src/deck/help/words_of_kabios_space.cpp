// Lines after the times of KABIOS decks of space that differ from those of the plane.
#include "deck/help/word_examples.h"
#include "deck/help/word_tables.h"

namespace mbs {

namespace {

namespace space = kabios_space_example;

constexpr WordGroup kKabiosSpace = WordGroup::kabios_space;
constexpr std::string_view kKabiosSpacePage = "kabios-space.md";

constexpr Word kKabiosSpaceWords[] = {
    {.group = kKabiosSpace,
     .idea = "KABIOS deck of bodies of space",
     .kabios = {.keyword = "SPACE",
                .forms = "SPACE\nSPACE SEQ xyz",
                .meaning =
                    "the first line of a KABIOS deck of space, before its eight counts; `SEQ`: "
                    "the sequence of angles of all bodies that give none",
                .example = space::kGears},
     .inside = "SEQ",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "mass and inertia of a body of space (KABIOS)",
     .units = "m [kg], xc, yc, zc [m], I [kg m2]",
     .kabios = {.keyword = "MASS",
                .forms = "MASS i m Ixx Ixy Ixz Iyy Iyz Izz [xc yc zc] [PRODUCTS]",
                .meaning =
                    "mass of body i and its matrix of inertia about the centre of mass along "
                    "the axes of the body, Ixy = -(sum of m x y); the centre lies at xc yc zc "
                    "in the body, or at its origin. `PRODUCTS`: Ixy = +(sum of m x y)",
                .example = space::kPendulum},
     .inside = "PRODUCTS",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "velocity of a body of space at the start (KABIOS)",
     .units = "[m/s], [rad/s]",
     .kabios = {.keyword = "VEL",
                .forms = "VEL i xd yd zd wx wy wz\nVEL i xd yd zd BODY w1 w2 w3",
                .meaning = "velocity of the origin of body i at the start and its angular velocity "
                           "along the axes of space, in the position of its line (b); or, behind "
                           "`BODY`, along its own axes",
                .example = space::kPendulum},
     .inside = "BODY",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "gravity in space (KABIOS)",
     .units = "[m/s2]",
     .kabios = {.keyword = "GRAV",
                .forms = "GRAV gx gy gz\nGRAV EARTH",
                .meaning = "acceleration of gravity, on every mass; EARTH is 9.81 m/s2 along -y",
                .example = space::kPendulum},
     .inside = "EARTH",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "spring between points of bodies of space (KABIOS)",
     .units = "xi, eta, zeta, l0 [m], k [N/m], c [N s/m], fa [N]",
     .kabios = {.keyword = "SDA",
                .forms = "SDA i j xi eta zeta xi eta zeta k l0 c [fa]",
                .meaning =
                    "spring, damper and actuator between two body points: tension k (l - l0) "
                    "+ c ld + fa",
                .example = space::kMounted},
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "spring and motor in a joint of space (KABIOS)",
     .units = "theta0 [rad] or [m], k, c, Ta: of the torque or force",
     .kabios = {.keyword = "RSDA",
                .forms = "RSDA n d k theta0 c [Ta]",
                .meaning = "spring, damper and actuator on motion d of joint n, which resist its "
                           "growth: k (theta - theta0) + c thetad + Ta",
                .example = space::kPendulum},
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "bushing of space (KABIOS)",
     .units = "[m], [N/m], [N m/rad], [N s/m], [N m s/rad]",
     .kabios = {.keyword = "BUSHING",
                .forms = "BUSHING i j xi eta zeta xi eta zeta ux uy uz [vx vy vz]\n"
                         "  [AXISJ ux uy uz [vx vy vz]] STIFFNESS k1 ... k6 [DAMPING c1 ... c6]",
                .meaning =
                    "springs and dampers along u, v, w and about them between two bodies; 21 "
                    "stiffnesses are the upper triangle of the matrix, row by row",
                .example = space::kMounted},
     .inside = "STIFFNESS DAMPING AXISJ AT",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "force on a body of space (KABIOS)",
     .units = "xi, eta, zeta [m], f [N]",
     .kabios =
         {.keyword = "FORCE",
          .forms = "FORCE i xi eta zeta fx fy fz [IN BODY [k]]\n"
                   "FORCE i AT x y z fx fy fz\n"
                   "FORCE i TABLE [curve] [THRESHOLD f] [SHIFT s] \"file\" [COLUMNS c c ...]\n"
                   "FORCE i xi eta zeta [IN BODY [k]] TABLE ...\n"
                   "FORCE i AT x y z TABLE ...\n"
                   "FORCE i xi eta zeta FX = expression ; FY = expression ; FZ = expression "
                   "[; IN BODY [k]]",
          .meaning =
              "force at a point of body i, or AT a place of space, along the axes of space or, "
              "IN BODY, of the body or of body k; expressions read t and channels, as laws do; "
              "TABLE: measured, columns t fx fy fz, without a place in the line t fx fy fz x y z",
          .example = space::kPendulum},
     .inside = "FX FY FZ IN BODY AT TABLE THRESHOLD SHIFT",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "load at a joint of bodies of space of given motion (KABIOS)",
     .units = "xi, eta, zeta, x, y, z [m]",
     .kabios = {.keyword = "NETJOINT",
                .forms = "NETJOINT i j xi eta zeta\nNETJOINT i j AT x y z\n"
                         "NETJOINT i j TABLE [curve] \"file\"        j = 0: no other body\n"
                         "NETJOINT i j MARKERS [curve] [GAPS FILL] \"a\"",
                .meaning = "the load that two bodies, which guides or drivers lead, exchange at a "
                           "point of body i, at a place of space or at a measured one "
                           "([space.md](space.md#points-and-net-joints))",
                .example = space::kLed},
     .inside = "AT TABLE MARKERS",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "measured motion of a body of space (KABIOS)",
     .units = "x, y, z, xi, eta, zeta [m], angles [rad]",
     .kabios = {.keyword = "MOTION",
                .forms =
                    "MOTION i TABLE [curve] [GAPS FILL] \"file\" [COLUMNS c c ...]\n"
                    "MOTION i TABLE Q [curve] \"file\" [COLUMNS c c ...]\n"
                    "MOTION i MARKERS [curve] [GAPS FILL] \"a\" \"b\" \"c\" AT xi eta zeta\n"
                    "MOTION i MARKERS [curve] [GAPS FILL] \"a\" xi eta zeta \"b\" xi eta zeta ...",
                .meaning = "body i moves as measured: columns t x y z and the three angles of its "
                           "sequence, or with Q four Euler parameters; or as its markers "
                           "([markers](kabios-space.md#markers))",
                .example = space::kMeasured},
     .inside = "TABLE Q MARKERS STATIC AT",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "markers of a laboratory in space (KABIOS)",
     .units = "xi, eta, zeta [m]",
     .kabios = {.keyword = "MARKERS",
                .forms = "MARKERS \"file\" AXES +x +y +z\nMARKERS \"name\" MIDDLE \"a\" \"b\"\n"
                         "MARKERS \"name\" FROM \"a\" TO \"b\" AT xi\n"
                         "MARKERS \"name\" FRAME \"a\" \"b\" \"c\" AT xi eta zeta",
                .meaning = "the file (.trc, .c3d) of the markers that MOTION and NETJOINT name, "
                           "and its axes along x, y and z; or a marker made from others "
                           "([markers](kabios-space.md#markers))",
                .example = space::kMeasured},
     .inside = "AXES MIDDLE FROM TO FRAME AT",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "torque on a body of space (KABIOS)",
     .units = "m [N m]",
     .kabios =
         {.keyword = "TORQ",
          .forms = "TORQ i mx my mz\nTORQ i BODY m1 m2 m3\n"
                   "TORQ i MX = expression ; MY = expression ; MZ = expression [; IN BODY [k]]\n"
                   "TORQ i [IN BODY [k]] TABLE ...",
          .meaning =
              "torque on body i along the axes of space, or along its own axes or those of body k; "
              "TABLE: columns t mx my mz",
          .example = space::kPendulum},
     .inside = "MX MY MZ IN BODY TABLE",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "damper of a body of space against the ground (KABIOS)",
     .units = "c [N s/m], [N m s/rad]",
     .kabios = {.keyword = "BDAMP",
                .forms = "BDAMP i cx cy cz c1 c2 c3",
                .meaning =
                    "damper between the ground and X, Y and Z of body i, and moments against "
                    "its angular velocities along its own axes",
                .example = space::kPendulum},
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "law of a joint or a body of space (KABIOS)",
     .units = "[N] or [N m]",
     .kabios = {.keyword = "LAW",
                .forms = "LAW JOINT n d = expression\nLAW SDA n = expression\n"
                         "LAW BODY i k = expression",
                .meaning =
                    "added to the force of motion d of joint n, which resists its growth (e, "
                    "ed: the motion and its rate), or to the load of body i: k is X, Y or Z, "
                    "or W1, W2 or W3 for a moment along its own axes. A motion that the joint "
                    "holds is let go",
                .example = space::kPendulum},
     .inside = "JOINT BODY W1 W2 W3",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "friction in a joint of space (KABIOS)",
     .units = "radius, length [m], b [N or N m]; mu: none",
     .kabios = {.keyword = "FRICTION",
                .forms = "FRICTION n 1 radius mu_s [mu_k]   REVOLUTE\n"
                         "FRICTION n 1 length mu_s [mu_k]   PRISMATIC\n"
                         "FRICTION n d radius length mu_s [mu_k]   UNIVERSAL\n"
                         "FRICTION n ALL ...   CYLINDRICAL, PLANAR\n"
                         "FRICTION n d CONSTANT b [b_running]",
                .meaning =
                    "dry friction of motion d of joint n ([space.md](space.md#friction-in-joints))",
                .example = space::kPendulum},
     .inside = "CONSTANT ALL",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "contact of what rolls, or of a point and a plane (KABIOS)",
     .units = "k [N/m^n], d [s/m], vs [m/s], tau [s]; n, mu, e: none",
     .kabios = {.keyword = "CONTACT",
                .forms =
                    "CONTACT n PENALTY k n d [mu vs]\nCONTACT n RIGID e [SEQUENTIAL] [BOUNCES n]\n"
                    "CONTACT n IMPULSES e tau",
                .meaning =
                    "SPLANE, WHEEL, BALL, EGG or FORMULA n, a line above, touches, strikes and "
                    "parts ([space.md](space.md#contact))",
                .example = space::kBounce},
     .inside = "PENALTY RIGID IMPULSES",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "stops of a joint of space (KABIOS)",
     .units = "a, b [rad] or [m]",
     .kabios = {.keyword = "STOPS",
                .forms =
                    "STOPS n d [MIN a] [MAX b] RIGID e\nSTOPS n d [MIN a] [MAX b] PENALTY k n d",
                .meaning =
                    "the ends of the way of motion d of joint n; each takes the next number of "
                    "joints and elements",
                .example = space::kBounce},
     .inside = "MIN MAX RIGID PENALTY IMPULSES",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "driver by expression in space (KABIOS)",
     .units = "[m] or [rad]",
     .kabios = {.keyword = "DRIVE",
                .forms = "DRIVE i k = expression\nDRIVE JOINT n d = expression",
                .meaning = "coordinate k of body i (X, Y, Z, or A1, A2, A3, the angles of its "
                           "sequence; or 1 to 6), or motion d of joint n, moves so",
                .example = space::kGears},
     .inside = "JOINT A1 A2 A3",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "gears and other relations in space (KABIOS)",
     .kabios = {.keyword = "RELATION",
                .forms = "RELATION = c1*NAME1 + c2*NAME2 ...",
                .meaning = "a linear combination of coordinates, angles and travels of joints, "
                           "counted from the start",
                .example = space::kGears},
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "constraint by an expression in space (KABIOS)",
     .kabios = {.keyword = "FORMULA",
                .forms = "FORMULA = expression",
                .meaning =
                    "any expression of coordinates, directions of axes and motions of joints, "
                    "which is 0",
                .example = space::kFormulas},
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "constraint on velocities in space (KABIOS)",
     .kabios = {.keyword = "VFORMULA",
                .forms = "VFORMULA = expression",
                .meaning = "a sum of velocities times factors of positions and t, which is 0",
                .example = space::kFormulas},
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "rolling wheel (KABIOS)",
     .units = "[m]",
     .kabios = {.keyword = "WHEEL",
                .forms = "WHEEL i ax ay az r [TYRE c] [ON j] PLANE nx ny nz [THROUGH x y z]",
                .meaning =
                    "a disc of body i about its origin rolls on a plane of space, or of body j "
                    "([space.md](space.md#rolling))",
                .example = space::kRolling},
     .inside = "TYRE ON PLANE THROUGH",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "rolling ball (KABIOS)",
     .units = "[m]",
     .kabios = {.keyword = "BALL",
                .forms = "BALL i r [ON j] PLANE nx ny nz [THROUGH x y z]",
                .meaning = "a ball of body i about its origin rolls on a plane",
                .example = space::kRolling},
     .inside = "ON PLANE THROUGH",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "rolling ellipsoid (KABIOS)",
     .units = "[m]",
     .kabios = {.keyword = "EGG",
                .forms = "EGG i rx ry rz [CENTRE x y z] [TURN xyz a b c] [ON j] PLANE nx ny nz\n"
                         "  [THROUGH x y z]",
                .meaning = "an ellipsoid of body i rolls on a plane",
                .example = space::kRolling},
     .inside = "CENTRE TURN ON PLANE THROUGH",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "point of a body on a plane of space (KABIOS)",
     .units = "[m]",
     .kabios = {.keyword = "SPLANE",
                .forms = "SPLANE i xi eta zeta r [ON j] PLANE nx ny nz [THROUGH x y z]",
                .meaning =
                    "gap between a point of body i, or a ball of radius r about it, and a plane; "
                    "held without CONTACT",
                .example = space::kBounce},
     .inside = "ON PLANE THROUGH",
     .page = kKabiosSpacePage},
    {.group = kKabiosSpace,
     .idea = "shares of redundant joints (KABIOS)",
     .units = "l [m]",
     .kabios = {.keyword = "REDUNDANT",
                .forms = "REDUNDANT LEAST [LENGTH l]",
                .meaning =
                    "redundant joints share what equilibrium leaves open by the least sum of "
                    "squares ([space.md](space.md#loops-that-hold-more-than-they-need))",
                .example = space::kDoor},
     .inside = "LEAST LENGTH",
     .page = kKabiosSpacePage},
};

}  // namespace

std::span<const Word> words_of_kabios_space() { return kKabiosSpaceWords; }

}  // namespace mbs

// Masses, forces, laws and values at the start.
// One file above 400 lines: a table, a row for each idea.
#include "deck/help/word_examples.h"
#include "deck/help/word_tables.h"

namespace mbs {

namespace {

namespace native = native_example;
namespace kabios = kabios_example;
namespace chain = segdyn_example;

constexpr Word kForceWords[] = {
    // ---- masses ---------------------------------------------------------------------------------
    {.group = WordGroup::mass,
     .idea = "mass and moment of inertia",
     .native = {.keyword = "XM",
                .forms = "XM n m\nXM n Ixx Ixy Ixz Iyy Iyz Izz",
                .meaning = "mass of a point node, moment of inertia of an angle node; matrix of "
                           "inertia of an orientation ([space.md](space.md))",
                .example = native::kSpring,
                .units = "m [kg] or [kg m2], Ixx ... [kg m2]"},
     .kabios = {.keyword = "MASS",
                .meaning = "mass of body i and its moment of inertia about its origin, which is "
                           "its centre of mass",
                .example = kabios::kPendulum,
                .units = "m [kg], J [kg m2]"},
     .segdyn = {.keyword = "SEGMENT",
                .meaning = "mass, length, distance of the centre of gravity from the proximal "
                           "joint, moment of inertia about it",
                .example = chain::kChain,
                .units = "m [kg], l, d [m], j [kg m2]"},
     .page = "native.md#masses"},
    {.group = WordGroup::mass,
     .idea = "mass of an element",
     .units = "rho [kg/m], J [kg m]",
     .native = {.keyword = "EM",
                .forms = "EM e rho [J]",
                .meaning = "mass per reference length of a PLTRUSS or beam; rotary inertia per "
                           "reference length of a beam",
                .example = native::kFlexibleRod},
     .page = "native.md#masses"},
    // ---- forces ---------------------------------------------------------------------------------
    {.group = WordGroup::force,
     .idea = "stiffness",
     .meaning = "stiffness: EA of a PLTRUSS, EA and EI of a beam, divided by the reference length "
                "as in SPACAR; k of a PLTOR and PLSDA; one number per deformation of a joint",
     .units = "EA [N], EI [N m2], k [N/m] or [N m/rad]",
     .native = {.keyword = "ESTIFF", .example = native::kSpring},
     .kabios = {.instead = "k of `SDA` and `RSDA`"},
     .segdyn = {.instead = "k of `SDA` and `RSDA`"},
     .page = "native.md#forces"},
    {.group = WordGroup::force,
     .idea = "damping",
     .meaning = "damping, the same of the rates",
     .units = "those of ESTIFF times s",
     .native = {.keyword = "EDAMP", .example = native::kSpring},
     .kabios = {.instead = "c of `SDA` and `RSDA`"},
     .segdyn = {.instead = "c of `SDA` and `RSDA`"},
     .page = "native.md#forces"},
    {.group = WordGroup::force,
     .idea = "constant stress, prestress",
     .meaning = "constant stress, one number per deformation",
     .units = "[N] or [N m]",
     .native = {.keyword = "ESIG", .example = native::kSpring},
     .kabios = {.instead = "fa of `SDA`, Ta of `RSDA`"},
     .segdyn = {.instead = "fa of `SDA`, Ta of `RSDA`"},
     .page = "native.md#forces"},
    {.group = WordGroup::force,
     .idea = "rest length, rest angle",
     .meaning = "reference values of the deformations: the length of a PLTRUSS, PLBEAM or PLSDA, "
                "the relative angle of a PLTOR",
     .units = "[m] or [rad]",
     .native = {.keyword = "EREST", .example = native::kSpring},
     .kabios = {.instead = "l0 of `SDA`, theta0 of `RSDA`"},
     .segdyn = {.instead = "l0 of `SDA`, theta0 of `RSDA`"},
     .page = "native.md#forces"},
    {.group = WordGroup::force,
     .idea = "load, torque",
     .native = {.keyword = "XF",
                .forms =
                    "XF n fx fy\nXF n moment\nXF n fx fy fz\nXF n m1 m2 m3\nXF n SPACE mx my mz",
                .meaning = "constant load: fx fy of a point, a moment on an angle; three numbers "
                           "in space, moments along the axes of the body, behind SPACE along those "
                           "of space ([space.md](space.md#forces-and-moments))",
                .example = native::kCantilever,
                .units = "fx, fy [N], moment [N m]"},
     .kabios = {.keyword = "TORQ",
                .meaning = "constant torque on body i",
                .example = kabios::kPendulum,
                .units = "n [N m]"},
     .segdyn = {.instead = "`KNOWN MEXT i`, `KNOWN M i`"},
     .page = "native.md#forces"},
    {.group = WordGroup::force,
     .idea = "damper of a coordinate, against the ground",
     .native = {.keyword = "XDAMP",
                .forms = "XDAMP n cx cy\nXDAMP n c",
                .meaning = "damper between the ground and each coordinate of a node, F = -c v: of "
                           "a point, of an angle; of a point of space `cx cy cz`, of an "
                           "orientation `cw1 cw2 cw3` ([space.md](space.md))",
                .example = native::kController,
                .units = "cx, cy [N s/m], c [N m s/rad]"},
     .kabios = {.keyword = "BDAMP",
                .meaning = "damper between the ground and X, Y and PHI of body i, F = -c v",
                .example = kabios::kPendulum,
                .units = "cx, cy [N s/m], cphi [N m s/rad]"},
     .segdyn = {.keyword = "BDAMP",
                .meaning = "damper between the ground and X, Y and PHI of segment i, F = -c v; X "
                           "and Y are those of its centre of gravity",
                .example = chain::kSprings,
                .units = "cx, cy [N s/m], cphi [N m s/rad]"},
     .page = "native.md#forces"},
    {.group = WordGroup::force,
     .idea = "force at a point of a body",
     .units = "xi, eta, x, y [m], fx, fy [N], t [s]",
     .native = {.keyword = "PFORCE",
                .forms = "PFORCE k p a xi eta fx fy\n"
                         "PFORCE k p a xi eta FX = expression ; FY = expression [; IN BODY [b]]\n"
                         "PFORCE k p a AT x y fx fy\nPFORCE k p a TABLE ...\n"
                         "PFORCE k p a xi eta zeta fx fy fz [IN BODY [b]]\n"
                         "PFORCE k p a AT x y z fx fy fz\n"
                         "PFORCE k p a xi eta zeta [IN BODY [b]] TABLE ...\n"
                         "PFORCE k p a AT x y z TABLE ...\n"
                         "PFORCE k p a xi eta zeta FX = expression ; FY = expression ; FZ = "
                         "expression [; IN BODY [b]]",
                .meaning =
                    "constant force, in global components, at the point (xi, eta) of the "
                    "body (p, a), or AT a point in space; by expressions, IN BODY: in the "
                    "frame of the body, or of that of angle node b "
                    "([elements.md](elements.md#forces)); TABLE: columns t fx fy x y "
                    "([inverse.md](inverse.md)); with zeta and three components of a body of "
                    "space, columns t fx fy fz, without a place in the line t fx fy fz x y z "
                    "([space.md](space.md#forces-and-moments))",
                .example = native::kTwoRods},
     .kabios = {.keyword = "FORCE",
                .forms =
                    "FORCE i xi eta fx fy\n"
                    "FORCE i xi eta FX = expression ; FY = expression [; IN BODY [k]]\n"
                    "FORCE i AT x y fx fy\nFORCE i TABLE [curve] [THRESHOLD f] [SHIFT s] \"file\" "
                    "[COLUMNS c c ...]",
                .meaning = "constant force, in global components, at a point of body i, or AT a "
                           "point in space; by expressions, IN BODY: in the frame of body i, or of "
                           "body k ([elements.md](elements.md#forces)); TABLE: measured force and "
                           "its point in space, columns t fx fy x y "
                           "([inverse.md](inverse.md#force-plates): a force below the "
                           "THRESHOLD is none)",
                .example = kabios::kPendulum},
     .segdyn = {.keyword = "FORCE",
                .forms = "FORCE i xi eta fx fy\n"
                         "FORCE i xi eta FX = expression ; FY = expression [; IN BODY [k]]",
                .meaning = "force at the point (xi, eta) of segment i, counted from its centre of "
                           "gravity, xi along it: constant, in global components, or by "
                           "expressions, IN BODY: in the frame of segment i, or of segment k "
                           "([elements.md](elements.md#forces)); FEXTX, FEXTY and MEXT contain it",
                .example = chain::kChain},
     .inside = "AT TABLE THRESHOLD SHIFT PLATE CHANNELS AXES DEPTH FX FY IN BODY",
     .page = "native.md#forces"},
    {.group = WordGroup::force,
     .idea = "load at a joint of bodies of given motion",
     .meaning = "the load that two bodies of prescribed motion exchange at a joint "
                "([inverse.md](inverse.md))",
     .units = "xi, eta, x, y [m]",
     .native = {.keyword = "NETJOINT",
                .forms = "NETJOINT k p a q b xi eta\nNETJOINT k p a q b AT x y\n"
                         "NETJOINT k p a q b TABLE ...        0 0 for q b: no other body\n"
                         "NETJOINT k p a q b xi eta zeta\nNETJOINT k p a q b AT x y z\n"
                         "NETJOINT k p a q b MARKERS [curve] [GAPS FILL] \"a\"",
                .meaning = "the load that two bodies of prescribed motion exchange at a joint "
                           "([inverse.md](inverse.md)); with zeta, with z, with the columns "
                           "t x y z of a TABLE and at a marker of bodies of space "
                           "([space.md](space.md#points-and-net-joints))",
                .example = native::kJointLoad},
     .kabios = {.keyword = "NETJOINT",
                .forms = "NETJOINT i j xi eta\nNETJOINT i j AT x y\n"
                         "NETJOINT i j TABLE \"file\"        j = 0: no other body\n"
                         "NETJOINT i j MARKERS \"a\"",
                .example = kabios::kMeasured},
     .segdyn = {.instead = "`KNOWN PHI i`, `UNKNOWN M i`"},
     .page = "inverse.md"},
    {.group = WordGroup::force,
     .idea = "gravity",
     .meaning = "acceleration of gravity, on every mass; EARTH is 9.81 m/s2 downwards (-y)",
     .units = "gx, gy [m/s2]",
     .native = {.keyword = "GRAVITY", .example = native::kSpring},
     .kabios = {.keyword = "GRAV", .example = kabios::kPendulum},
     .segdyn = {.keyword = "GRAV",
                .meaning = "acceleration of gravity, EARTH being 9.81 m/s2 downwards; it is added "
                           "to the known external forces of every segment",
                .example = chain::kChain},
     .inside = "EARTH",
     .page = "dynamics.md"},
    {.group = WordGroup::force,
     .idea = "contact: touching, lifting, sliding, friction",
     .units = "lengths [m], k [N/m^n], d [s/m], vs [m/s], tau [s]; n, mu, restitution: none",
     .native =
         {.keyword = "CONTACT",
          .forms = "CONTACT e PENALTY k n d [mu vs] [CLOSED [d]]\n"
                   "CONTACT e RIGID restitution [mu_s mu_k] [SEQUENTIAL] [BOUNCES n] "
                   "[CLOSED [d]]\n"
                   "CONTACT e IMPULSES restitution tau [mu] [CLOSED [d]]",
          .meaning =
              "what a PLCLINE, PLCCIRC, PLCPOLY, CAM, CURVES, SPLANE, WHEEL, BALL or EGG does when "
              "it touches ([contact.md](contact.md))",
          .example = native::kBall},
     .kabios = {.keyword = "CONTACT",
                .forms = "CONTACT i j LINE xi eta r xi_0 eta_0 tx ty model\n"
                         "CONTACT i j CIRCLE xi eta r xi_c eta_c R model\n"
                         "CONTACT i j SEGMENT xi eta r x y x y model\n"
                         "CONTACT i j POLYLINE xi eta r x y x y ... model\n"
                         "CONTACT i j POLYGON xi eta r x y x y x y ... model\n"
                         "CONTACT CAM k model\n"
                         "CONTACT CURVES k model",
                .meaning = "a point or wheel of body i touches a line, a circle or an outline of "
                           "body j, or a follower its cam; the model is PENALTY, RIGID or IMPULSES "
                           "and its numbers "
                           "([contact.md](contact.md))",
                .example = kabios::kCrate},
     .segdyn = {.keyword = "CONTACT",
                .forms = "CONTACT i LINE s h r x y tx ty model\n"
                         "CONTACT i CIRCLE s h r x y R model\n"
                         "CONTACT i SEGMENT s h r x y x y model\n"
                         "CONTACT i POLYLINE s h r x y x y ... model\n"
                         "CONTACT i POLYGON s h r x y x y x y ... model\n"
                         "CONTACT CAM k model\n"
                         "CONTACT CURVES k model",
                .meaning =
                    "a point or wheel of segment i touches a line, a circle or an outline "
                    "of the environment, or a follower its cam ([contacts](chains.md#contacts))",
                .example = chain::kSprings},
     .inside = "SEGMENT POLYLINE POLYGON PENALTY RIGID IMPULSES BOUNCES SEQUENTIAL CLOSED",
     .page = "contact.md"},
    {.group = WordGroup::force,
     .idea = "joint friction: pin, bearing, slider, slot; rolling resistance; capstan; gears, "
             "screw, belt, cam; constant",
     .meaning = "dry friction in proportion to the force that the joint carries, or of a constant "
                "value: it sticks and slides ([friction.md](friction.md))",
     .units = "radius, length, b, g [m], angles [rad], pull [N], break-away and running [N or "
              "N m]; mu, eta: none",
     .native = {.keyword = "FRICTION",
                .forms = "FRICTION k e d radius mu_s [mu_k]\n"
                         "FRICTION k e d length mu_s [mu_k]\n"
                         "FRICTION k e d mu_s [mu_k]\n"
                         "FRICTION k e d CAPSTAN angle mu_s [mu_k]\n"
                         "FRICTION k e d g alpha mu_s [mu_k]\n"
                         "FRICTION k e d EFFICIENCY eta\n"
                         "FRICTION k e d radius beta mu_s [mu_k]\n"
                         "FRICTION k e d TENSION pull angle mu_s [mu_k]\n"
                         "FRICTION k k d radius length mu_s [mu_k]\n"
                         "FRICTION k e ALL radius [length] mu vs\n"
                         "FRICTION k e d CONSTANT break-away [running]",
                .meaning = "the force of element k, a PLREV or REVOLUTE, a PLTRAN or PRISMATIC, a "
                           "UNIVERSAL, CYLINDRICAL, PLANAR or SPHERICAL, a "
                           "PLSLOT or PLCLINE, a rope, a PLGEAR or PLRACK, a PLSCREW, PLBELT or "
                           "CAM, or with CONSTANT "
                           "nothing, rubs against deformation d of element e ([friction.md]"
                           "(friction.md))",
                .example = native::kFlywheel},
     .kabios = {.keyword = "FRICTION",
                .forms = "FRICTION REVOLUTE k radius mu_s [mu_k]\n"
                         "FRICTION TRANSLATIONAL k length mu_s [mu_k]\n"
                         "FRICTION SLOT k mu_s [mu_k]\n"
                         "FRICTION ROLL k b_s [b_k]\n"
                         "FRICTION CONTACT k b_s [b_k]\n"
                         "FRICTION joint k OVER joint m CAPSTAN angle mu_s [mu_k]\n"
                         "FRICTION GEAR k g alpha mu_s [mu_k]\n"
                         "FRICTION RACK k g alpha mu_s [mu_k]\n"
                         "FRICTION GEAR k EFFICIENCY eta\n"
                         "FRICTION RACK k EFFICIENCY eta\n"
                         "FRICTION SCREW k radius beta mu_s [mu_k]\n"
                         "FRICTION BELT k TENSION pull angle mu_s [mu_k]\n"
                         "FRICTION CAM k mu_s [mu_k]\n"
                         "FRICTION joint k CONSTANT break-away [running]",
                .example = kabios::kFlywheel},
     .segdyn = {.keyword = "FRICTION",
                .forms = "FRICTION JOINT k radius mu_s [mu_k]\n"
                         "FRICTION REVOLUTE k radius mu_s [mu_k]\n"
                         "FRICTION TRANSLATIONAL k length mu_s [mu_k]\n"
                         "FRICTION SLOT k mu_s [mu_k]\n"
                         "FRICTION ROLL k b_s [b_k]\n"
                         "FRICTION CONTACT k b_s [b_k]\n"
                         "FRICTION joint k OVER joint m CAPSTAN angle mu_s [mu_k]\n"
                         "FRICTION GEAR k g alpha mu_s [mu_k]\n"
                         "FRICTION RACK k g alpha mu_s [mu_k]\n"
                         "FRICTION GEAR k EFFICIENCY eta\n"
                         "FRICTION RACK k EFFICIENCY eta\n"
                         "FRICTION SCREW k radius beta mu_s [mu_k]\n"
                         "FRICTION BELT k TENSION pull angle mu_s [mu_k]\n"
                         "FRICTION CAM k mu_s [mu_k]\n"
                         "FRICTION joint k CONSTANT break-away [running]",
                .example = chain::kCrank},
     .inside = "OVER CAPSTAN JOINT EFFICIENCY TENSION CONSTANT",
     .page = "friction.md"},
    {.group = WordGroup::force,
     .idea = "stops, limits of a joint's motion, end of travel",
     .meaning = "the ends of the way of a deformation, which bounce and bear as a CONTACT does "
                "([space.md](space.md#stops))",
     .units = "a, b [m] or [rad]; the numbers of the model as for CONTACT",
     .native = {.keyword = "STOPS",
                .forms = "STOPS e d [MIN a] [MAX b] RIGID e\n"
                         "STOPS e d [MIN a] [MAX b] PENALTY k n d\n"
                         "STOPS e d [MIN a] [MAX b] IMPULSES e tau",
                .example = native::kStops},
     .kabios = {.instead = "`EVENT ... DO IMPACT`, or a native deck (`--convert native`)"},
     .segdyn = {.instead = "`EVENT ... DO IMPACT`"},
     .inside = "MIN MAX",
     .page = "space.md#stops"},
    {.group = WordGroup::force,
     .idea = "muscle",
     .meaning = "a muscle over joints ([muscles.md](muscles.md))",
     .units = "a0 [m], a1 [m/rad], f [N], l, s [m], t [s]; stimulation from 0 to 1",
     .native = {.keyword = "MUSCLE", .example = native::kElbow},
     .kabios = {.keyword = "MUSCLE", .example = kabios::kElbow},
     .segdyn = {.keyword = "MUSCLE", .example = chain::kElbow},
     .inside = "VSB DGF THELEN HATZE FIRST ARM OVER FMAX LOPT LSLACK SCALE STIM ONSET",
     .page = "muscles.md"},
    {.group = WordGroup::force,
     .idea = "muscles in equilibrium at the start",
     .meaning = "stimulations at the start that make wanted moments of joints, or hold the posture "
                "at rest ([muscles.md](muscles.md))",
     .units = "m [N m]",
     .native = {.keyword = "MUSCLESTART", .example = native::kElbow},
     .kabios = {.keyword = "MUSCLESTART", .example = kabios::kElbow},
     .segdyn = {.keyword = "MUSCLESTART", .example = chain::kElbow},
     .inside = "MOMENT REST LEAST BETWEEN",
     .page = "muscles.md"},
    {.group = WordGroup::force,
     .idea = "static optimisation",
     .meaning = "forces of muscles without a stimulation that share joint moments of the motion "
                "([muscles.md](muscles.md#static-optimisation))",
     .units = "the channel's moment [N m]",
     .native = {.keyword = "STATICOPT", .example = native::kSharedMoment},
     .kabios = {.keyword = "STATICOPT", .example = kabios::kSharedMoment},
     .segdyn = {.keyword = "STATICOPT", .example = chain::kSharedMoment},
     .inside = "MOMENT LEAST POWER BETWEEN",
     .page = "muscles.md"},
    // ---- laws -----------------------------------------------------------------------------------
    {.group = WordGroup::law,
     .idea = "law of a spring, actuator or joint",
     .units = "[N] or [N m]",
     .native =
         {.keyword = "ELAW",
          .meaning = "added to the stress of deformation d; e is the deformation, ed its rate",
          .example = native::kOwnSpring},
     .kabios = {.keyword = "LAW",
                .forms = "LAW SDA n = expression\nLAW RSDA n = expression\n"
                         "LAW BODY i k = expression\nLAW joint n [equation] = expression",
                .meaning = "added to the force or torque of the n-th SDA or RSDA (e is l - l0 or "
                           "theta - theta0, ed its rate), or to the load of coordinate k (X, Y or "
                           "PHI, or 1, 2, 3 for them; x is the coordinate, v its velocity) of body "
                           "i; a joint of the tail is let go and gets this law: an elastic rope is "
                           "`LAW PATH 1 = max(0, 5000*e + 20*ed)`",
                .example = kabios::kController},
     .segdyn = {.keyword = "LAW",
                .forms = "LAW SDA n = expression\nLAW RSDA n = expression\n"
                         "LAW PATH n = expression\nLAW BODY i k = expression",
                .meaning = "as in KABIOS decks; BODY i is segment i",
                .example = chain::kSprings},
     .page = "native.md#laws"},
    {.group = WordGroup::law,
     .idea = "law of a load: motor, drag, controller",
     .meaning = "added to the load of coordinate c; x is the coordinate, v its velocity",
     .units = "[N] or [N m]",
     .native = {.keyword = "XLAW", .example = native::kController},
     .kabios = {.instead = "`LAW BODY i k = expression`"},
     .segdyn = {.instead = "`LAW BODY i k = expression`, `KNOWN M i = expression`"},
     .page = "native.md#laws"},
    {.group = WordGroup::law,
     .idea = "state of one's own, differential equation",
     .meaning = "a state of your own, z' = expression, which laws and events read "
                "([states.md](states.md)); it starts at a value, or where its rate is 0",
     .native = {.keyword = "ODE",
                .forms = "ODE name start RATE expression\n"
                         "ODE name EQUILIBRIUM [guess] RATE expression",
                .example = native::kController},
     .kabios = {.keyword = "ODE",
                .forms = "ODE name start RATE expression\n"
                         "ODE name EQUILIBRIUM [guess] RATE expression",
                .meaning = "a state of your own, z' = expression, which laws and events read "
                           "([states.md](states.md)); it starts at a value, or where its rate is "
                           "0. With `INTEG` alone beside it a deck stays kinematic",
                .example = kabios::kController},
     .segdyn = {.keyword = "ODE",
                .forms = "ODE name start RATE expression\n"
                         "ODE name EQUILIBRIUM [guess] RATE expression",
                .meaning = "a state of your own, z' = expression, which `KNOWN` and `ROW` "
                           "expressions read ([states.md](states.md))",
                .example = chain::kElbow},
     .inside = "RATE EQUILIBRIUM",
     .page = "states.md"},
    // ---- at the start ---------------------------------------------------------------------------
    {.group = WordGroup::start,
     .idea = "position at the start",
     .meaning = "coordinate c at the start",
     .units = "[m] or [rad], their rates",
     .native = {.keyword = "STARTDX", .example = native::kSpring},
     .kabios = {.instead = "record (b) of the head"},
     .segdyn = {.instead = "`STATE`, `BASE`"},
     .page = "native.md#initial-values"},
    {.group = WordGroup::start,
     .idea = "velocity at the start",
     .units = "[m/s] or [rad/s]",
     .native = {.keyword = "STARTVX",
                .forms = "STARTVX n c velocity\nSTARTVX n w1 w2 w3          of an orientation\n"
                         "STARTVX n SPACE wx wy wz",
                .meaning = "its velocity alone; the angular velocity of an orientation along the "
                           "axes of the body or of space",
                .example = native::kFlexibleRod},
     .kabios = {.keyword = "VEL",
                .meaning = "velocity of body i at the start. What is held has none, and what is "
                           "driven moves as it is driven; where the rest does not fit together, "
                           "the degrees of freedom keep theirs. The echo says what has changed, "
                           "and by how much",
                .example = kabios::kPendulum},
     .segdyn = {.instead = "`STATE i phi phid`, `BASE x y xd yd`"},
     .page = "native.md#initial-values"},
    {.group = WordGroup::start,
     .idea = "deformation at the start",
     .meaning = "deformation d at the start",
     .units = "[m] or [rad], their rates",
     .native = {.keyword = "STARTDE", .example = native::kFlexibleRod},
     .page = "native.md#initial-values"},
};

}  // namespace

std::span<const Word> words_of_forces() { return kForceWords; }

}  // namespace mbs

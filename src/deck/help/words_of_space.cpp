// Elements and bodies of space.
#include "deck/help/word_examples.h"
#include "deck/help/word_tables.h"

namespace mbs {

namespace {

namespace native = native_example;

constexpr std::string_view kSectionC = "section (c) of [decks of space](kabios-space.md)";

constexpr Word kSpaceWords[] = {
    {.group = WordGroup::element,
     .idea = "bar in space",
     .meaning = "bar between points p and q of space ([space.md](space.md#elements))",
     .native = {.keyword = "TRUSS", .example = native::kTop},
     .page = "space.md"},
    {.group = WordGroup::element,
     .idea = "point of a body in space",
     .meaning = "point q is carried by the body (p, a) of space ([space.md](space.md#elements))",
     .native = {.keyword = "PINBODY", .example = native::kTop},
     .page = "space.md"},
    {.group = WordGroup::element,
     .idea = "ball joint, spherical joint",
     .meaning = "a point of the body (p, a) of space is a point of the body (q, b) "
                "([space.md](space.md#elements))",
     .units = "xi, eta, zeta [m]",
     .native = {.keyword = "SPHERICAL", .example = native::kBallJoint},
     .kabios = {.instead = kSectionC},
     .inside = "AT",
     .page = "space.md"},
    {.group = WordGroup::element,
     .idea = "hinge of space",
     .meaning = "orientation b turns about an axis of orientation a ([space.md](space.md#joints))",
     .native = {.keyword = "HINGE", .example = native::kGimbal},
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "revolute joint of space, axle",
     .meaning = "two bodies of space turn about one axis u ([space.md](space.md#joints))",
     .units = "xi, eta, zeta [m]",
     .native = {.keyword = "REVOLUTE", .example = native::kHingedArm},
     .kabios = {.instead = kSectionC},
     .inside = "AT AXISJ",
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "cylindrical joint",
     .meaning = "two bodies of space turn about one axis u and slide along it "
                "([space.md](space.md#joints))",
     .units = "xi, eta, zeta [m]",
     .native = {.keyword = "CYLINDRICAL", .example = native::kCylinder},
     .kabios = {.instead = kSectionC},
     .inside = "AT AXISJ",
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "prismatic joint, slide of space",
     .meaning =
         "two bodies of space slide along one axis u and do not turn ([space.md](space.md#joints))",
     .units = "xi, eta, zeta [m]",
     .native = {.keyword = "PRISMATIC", .example = native::kSpaceSlide},
     .kabios = {.instead = kSectionC},
     .inside = "AT AXISJ",
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "universal joint, Cardan joint, Hooke joint",
     .meaning = "a cross joins two bodies of space: its arms are u of body i and v of body j "
                "([space.md](space.md#joints))",
     .units = "xi, eta, zeta [m]",
     .native = {.keyword = "UNIVERSAL", .example = native::kCardanShaft},
     .kabios = {.instead = kSectionC},
     .inside = "AT AXISJ",
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "joint of constant velocity",
     .meaning =
         "two shafts along u that may bend and turn at one speed ([space.md](space.md#joints))",
     .units = "xi, eta, zeta [m]",
     .native = {.keyword = "CVJOINT", .example = native::kConstantVelocity},
     .kabios = {.instead = kSectionC},
     .inside = "AT AXISJ",
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "planar joint",
     .meaning = "body j slides in a plane of body i with the normal u, and turns about u "
                "([space.md](space.md#joints))",
     .units = "xi, eta, zeta [m]",
     .native = {.keyword = "PLANAR", .example = native::kTableTop},
     .kabios = {.instead = kSectionC},
     .inside = "AT AXISJ",
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "point in a plane",
     .meaning = "a point of body j stays in a plane of body i with the normal u "
                "([space.md](space.md#joints))",
     .units = "xi, eta, zeta [m]",
     .native = {.keyword = "INPLANE", .example = native::kPointOnPlane},
     .kabios = {.instead = kSectionC},
     .inside = "AT AXISJ",
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "weld of space, rigid connection",
     .meaning = "two bodies of space move as one ([space.md](space.md#joints))",
     .units = "xi, eta, zeta [m]",
     .native = {.keyword = "WELD", .example = native::kSpaceWeld},
     .kabios = {.instead = kSectionC},
     .inside = "AT AXISJ",
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "screw of space, nut on a thread",
     .meaning =
         "body j travels along u by the lead for one turn about it ([space.md](space.md#joints))",
     .units = "xi, eta, zeta, lead [m]",
     .native = {.keyword = "SCREW", .example = native::kSpaceScrew},
     .kabios = {.instead = kSectionC},
     .inside = "AT AXISJ LEAD",
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "bushing, six springs",
     .meaning = "two bodies of space joined by springs along three axes and about them "
                "([space.md](space.md#joints))",
     .units = "xi, eta, zeta [m]",
     .native = {.keyword = "BUSHING", .example = native::kBushing},
     .inside = "AT AXISJ",
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "spring, damper, actuator, rod of space",
     .meaning = "distance of a point of body (p, a) and a point of body (q, b) of space "
                "([space.md](space.md#joints))",
     .units = "xi, eta, zeta [m]",
     .native = {.keyword = "SDA", .example = native::kSpaceStrut},
     .inside = "AT",
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "Cardan angles, Euler angles, joint angles",
     .meaning = "three angles of orientation b against a, in a sequence of axes such as zxy "
                "([space.md](space.md#joints))",
     .units = "angles [rad]",
     .native = {.keyword = "CARDAN", .example = native::kCardanAngles},
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "angular velocity as an input, body rates, gyroscope",
     .meaning = "the angular velocity of orientation b against a, along the axes of a (1 2 3) and "
                "of b (4 5 6) ([space.md](space.md#prescribed-angular-velocities))",
     .units = "rates only [rad/s]",
     .native = {.keyword = "SPIN", .example = native::kBodyRates},
     .page = "space.md#prescribed-angular-velocities"},
    {.group = WordGroup::element,
     .idea = "rigid beam of space",
     .meaning = "the body (p, a) holds point q; forces along the beam and across it "
                "([space.md](space.md#joints))",
     .units = "vx vy vz: y direction",
     .native = {.keyword = "RBEAM", .example = native::kRigidBeam},
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "slider of space, point on a line",
     .meaning = "point q slides on a line of the body (p, a) ([space.md](space.md#joints))",
     .units = "ux uy uz: direction of the line",
     .native = {.keyword = "SLIDER", .example = native::kSpaceSlider},
     .page = "space.md#joints"},
    {.group = WordGroup::element,
     .idea = "wheel, rolling disc, tyre of space",
     .meaning =
         "a wheel of the body (p, a) rolls on a plane of space, or of the body (q, b); `TYRE` "
         "gives it a round tyre ([space.md](space.md#rolling))",
     .units = "r, c, x, y, z [m]",
     .native = {.keyword = "WHEEL",
                .forms = "WHEEL e p a  ax ay az  r [TYRE c] [ON q b] PLANE nx ny nz\n"
                         "    [THROUGH x y z]",
                .example = native::kRollingDisc},
     .inside = "TYRE ON PLANE THROUGH",
     .page = "space.md#rolling"},
    {.group = WordGroup::element,
     .idea = "ball that rolls",
     .meaning = "a ball rolls on a plane of space, or of a body ([space.md](space.md#rolling))",
     .units = "r, x, y, z [m]",
     .native = {.keyword = "BALL",
                .forms = "BALL e p a  r [ON q b] PLANE nx ny nz [THROUGH x y z]",
                .example = native::kRollingBall},
     .inside = "ON PLANE THROUGH",
     .page = "space.md#rolling"},
    {.group = WordGroup::element,
     .idea = "point or ball of a body against a plane, for contact in space",
     .meaning =
         "the gap between a point of a body and a plane of space, or of a body; CONTACT makes "
         "it touch, without friction ([space.md](space.md#contact))",
     .units = "xi, eta, zeta, r, x, y, z [m]",
     .native = {.keyword = "SPLANE",
                .forms = "SPLANE e p a  xi eta zeta r [ON q b] PLANE nx ny nz [THROUGH x y z]",
                .example = native::kSpaceContact},
     .inside = "ON PLANE THROUGH",
     .page = "space.md#contact"},
    {.group = WordGroup::run,
     .idea = "shares of what redundant joints leave open",
     .meaning = "redundant joints of space share the stresses that equilibrium leaves open by the "
                "least sum of squares ([space.md](space.md#loops-that-hold-more-than-they-need))",
     .units = "LENGTH: the arm at which a moment counts as a force [m]",
     .native = {.keyword = "REDUNDANT",
                .forms = "REDUNDANT LEAST [LENGTH l]",
                .example = native::kSpaceDoor},
     .inside = "LEAST LENGTH",
     .page = "space.md#loops-that-hold-more-than-they-need"},
    {.group = WordGroup::element,
     .idea = "ellipsoid that rolls",
     .meaning = "an ellipsoid rolls on a plane of space, or of a body "
                "([space.md](space.md#rolling))",
     .units = "rx, ry, rz, x, y, z [m]",
     .native = {.keyword = "EGG",
                .forms = "EGG e p a  rx ry rz [CENTRE x y z] [TURN xyz a b c] [ON q b]\n"
                         "    PLANE nx ny nz [THROUGH x y z]",
                .example = native::kRollingEgg},
     .inside = "CENTRE TURN ON PLANE THROUGH",
     .page = "space.md#rolling"},
    {.group = WordGroup::force,
     .idea = "moment on a body of space",
     .meaning =
         "moment on orientation a along the axes of space or, IN BODY, along its own or "
         "those of orientation b; expressions read what laws read; TABLE: columns t mx my mz "
         "([space.md](space.md#forces-and-moments))",
     .units = "m [N m], t [s]",
     .native = {.keyword = "PTORQUE",
                .forms = "PTORQUE k a mx my mz [IN BODY [b]]\n"
                         "PTORQUE k a MX = expression ; MY = expression ; MZ = expression "
                         "[; IN BODY [b]]\n"
                         "PTORQUE k a [IN BODY [b]] TABLE ...",
                .example = native::kMeasuredBody},
     .kabios = {.instead = "`TORQ`"},
     .inside = "MX MY MZ IN BODY TABLE",
     .page = "space.md#forces-and-moments"},
    {.group = WordGroup::mass,
     .idea = "mass of a body of space, centre of mass",
     .units = "m [kg], xc, yc, zc [m], Ixx ... [kg m2]",
     .native = {.keyword = "BODYMASS",
                .meaning = "mass of the body (p, a) of space, its centre of mass in the body and "
                           "the matrix of inertia about that ([space.md](space.md#masses))",
                .example = native::kThrownClub},
     .inside = "TURN PRODUCTS",
     .page = "space.md#masses"},
};

}  // namespace

std::span<const Word> words_of_space() { return kSpaceWords; }

}  // namespace mbs

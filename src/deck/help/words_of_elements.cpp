// Elements.
#include "deck/help/word_examples.h"
#include "deck/help/word_tables.h"

namespace mbs {

namespace {

namespace native = native_example;
namespace kabios = kabios_example;
namespace chain = segdyn_example;

constexpr std::string_view kBeamUnits =
    "xi, eta [m], EA [N], EI [N m2], cA [N s], cI [N m2 s], rho [kg/m], J [kg m]";

constexpr Word kElementWords[] = {
    // ---- elements -------------------------------------------------------------------------------
    {.group = WordGroup::element,
     .idea = "bar, truss",
     .meaning = "bar between points p and q",
     .native = {.keyword = "PLTRUSS", .example = native::kSpring},
     .kabios = {.instead = "`ROD` or `SDA` between points of bodies"},
     .segdyn = {.instead = "`SDA` between points of segments"},
     .page = "native.md"},
    {.group = WordGroup::element,
     .idea = "beam",
     .meaning = "beam from point p with angle a to point q with angle b",
     .native = {.keyword = "PLBEAM", .example = native::kFlexibleRod},
     .segdyn = {.keyword = "PLBEAM",
                .meaning =
                    "beam between points of segments i and j (0: the ground), clamped to both, "
                    "straight and free of stress at the start ([chains.md](chains.md#beams))",
                .example = chain::kBlade,
                .units = kBeamUnits},
     .page = "native.md"},
    {.group = WordGroup::element,
     .idea = "beam whose elongation counts the shortening by bending",
     .meaning = "the same; the elongation counts the shortening by bending",
     .native = {.keyword = "PLBEAMG", .example = native::kCantilever},
     .segdyn = {.keyword = "PLBEAMG",
                .meaning = "the same; the elongation counts the shortening by bending "
                           "([chains.md](chains.md#beams))",
                .example = chain::kBlade,
                .units = kBeamUnits},
     .page = "statics.md#which-beam"},
    {.group = WordGroup::element,
     .idea = "beam that bends far",
     .meaning = "the same for large bending, up to nearly a full circle ([which "
                "beam](statics.md#which-beam))",
     .native = {.keyword = "PLBEAML", .example = native::kLargeBending},
     .segdyn = {.keyword = "PLBEAML",
                .meaning = "the same for large bending ([chains.md](chains.md#beams))",
                .example = chain::kBlade,
                .units = kBeamUnits},
     .page = "statics.md#which-beam"},
    {.group = WordGroup::element,
     .idea = "torsional spring, hinge",
     .units = "k [N m/rad], theta0 [rad], c [N m s/rad], Ta [N m]",
     .native = {.keyword = "PLTOR",
                .meaning = "hinge between angles a and b",
                .example = native::kTwoRods},
     .kabios = {.keyword = "RSDA",
                .meaning = "torsional spring, damper and actuator on the angle theta = phi_j - "
                           "phi_i: k (theta - theta0) + c thetad + Ta acts on i, its opposite on j",
                .example = kabios::kPendulum},
     .segdyn = {.keyword = "RSDA",
                .meaning =
                    "torsional spring, damper and actuator between segments i and j, 0 being "
                    "the ground",
                .example = chain::kSprings},
     .page = "native.md"},
    {.group = WordGroup::element,
     .idea = "spring, damper and actuator between two body points",
     .units = "xi, eta, l0 [m], k [N/m], c [N s/m], fa [N]",
     .native = {.keyword = "PLSDA",
                .meaning = "distance between a point of body (p, a) and one of body (q, b): a "
                           "spring when it is released, a rod when it is held, a cylinder when it "
                           "is driven",
                .example = native::kSlider},
     .kabios = {.keyword = "SDA",
                .meaning = "spring, damper and actuator between two body points: tension "
                           "k (l - l0) + c ld + fa",
                .example = kabios::kSpring},
     .segdyn = {.keyword = "SDA",
                .meaning = "spring, damper and actuator between points of segments i and j, 0 "
                           "being the ground",
                .example = chain::kSprings},
     .page = "native.md"},
    {.group = WordGroup::element,
     .idea = "rod, coupler (revolute-revolute)",
     .meaning = "two body points keep their distance",
     .units = "xi, eta, length [m]",
     .native = {.instead = "`PLSDA` that nothing releases"},
     .kabios = {.keyword = "ROD", .example = kabios::kRod},
     .segdyn = {.keyword = "ROD", .example = chain::kFourBar},
     .page = "elements.md"},
    {.group = WordGroup::element,
     .idea = "pin joint, revolute joint",
     .meaning = "revolute joint: a point of body (p, a) is a point of body (q, b)",
     .native = {.keyword = "PLREV", .example = native::kTwoRods},
     .kabios = {.instead = "record (c) of the head"},
     .segdyn = {.keyword = "REVOLUTE",
                .meaning = "a pin between segments i and j (0: the ground) beside those of the "
                           "chain, which follow one another or `ATTACH` ([joints between segments]"
                           "(chains.md#joints-between-segments))",
                .example = chain::kFourBar},
     .page = "native.md"},
    {.group = WordGroup::element,
     .idea = "slider, translational joint",
     .meaning = "translational joint: P of body (q, b) stays on the line P Q of body (p, a), which "
                "it does not turn against",
     .native = {.keyword = "PLTRAN", .example = native::kSlider},
     .kabios = {.instead = "record (d) of the head"},
     .segdyn = {.keyword = "TRANSLATIONAL",
                .meaning = "P of segment j stays on the line P Q of segment i, which it does not "
                           "turn against",
                .example = chain::kPress},
     .page = "native.md"},
    {.group = WordGroup::element,
     .idea = "wheel on a line: rolling, contact",
     .units = "xi, eta, r [m]",
     .native = {.keyword = "PLCLINE",
                .meaning = "a point or wheel of body (p, a) and a line of body (q, b): it rolls "
                           "when both deformations are held; `CONTACT` lets it lift and slide "
                           "([contact.md](contact.md))",
                .example = native::kBall},
     .kabios = {.keyword = "ROLL",
                .forms = "ROLL i j LINE xi eta r xi_0 eta_0 tx ty\n"
                         "ROLL i j CIRCLE xi eta r xi_c eta_c R",
                .meaning = "a wheel of body i rolls on a line or a circle of body j and does not "
                           "lift",
                .example = kabios::kRoll},
     .segdyn = {.keyword = "ROLL",
                .forms = "ROLL i j LINE xi eta r xi_0 eta_0 tx ty\n"
                         "ROLL i j CIRCLE xi eta r xi_c eta_c R",
                .meaning = "a wheel of segment i rolls on a line or a circle of segment j and does "
                           "not lift; `CONTACT i LINE ...` may",
                .example = chain::kWheel},
     .inside = "LINE CIRCLE",
     .page = "elements.md#rolling"},
    {.group = WordGroup::element,
     .idea = "wheel on a disc or in a ring",
     .meaning = "the same with a disc, or a ring (R < 0), of body (q, b)",
     .native = {.keyword = "PLCCIRC", .example = native::kWheelInRing},
     .kabios = {.instead = "`ROLL i j CIRCLE ...`, `CONTACT i j CIRCLE ...`"},
     .segdyn = {.instead = "`ROLL i j CIRCLE ...`, `CONTACT i CIRCLE ...`"},
     .page = "elements.md#rolling"},
    {.group = WordGroup::element,
     .idea = "wheel or corner on a polyline, a polygon or a segment",
     .meaning = "the same with straight sides and the corners between them, that all turn to the "
                "right; r = 0 is a corner of body (p, a) "
                "([outlines](contact.md#segments-polylines-and-polygons))",
     .units = "xi, eta, r, x, y [m]",
     .native = {.keyword = "PLCPOLY",
                .forms = "PLCPOLY e p a q b SEGMENT xi eta r x y x y\n"
                         "PLCPOLY e p a q b POLYLINE xi eta r x y x y ...\n"
                         "PLCPOLY e p a q b POLYGON xi eta r x y x y x y ...",
                .example = native::kKerb},
     .kabios = {.instead = "`CONTACT i j POLYGON ...`"},
     .segdyn = {.instead = "`CONTACT i POLYGON ...`"},
     .inside = "SEGMENT POLYLINE POLYGON",
     .page = "contact.md#segments-polylines-and-polygons"},
    {.group = WordGroup::element,
     .idea = "pin in a slot (revolute-translational)",
     .meaning = "a pin of the first body stays on a line of the second "
                "([slots](elements.md#slots))",
     .units = "xi, eta [m]; tx, ty: direction of the slot",
     .native = {.keyword = "PLSLOT", .example = native::kSlot},
     .kabios = {.keyword = "SLOT", .example = kabios::kYoke},
     .segdyn = {.keyword = "SLOT", .example = chain::kCrank},
     .page = "elements.md#slots"},
    {.group = WordGroup::element,
     .idea = "weld",
     .meaning = "two places are one, and the bodies keep the angle that they have at the start "
                "([welds](elements.md#welds))",
     .units = "xi, eta [m]",
     .native = {.keyword = "PLWELD", .example = native::kWeld},
     .kabios = {.keyword = "WELD", .example = kabios::kWeld},
     .segdyn = {.keyword = "WELD", .example = chain::kClosed},
     .page = "elements.md#welds"},
    {.group = WordGroup::element,
     .idea = "gears: external, internal, planetary",
     .meaning = "two wheels mesh; a negative second radius is a ring with internal teeth "
                "([gears](elements.md#gears))",
     .units = "centres and pitch radii [m]",
     .native = {.keyword = "PLGEAR", .example = native::kGear},
     .kabios = {.keyword = "GEAR", .example = kabios::kYoke},
     .segdyn = {.keyword = "GEAR", .example = chain::kPlanet},
     .page = "elements.md#gears"},
    {.group = WordGroup::element,
     .idea = "belt or chain: open, crossed",
     .meaning = "a belt or chain that does not slip; a negative second radius crosses it "
                "([belts](elements.md#belts))",
     .units = "centres and radii [m]",
     .native = {.keyword = "PLBELT", .example = native::kBelt},
     .kabios = {.keyword = "BELT", .example = kabios::kBelt},
     .segdyn = {.keyword = "BELT", .example = chain::kPlanet},
     .page = "elements.md#belts"},
    {.group = WordGroup::element,
     .idea = "rack and pinion",
     .meaning = "a pinion of the first body on a rack of the second ([racks](elements.md#racks))",
     .units = "centre, radius [m]; tx, ty: direction of the rack",
     .native = {.keyword = "PLRACK", .example = native::kRack},
     .kabios = {.keyword = "RACK", .example = kabios::kRack},
     .segdyn = {.keyword = "RACK", .example = chain::kPinion},
     .page = "elements.md#racks"},
    {.group = WordGroup::element,
     .idea = "screw and nut: turn to travel",
     .meaning = "the nut, the second body, travels along a line of the third by the lead for one "
                "turn of the first ([screws](elements.md#screws))",
     .units = "xi, eta of the nut, lead [m]; tx, ty: direction of the axis",
     .native = {.keyword = "PLSCREW", .example = native::kScrew},
     .kabios = {.keyword = "SCREW", .example = kabios::kScrew},
     .segdyn = {.keyword = "SCREW", .example = chain::kPress},
     .page = "elements.md#screws"},
    {.group = WordGroup::element,
     .idea = "rope, cable, pulley, muscle path",
     .meaning = "length of a rope through points of bodies and round circles "
                "([paths](elements.md#paths))",
     .units = "xi, eta, r [m]",
     .native = {.keyword = "PATH",
                .forms = "PATH e place place ..., a place being p a xi eta,\n"
                         "    CIRCLE p a xi eta r LEFT or RIGHT,\n"
                         "    PULLEY p a xi eta r LEFT or RIGHT [TURNS n]",
                .example = native::kPath},
     .kabios = {.keyword = "PATH",
                .forms = "PATH place place ..., a place being i xi eta,\n"
                         "    CIRCLE i xi eta r LEFT or RIGHT,\n"
                         "    PULLEY i xi eta r LEFT or RIGHT [TURNS n]",
                .example = kabios::kPath},
     .segdyn = {.keyword = "PATH",
                .forms = "PATH place place ..., a place being i xi eta,\n"
                         "    CIRCLE i xi eta r LEFT or RIGHT,\n"
                         "    PULLEY i xi eta r LEFT or RIGHT [TURNS n]",
                .meaning = "a length through points of segments (0: the ground) and round circles, "
                           "which muscles lie over and laws act on ([paths](chains.md#paths))",
                .example = chain::kPath},
     .inside = "CIRCLE PULLEY LEFT RIGHT TURNS",
     .page = "elements.md#paths"},
    {.group = WordGroup::element,
     .idea = "formula: a constraint of one's own",
     .meaning = "any expression of coordinates, points, deformations and t "
                "([formulas](elements.md#formulas))",
     .native = {.keyword = "FORMULA", .example = native::kFormula},
     .kabios = {.keyword = "FORMULA", .example = kabios::kFormula},
     .segdyn = {.keyword = "FORMULA", .example = chain::kSkate},
     .page = "elements.md#formulas"},
    {.group = WordGroup::element,
     .idea = "relation: differential, any gear train",
     .meaning = "a linear combination of coordinates and deformations, counted from the start "
                "([relations](elements.md#relations))",
     .native = {.keyword = "RELATION", .example = native::kRelation},
     .kabios = {.keyword = "RELATION", .example = kabios::kFormula},
     .segdyn = {.keyword = "RELATION", .example = chain::kTrack},
     .page = "elements.md#relations"},
    {.group = WordGroup::element,
     .idea = "VFORMULA: a constraint of velocities",
     .meaning = "a sum of velocities times factors of positions and t: knife edge, wheel, rolling "
                "without slip; its rate is 0 unless driven ([velocities](elements.md#velocities))",
     .native = {.keyword = "VFORMULA", .example = native::kVelocityFormula},
     .kabios = {.keyword = "VFORMULA", .example = kabios::kVelocityFormula},
     .segdyn = {.keyword = "VFORMULA", .example = chain::kSkate},
     .page = "elements.md#velocities"},
    {.group = WordGroup::element,
     .idea = "cam and follower",
     .meaning = "gap between a point, roller or flat face of body (p, a) or i, and a curve of "
                "body (q, b), j, by expressions of u ([cams](elements.md#cams))",
     .native = {.keyword = "CAM",
                .forms = "CAM e p a q b POINT xi eta RADIUS = expression\n"
                         "CAM e p a q b ROLLER xi eta r RADIUS = expression [; FROM u TO u]\n"
                         "CAM e p a q b FLAT xi eta tx ty X = expression ; Y = expression ; "
                         "FROM u TO u\nCAM ... [; ALONG dx dy]\nCAM ... [; ABOUT xi eta]",
                .example = native::kCam},
     .kabios = {.keyword = "CAM",
                .forms = "CAM i j POINT xi eta RADIUS = expression\n"
                         "CAM i j ROLLER xi eta r RADIUS = expression [; FROM u TO u]\n"
                         "CAM i j FLAT xi eta tx ty X = expression ; Y = expression ; "
                         "FROM u TO u\nCAM ... [; ALONG dx dy]\nCAM ... [; ABOUT xi eta]",
                .example = kabios::kCam},
     .segdyn = {.keyword = "CAM",
                .forms = "CAM i j POINT xi eta RADIUS = expression\n"
                         "CAM i j ROLLER xi eta r RADIUS = expression [; FROM u TO u]\n"
                         "CAM i j FLAT xi eta tx ty X = expression ; Y = expression ; "
                         "FROM u TO u\nCAM ... [; ALONG dx dy]\nCAM ... [; ABOUT xi eta]",
                .example = chain::kTrack},
     .inside = "POINT ROLLER FLAT RADIUS X Y FROM TO ALONG ABOUT",
     .page = "elements.md#cams"},
    {.group = WordGroup::element,
     .idea = "curve on a curve: non-circular gears, rocker, conjugate cams",
     .meaning = "gap and slip between a curve of body (p, a) or i and one of body (q, b), j, by "
                "expressions of u ([curves](elements.md#curves))",
     .native = {.keyword = "CURVES",
                .forms = "CURVES e p a q b curve ; ON curve, a curve being\n"
                         "    RADIUS = expression [; FROM u TO u], or\n"
                         "    X = expression ; Y = expression ; FROM u TO u",
                .example = native::kCurves},
     .kabios = {.keyword = "CURVES",
                .forms = "CURVES i j curve ; ON curve [; SLIDING] [; TOOTHED], a curve being\n"
                         "    RADIUS = expression [; FROM u TO u], or\n"
                         "    X = expression ; Y = expression ; FROM u TO u",
                .example = kabios::kCurves},
     .segdyn = {.keyword = "CURVES",
                .forms = "CURVES i j curve ; ON curve [; SLIDING] [; TOOTHED], a curve being\n"
                         "    RADIUS = expression [; FROM u TO u], or\n"
                         "    X = expression ; Y = expression ; FROM u TO u",
                .example = chain::kCurves},
     .inside = "RADIUS X Y FROM TO ON SLIDING TOOTHED",
     .page = "elements.md#curves"},
};

}  // namespace

std::span<const Word> words_of_elements() { return kElementWords; }

}  // namespace mbs

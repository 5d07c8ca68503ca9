// The element types of fixed arity. Those of variable arity, whose rows others look into, have
// headers of their own. Formulas and sources stand in the file of each.
#pragma once

#include "elements/element.h"

namespace mbs {

// PLTRUSS, a bar; PLBEAM, PLBEAMG, a beam of small deformations; PLBEAML, of large bending
extern const ElementType kTruss, kBeam, kBeamGeometric, kBeamLarge;
// PLTOR, the angle between two bodies; PLSDA, the distance between points of two bodies
extern const ElementType kTorsionHinge, kSpringDistance;
// PLREV, PLTRAN, PLSLOT, PLWELD
extern const ElementType kRevolute, kTranslational, kSlot, kWeld;
// PLCLINE, PLCCIRC: a point or a wheel against a line, against a disc or inside a ring
extern const ElementType kContactLine, kContactCircle;
// PLGEAR, PLBELT, PLRACK, PLSCREW
extern const ElementType kGear, kBelt, kRack, kScrew;
// of space: TRUSS, a bar; PINBODY, a body carries a point; SPHERICAL, two bodies share a point
extern const ElementType kSpaceTruss, kPinBody, kSpherical;
// of space: HINGE between orientations; joints of two bodies
extern const ElementType kHinge, kSpaceRevolute, kCylindrical, kPrismatic, kUniversal,
    kConstantVelocity, kPlanarJoint, kInPlane, kSpaceWeld, kSpaceScrew, kBushing;
// of space: SDA, the distance between points of two bodies; CARDAN, three angles of two
// orientations; RBEAM, SLIDER, a body holds a point or guides it on a line
extern const ElementType kSpaceDistance, kCardan, kSpin, kRigidBeam, kSlider;
// of space: WHEEL, BALL, EGG on a plane of space, and on a plane of a body
extern const ElementType kWheel, kWheelOnBody, kBall, kBallOnBody, kEgg, kEggOnBody;
// of space: SPLANE, a point of a body against a plane of space, and of a body
extern const ElementType kPlaneContact, kPlaneContactOnBody;
// the same with slips along the plane
extern const ElementType kRubbingPlane, kRubbingPlaneOnBody;

}  // namespace mbs

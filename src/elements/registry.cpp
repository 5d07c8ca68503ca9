// One line per element type; nothing else in the program lists them.
#include "elements/beam.h"
#include "elements/beam_large.h"
#include "elements/cam.h"
#include "elements/contact_circle.h"
#include "elements/contact_line.h"
#include "elements/contact_polyline.h"
#include "elements/curves.h"
#include "elements/element.h"
#include "elements/formula.h"
#include "elements/gear.h"
#include "elements/hinge.h"
#include "elements/joints_of_space.h"
#include "elements/path.h"
#include "elements/pin_body.h"
#include "elements/rack.h"
#include "elements/revolute.h"
#include "elements/screw.h"
#include "elements/slot.h"
#include "elements/space_truss.h"
#include "elements/spherical.h"
#include "elements/spring_distance.h"
#include "elements/torsion_hinge.h"
#include "elements/translational.h"
#include "elements/truss.h"
#include "elements/weld.h"

namespace mbs {

const std::vector<const ElementType*>& element_types() {
  static const std::vector<const ElementType*> types = {
      &kTruss,
      &kBeam,
      &kBeamGeometric,
      &kBeamLarge,
      &kTorsionHinge,
      &kSpringDistance,
      &kRevolute,
      &kTranslational,
      &kContactLine,
      &kContactCircle,
      &kSlot,
      &kWeld,
      &kGear,
      &kBelt,
      &kRack,
      &kScrew,
      &kSpaceTruss,
      &kPinBody,
      &kSpherical,
      &kHinge,
      &kSpaceRevolute,
      &kCylindrical,
      &kPrismatic,
      &kUniversal,
      &kConstantVelocity,
      &kPlanarJoint,
      &kInPlane,
      &kPath,
      &kFormula,
      &kRelation,
      &kVelocityFormula,
      &kCam,
      &kRubbingCam,  // behind kCam, which the word CAM finds
      &kCurves,
      &kContactPolyline,
  };
  return types;
}

const ElementType* find_element_type(std::string_view keyword) {
  for (const ElementType* type : element_types())
    if (type->spec.keyword == keyword) return type;
  return nullptr;
}

}  // namespace mbs

// One line per element type; nothing else in the program lists them.
#include "elements/cam.h"
#include "elements/contact_polyline.h"
#include "elements/curves.h"
#include "elements/element.h"
#include "elements/formula.h"
#include "elements/path.h"
#include "elements/types.h"

namespace mbs {

namespace {

std::vector<const ElementType*>& known_types() {
  static std::vector<const ElementType*> types = {
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
      &kSpaceWeld,
      &kSpaceScrew,
      &kBushing,
      &kSpaceDistance,
      &kCardan,
      &kSpin,
      &kRigidBeam,
      &kSlider,
      &kWheel,
      &kWheelOnBody,  // behind kWheel, which the word WHEEL finds
      &kBall,
      &kBallOnBody,
      &kEgg,
      &kEggOnBody,
      &kPlaneContact,
      &kPlaneContactOnBody,
      &kRubbingPlane,  // behind kPlaneContact, which the word SPLANE finds
      &kRubbingPlaneOnBody,
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

}  // namespace

const std::vector<const ElementType*>& element_types() { return known_types(); }

TrialElementType::TrialElementType(const ElementType& type) { known_types().push_back(&type); }
TrialElementType::~TrialElementType() { known_types().pop_back(); }

const ElementType* find_element_type(std::string_view keyword) {
  for (const ElementType* type : element_types())
    if (type->spec.keyword == keyword) return type;
  return nullptr;
}

}  // namespace mbs

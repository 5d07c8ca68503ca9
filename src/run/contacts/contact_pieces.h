// Functions of positions that are made of smooth pieces: the outlines of bodies that touch lines,
// and the circles that paths lie round. Within a step one piece counts; ContactPieces finds which
// piece, and where it ends.
#pragma once

#include "integrate/events.h"
#include "run/contacts/contact_set.h"

namespace mbs {

class ContactPieces {
 public:
  ContactPieces(const Model& model, ContactSet& set) : model_(model), set_(set) {}

  // Two functions of the event locator for a contact with pieces.
  void evaluate(const Contact& contact, const State& state, const Dynamics& dynamics,
                const Phase& phase, double* out);
  // Sets whether a path lies round its circle at the start.
  void begin_circle(const Contact& contact, DynamicSite& at) const;
  // A path begins to touch its circle (falling), or leaves it.
  ContactChange pass_circle(const Contact& contact, Crossing direction, DynamicSite& at) const;

  // While an outline is touched, one piece of it counts, so that the gap is a smooth function
  // within a step. In the air the nearest piece is found anew at each position.
  void follow_outlines(DynamicSite& at) const;
  // Where a point comes to a corner, two sides are equally near. The side counts from which the
  // point parts, or which it approaches more slowly. So a point that slides past the corner of
  // another body does not strike it.
  void choose_sides(DynamicSite& at) const;
  // Goes on to the next piece where the present piece of an outline ends. False where there is no
  // next piece.
  bool pass_piece(const Contact& contact, DynamicSite& at) const;
  // Whether the outline belongs to a point (radius 0), whose sides end in sharp corners.
  bool is_point(const Contact& contact) const;

 private:
  void evaluate_outline(const Contact& contact, const State& state, const Dynamics& dynamics,
                        const Phase& phase, double* out) const;
  void evaluate_circle(const Contact& contact, const State& state, const Dynamics& dynamics,
                       const Phase& phase, double* out);
  const ElementBatch& outline_of(const Contact& contact) const {
    return model_.batches[model_.outlines[contact.outline].batch];
  }

  const ElementBatch& batch_of(const PathCircle& circle) const {
    return model_.batches[circle.batch];
  }

  const Model& model_;
  ContactSet& set_;
};

}  // namespace mbs

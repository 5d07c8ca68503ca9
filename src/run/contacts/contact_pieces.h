// Functions of positions that are made of smooth pieces: the outlines of bodies that touch lines,
// and the circles that paths lie round. Within a step one piece counts; ContactPieces finds which
// piece, and where it ends.
#pragma once

#include "integrate/events.h"
#include "run/contacts/contact_set.h"

namespace mbs {

// A circle of a path (index into Model::circles) or an outline (index into Model::outlines).
struct ContactPiece {
  std::string label;
  SourceLocation where;
  int gap = 0;  // deformation
  int circle = -1, outline = -1;
  // Of an outline: the contact (index) or the penalty contact (its law) that has the same gap; none
  // where the gap is held or carries laws.
  int ruler = -1, law = -1;
  bool has_ruler() const { return ruler >= 0 || law >= 0; }
};

class ContactPieces {
 public:
  ContactPieces(const Model& model, ContactSet& set);

  const std::vector<ContactPiece>& all() const { return pieces_; }
  // Two functions of the event locator for a piece.
  void evaluate(const ContactPiece& piece, const State& state, const Dynamics& dynamics,
                const Phase& phase, double* out);
  // Sets which paths lie round their circles at the start.
  void begin_circles(DynamicSite& at) const;
  // A path begins to touch its circle (falling), or leaves it.
  ContactChange pass_circle(const ContactPiece& piece, Crossing direction, DynamicSite& at) const;

  // While an outline is touched, one piece of it counts, so that the gap is a smooth function
  // within a step. In the air the nearest piece is found anew at each position.
  void follow_outlines(DynamicSite& at) const;
  // Where a point comes to a corner, two sides are equally near. The side counts from which the
  // point parts, or which it approaches more slowly. So a point that slides past the corner of
  // another body does not strike it.
  void choose_sides(DynamicSite& at) const;
  // Goes on to the next piece where the present piece of an outline ends. False where there is no
  // next piece.
  bool pass_piece(const ContactPiece& piece, DynamicSite& at) const;
  // Whether the outline belongs to a point (radius 0), whose sides end in sharp corners.
  bool is_point(const ContactPiece& piece) const;

 private:
  void evaluate_outline(const ContactPiece& piece, const State& state, const Dynamics& dynamics,
                        const Phase& phase, double* out) const;
  void evaluate_circle(const ContactPiece& piece, const State& state, const Dynamics& dynamics,
                       const Phase& phase, double* out);
  void begin_circle(const ContactPiece& piece, DynamicSite& at) const;
  const ElementBatch& batch_of(const ContactPiece& piece) const {
    return model_.batches[piece.outline >= 0 ? model_.outlines[piece.outline].batch
                                             : model_.circles[piece.circle].batch];
  }

  const Model& model_;
  ContactSet& set_;
  std::vector<ContactPiece> pieces_;
};

}  // namespace mbs

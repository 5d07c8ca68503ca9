// Functions of positions that are made of smooth pieces: the circles that paths lie round, and the
// outlines of bodies that touch lines. Within a step one piece counts, so that the function is
// smooth; these sources of events find which piece, and where it ends.
#pragma once

#include "run/events/contact_modes.h"
#include "run/events/event_source.h"

namespace mbs {

// What circles and outlines have in common: two functions for each, of an element with a gap.
class PieceSource : public EventSource {
 public:
  PieceSource(const Model& model, ContactSet& set) : model_(model), set_(set) {}
  int count() const override { return 2 * static_cast<int>(pieces_.size()); }
  const std::string& label(int k) const override { return pieces_[k / 2].label; }
  SourceLocation where(int k) const override { return pieces_[k / 2].where; }

 protected:
  struct Piece {
    std::string label;
    SourceLocation where;
    int gap = 0;  // deformation
    int batch = 0;
    // Of an outline: the contact (index) or the penalty contact (its law) that has the same gap;
    // none where the gap is held or carries laws.
    int ruler = -1, law = -1;
    bool has_ruler() const { return ruler >= 0 || law >= 0; }
  };
  Piece& add(int element, int batch);
  const ElementBatch& batch_of(const Piece& piece) const { return model_.batches[piece.batch]; }

  const Model& model_;
  ContactSet& set_;
  std::vector<Piece> pieces_;  // as Model::circles or Model::outlines
};

class PathCircles : public PieceSource {
 public:
  PathCircles(const Model& model, ContactSet& set);
  void evaluate(const EventLook& at, Vector g) override;
  // A path begins to touch its circle (falling), or leaves it.
  Change occur(int k, Crossing direction, DynamicSite& at) override;
  // Sets which paths lie round their circles at the start.
  void begin(DynamicSite& at) const;

 private:
  bool is_on(std::size_t k, const DynamicSite& at) const;
};

// While an outline is touched, one piece of it counts, so that the gap is a smooth function within
// a step. In the air the nearest piece is found anew at each position.
class Outlines : public PieceSource {
 public:
  Outlines(const Model& model, ContactSet& set, ContactModes& modes);
  bool counts(int /*k*/) const override { return false; }
  void evaluate(const EventLook& at, Vector g) override;
  void add_noise(DynamicSite& at, std::vector<EventNoise>& noise) override;
  // The present piece ends: the next one counts.
  Change occur(int k, Crossing direction, DynamicSite& at) override;

  // Chooses the pieces of what touches.
  void follow(DynamicSite& at) const;
  // Where a point comes to a corner, two sides are equally near. The side counts from which the
  // point parts, or which it approaches more slowly. So a point that slides past the corner of
  // another body does not strike it.
  void choose_sides(DynamicSite& at) const;

 private:
  ContactModes& modes_;
};

}  // namespace mbs

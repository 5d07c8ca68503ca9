// The contacts of a run and how each of them is at present, as the phase and the dynamics of the
// mechanism see them.
#pragma once

#include <string>
#include <vector>

#include "analysis/dynamic_site.h"
#include "analysis/happening.h"

namespace mbs {

// How a rigid contact is at present. Carried: closed, and others hold its slip for it. Spare:
// closed, and others hold its gap for it. A joint with friction is a contact that is always closed.
enum class ContactMode { open, slide, stick, carried, spare };

struct Contact {
  const ContactRow* row;
  int normal;       // deformation: the gap; of a joint the first that presses
  int slip;         // deformation
  int law = -1;     // penalty: index into ForceLaws::contacts
  int circle = -1;  // of a path: index into Model::circles
  // A contact with an outline, whose pieces are looked after beside its gap: index into
  // Model::outlines, and the contact that rules it; -1: none, it is held or carries laws.
  int outline = -1, ruler = -1;
  ContactMode mode = ContactMode::open;
  double sign = 0;            // of the slip while it slides
  bool fresh = false;         // friction has let go of it, and it has not moved yet
  std::vector<int> carriers;  // deformations that hold its slip while it is carried
  double floor = 0;           // below zero by rounding where an open contact has left it
  double slack = 0;           // one that closes without force lifts off when it pulls as much
  int bounces = 0;
  double last_approach = 0;
  int false_starts = 0;  // of the present flight: rounding has put it back to zero
  long long strikes = 0;
  double normal_impulse = 0, friction_impulse = 0;
  // The stress of the slip is at most `up` times the load where it grows, `down` times where it
  // decreases: at rest, and while it slides. A contact has mu_s and mu_k for both.
  struct Bounds {
    double up = 0, down = 0;
  };
  Bounds at_rest, sliding;
  FrictionLoad load;
  // Of a joint.
  bool turns = false;  // its slip is an angle
  double arm = 1;      // by which speeds of slips are compared [m/rad]; 1 where it is a length

  std::size_t e1() const { return static_cast<std::size_t>(normal); }
  std::size_t e2() const { return static_cast<std::size_t>(slip); }
  bool is_joint() const { return row->model == ContactModel::joint; }
  double slip_rate(const State& state) const { return arm * state.ed[e2()]; }
  // A function of positions that is made of pieces, each of them smooth: which of them counts.
  bool has_pieces() const { return circle >= 0 || outline >= 0; }
  // A penalty contact, or only pieces.
  bool holds_nothing() const { return law >= 0 || has_pieces(); }
  // False of a cam, which has a gap only: its `slip` is that, and nothing rubs.
  bool slips() const { return slip != normal || is_joint(); }
  bool is_rigid() const { return row->model == ContactModel::rigid; }
  bool has_friction() const { return row->mu_s > 0; }
  bool closed() const { return mode != ContactMode::open; }
  void let_slip(double friction) {
    mode = ContactMode::slide;
    sign = friction < 0 ? -1 : 1;
    fresh = true;
  }
};

struct ContactChange {
  std::string problem;     // empty: all is well
  SourceLocation where;    // of the contact that has a problem
  std::string label;       // of it
  std::string hint;        // how to mend it; empty: as usual
  bool switched = false;   // velocities or classes have changed and dynamics are new
  bool in_series = false;  // a bounce of a series that has its own end
  std::string text;        // for the report, lines
  std::vector<ModeChange> modes;
};

struct ContactSet {
  // The mode and the sign of the slip of each contact.
  struct ModeAndSign {
    ContactMode mode;
    double sign;
    bool operator==(const ModeAndSign&) const = default;
  };

  ContactSet(const Plan& plan, const Model& model);
  // The row of a circle of a path, and of the pieces of an outline, is its label alone.
  static std::vector<ContactRow> rows_of_pieces(const Model& model);
  ContactSet(const ContactSet&) = delete;
  ContactSet& operator=(const ContactSet&) = delete;

  std::vector<Contact> contacts;
  double largest_gap = 0;    // so far, of all contacts
  double largest_speed = 0;  // of gap or slip

  void note_speeds(const State& state);
  bool any_closed() const;
  std::vector<ModeAndSign> modes() const;
  // What has changed since, and the lines of a report that say so.
  std::vector<ModeChange> changes(const std::vector<ModeAndSign>& before) const;
  static std::string describe(const std::vector<ModeChange>& changes, double t);

  // What a gap may be off.
  double tolerance(const Contact& contact, const Dynamics& dynamics) const;
  // What is left of static friction where a contact sticks; those that it carries add theirs.
  double friction_room(const Contact& contact, const Dynamics& dynamics) const;

  // Dynamics of the present modes at the positions of the state. False where they hold too much.
  bool rebuild(DynamicSite& at) const;
  // Lets its gap and slip go, of a joint its slip.
  static void release(const Contact& contact, Phase& phase);

  // Problems of a contact.
  ContactChange fail(const Contact& contact, double t, std::string problem) const;
  ContactChange driven_in(const Contact& contact, double t) const;

 private:
  std::vector<ContactRow> pieces_;
  void set_classes(Phase& phase, const State& state) const;
};

}  // namespace mbs

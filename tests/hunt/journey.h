// A motion whose mechanism changes on the way: events of the deck, and contacts that open and
// close.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compare.h"
#include "generator.h"
#include "oracle.h"

namespace hunt {

enum class Happens { stop, fix, release, impact, prescribe, set, forward };

struct Happening {
  Happens what = Happens::stop;
  bool coordinate = true;  // that it acts on; else a deformation
  int owner = 0, component = 0;
  std::string target;  // "X 3 1"
  double restitution = 0;
  double velocity = 0, acceleration = 0;  // PRESCRIBE
  double sign = 1;            // of the oracle's deformation against what the deck's word means
  std::string parameter, of;  // SET parameter = constant + factor * channel
  double constant = 0, factor = 0;
  std::string channel;  // that passes a value: of the report, or t
  double value = 0;
  bool rising = true;
  std::string line(const std::string& name) const;
};

// Rebounds slower than this are beyond the oracle, unless restitution is 0.
inline constexpr double kSlowRebound = 0.1;

class Journey {
 public:
  Journey(const Mechanism& m, const std::vector<Happening>& happenings);
  // Rows at the report times as far as the oracle gets, from a start that is pushed. In the end
  // state() is where it stands.
  std::vector<Row> rows(double push, std::uint64_t direction);
  // From the start to t; false if it does not get there.
  bool start(double push, std::uint64_t direction);
  bool go(double end);
  double channel(const std::string& name) const;
  Row row() const;
  const Oracle& oracle() const { return *oracle_; }
  const Mechanism& mechanism() const { return now_; }
  const Numbers& x() const { return x_; }
  const Numbers& v() const { return v_; }
  double time() const { return t_; }
  bool stopped() const { return stopped_; }
  int changes() const { return changes_; }
  // Of friction in joints: how often a slip has ended or begun, and whether the motion has come to
  // where it has no single value.
  int rubbed() const { return rubbed_; }
  bool undetermined() const { return undetermined_; }

 private:
  struct Watch {
    int event = -1, contact = -1;  // contact: index of its element
    int what = 0;                  // of a contact: 0 gap, 1 normal force, 2 friction, 3 slip,
                                   // 4 penalty, both ways; of an element with friction in joints:
                                   // 5 the slip ends, 6 what sticks is at its bound, 7 and 8 what
                                   // presses turns to the other side, where its load has a kink,
                                   // 9 the damping of a penalty contact takes all of its force
    bool armed = true;
    bool goes_both_ways() const { return contact >= 0 && (what == 4 || what >= 7); }
    double rounding() const { return what == 4 ? 1e-12 : 1e-9; }  // of m, of N
  };
  void watch();
  double value(const Watch& w, double t, const Numbers& x, const Numbers& v) const;
  // The rate of value() along the motion, where nothing happens.
  double slope(const Watch& w, double t, const Numbers& x, const Numbers& v) const;
  // An instant between t_ and t1 at which an event that is false at both is true, or a penalty
  // contact touches that is open at both; 0: none, -1: the motion to it cannot be computed.
  double highest_between(const Numbers& before, double t1, const Numbers& x1, const Numbers& v1,
                         const Numbers& after) const;
  Numbers values(double t, const Numbers& x, const Numbers& v) const;
  // The first passage through zero between t_ and t1 of those that differ in sign.
  bool first_passage(const std::vector<std::size_t>& which, const Numbers& before, double t1,
                     const Numbers& after, std::size_t& first, double& when) const;
  bool fire(Watch& w);
  bool fire_what_jumped();
  bool happen(const Happening& h);
  bool collide(int contact);
  bool collide_rough(int contact);
  bool change(int contact, int what);
  bool begin_to_rub();
  bool rub(int element, int what);
  bool settle(int fresh);
  bool share();
  bool release(int element, const Sample& now, std::vector<int>& released);
  bool is_rough_closed() const;  // some contact with friction
  bool holds_together() const;
  bool resolve();  // modes of contacts that touch without approaching
  bool rebuild();
  bool is_sound() const;

  void note_impulse(const Happening& h, double impulse);

  const Mechanism deck_;
  Mechanism now_;
  std::vector<Happening> happenings_;
  std::unique_ptr<Oracle> oracle_;
  std::vector<Watch> watches_;
  Numbers knots_;  // of tables
  // Sums of impulses by channel, of native decks in which nothing but IMPACT gives any.
  std::map<std::string, double> impulses_;
  double t_ = 0;
  Numbers x_, v_;
  bool stopped_ = false, changed_ = false;
  int changes_ = 0, passages_ = 0;  // passages: of the gaps of penalty contacts
  int rubbed_ = 0;
  bool undetermined_ = false;
};

}  // namespace hunt

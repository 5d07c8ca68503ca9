// Doubts: warnings about input that is valid but most likely not meant so; never errors. A comment
// "meant", "ok", "intended" or "on purpose" on the line of the deck silences its warning.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/views.h"
#include "deck/tables/rows.h"
#include "model/built.h"
#include "observe/layout.h"
#include "plan/subject.h"
#include "program/doubt.h"

namespace mbs {

struct DeckPart;
struct Tables;

// text: the deck itself. Comments of the lines, there and in included files, silence warnings.
void warn_of_doubts(const std::string& text, const std::vector<DeckPart>& included,
                    const Tables& tables, const Built& built, Diagnostics& diagnostics);

// Doubts about the rows of a run: a measured force far from the body that it acts on, or one that
// pulls it down; angles and moments that no joint of a person has.
class RowDoubts {
 public:
  // Both must outlive the object.
  RowDoubts(const Tables& tables, const Model& model) : tables_(tables), model_(model) {}

  // Whether the deck has anything to be looked at.
  bool any() const;
  // The rows that follow have these channels; earlier rows are forgotten.
  void begin(const Layout& layout);
  void row(double t, ConstVector values);
  std::vector<Doubt> found() const;

 private:
  // A number of the rows, at the row where it was worst.
  struct Worst {
    double value = -std::numeric_limits<double>::infinity(), t = 0;
    void note(double now, double at) {
      if (now > value) value = now, t = at;
    }
  };
  struct Force {
    std::size_t number = 0;   // index of the measured force
    int fx = -1;              // first of its four channels
    int body = -1;            // channel of x of its body; y follows
    std::vector<int> joints;  // channels of x of the net joints of the body; y follows
    double largest = 0;       // of its table
    Worst distance, down;     // down: the largest force whose direction is that of gravity
    // The other bodies with net joints: channel and coordinate of x. from_own: the farthest from
    // the centre of mass where one of them is nearer.
    std::vector<std::pair<int, int>> others;
    Worst from_own;
    double from_other = 0;
    int nearer = -1;
  };
  struct Joint {
    const SubjectJoint* row = nullptr;
    int angle = -1, moment = -1;
    Worst low, high, size;  // -angle, angle, |moment|
  };
  bool is_looked_at(const MeasuredForceRow& row) const;
  void lay_out_forces(const Layout& layout);
  void lay_out_joints(const Layout& layout);
  void note(Force& force, double t, ConstVector values) const;
  void add(const Force& force, std::vector<Doubt>& out) const;
  void add(const Joint& joint, std::vector<Doubt>& out) const;

  const Tables& tables_;
  const Model& model_;
  std::vector<Force> forces_;
  std::vector<Joint> joints_;
};

}  // namespace mbs

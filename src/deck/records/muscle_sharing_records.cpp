// MUSCLESTART and STATICOPT: moments that muscles make together.
#include <fmt/format.h>

#include "deck/lines/field_units.h"
#include "deck/lines/record_reader.h"
#include "deck/records/muscle_records.h"

namespace mbs {

namespace {

MuscleCriterion read_criterion(RecordReader& in) {
  const SourceLocation at = in.here();
  const std::string which = in.word("what is least", "expected FORCE or ACTIVATION");
  if (in.ok() && which != "FORCE" && which != "ACTIVATION")
    in.fail(at, fmt::format("'{}' is no criterion", which), "expected FORCE or ACTIVATION");
  return which == "FORCE" ? MuscleCriterion::force : MuscleCriterion::activation;
}

bool joint_follows(RecordReader& in) { return in.peek_word().empty() || in.peek_word() == "OVER"; }

// Takes a joint, or OVER and a deformation. "along" has its unit then.
MuscleArm take_wanted_joint(RecordReader& in, const TakeArm& take_arm,
                            const std::vector<MuscleArm>& before) {
  MuscleArm joint;
  joint.where = in.here();
  joint.over = in.peek_word() == "OVER";
  if (joint.over) in.skip();
  in.say_unit("along", joint.over ? unit::metre : unit::radian);
  take_arm(in, joint);
  for (const MuscleArm& other : before)
    if (in.ok() && other.over == joint.over && other.number == joint.number &&
        other.element == joint.element && other.component == joint.component &&
        other.of == joint.of)
      in.fail(joint.where, fmt::format("joint {} is given twice", joint.number),
              "expected it once");
  return joint;
}

}  // namespace

std::optional<MuscleStartRow> read_muscle_start(RecordReader& in, SourceLocation where,
                                                const TakeArm& take_arm) {
  MuscleStartRow row;
  row.where = where;
  const std::string what =
      take_word(in, "what is wanted", {"MOMENT", "REST"}, "is nothing that muscles start with",
                "expected MOMENT joint m ..., or REST");
  row.given = true;
  row.rest = what == "REST";
  while (!row.rest && in.ok() && in.peek() && joint_follows(in)) {
    MuscleArm joint = take_wanted_joint(in, take_arm, row.joints);
    row.moments.push_back(in.number("moment", effort_of_field(*in.unit_of("along"))));
    row.joints.push_back(std::move(joint));
  }
  if (in.ok() && !row.rest && row.joints.empty())
    in.fail(in.here(), "no moment is given", "expected MOMENT joint m [joint m ...]");
  while (in.ok() && in.peek()) {
    const SourceLocation word_at = in.here();
    const std::string word = in.word("a field", "expected LEAST or BETWEEN");
    if (word == "BETWEEN") {
      row.least = read_within(in, "least stimulation", 0, 1);
      row.most = read_within(in, "largest stimulation", row.least, 1);
    } else if (word == "LEAST") {
      row.criterion = read_criterion(in);
    } else if (in.ok()) {
      fail_unknown_word(in, word_at, word, "is no field of MUSCLESTART", {"LEAST", "BETWEEN"},
                        "expected LEAST or BETWEEN");
    }
  }
  in.finish();
  if (!in.ok()) return {};
  return row;
}

std::optional<StaticOptRow> read_static_opt(RecordReader& in, SourceLocation where,
                                            const TakeArm& take_arm) {
  StaticOptRow row;
  row.given = true;
  row.where = where;
  const std::string expected = "expected MOMENT joint channel ...";
  take_word(in, "what is wanted", {"MOMENT"}, "is nothing that muscles share", expected);
  while (in.ok() && in.peek() && (row.joints.empty() || joint_follows(in))) {
    MuscleArm joint = take_wanted_joint(in, take_arm, row.joints);
    const SourceLocation channel_at = in.here();
    if (!in.ok()) break;
    const Token* token = in.peek();
    if (!token || token->kind != TokenKind::word) {
      in.fail(channel_at, "the channel of the moment is missing", expected);
      break;
    }
    in.skip();
    row.channels.push_back(token->text);
    row.channels_at.push_back(channel_at);
    row.joints.push_back(std::move(joint));
  }
  while (in.ok() && in.peek()) {
    const SourceLocation word_at = in.here();
    const std::string word = in.word("a field", "expected LEAST, POWER or BETWEEN");
    if (word == "BETWEEN") {
      row.least = read_within(in, "least activation", 0, 1);
      row.most = read_within(in, "largest activation", row.least, 1);
    } else if (word == "LEAST") {
      row.criterion = read_criterion(in);
    } else if (word == "POWER") {
      row.power = static_cast<int>(in.integer("power", 2, 3));
    } else if (in.ok()) {
      fail_unknown_word(in, word_at, word, "is no field of STATICOPT",
                        {"LEAST", "POWER", "BETWEEN"}, "expected LEAST, POWER or BETWEEN");
    }
  }
  in.finish();
  if (!in.ok()) return {};
  return row;
}

}  // namespace mbs

// The report as text and the CSV beside it. Rows already written are never lost: the buffers go out
// whenever they are large, and at the end.
#pragma once

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "base/hard_stop.h"
#include "base/views.h"
#include "observe/layout.h"
#include "report/columns.h"
#include "report/number_format.h"

namespace mbs {

// Numbers of a report whose decimals suit their size: six significant figures for the largest
// number that its table has had so far in the same unit. A number that is rounding beside the
// largest number of its quantity, or beside the size of the mechanism, is written as 0.

// The size of a mechanism: its longest lever arm [m], its total mass [kg], the time of its run [s];
// 0: it has none.
struct Scale {
  double length = 0, mass = 0, time = 0;
  // The natural size of a quantity of this unit; 0: not known.
  double of(Unit unit) const;
};

class SuitedNumbers {
 public:
  static constexpr int kWidth = 14;

  // Channels of one table that have the same unit have the same decimals.
  SuitedNumbers(const Layout& layout, Scale scale);

  // Takes the sizes of a row of the run, before its numbers are appended.
  void note(ConstVector values);
  // A field of kWidth characters; it begins with a blank.
  void append(fmt::memory_buffer& out, int channel, double value) const;

 private:
  struct Group {
    Unit unit;
    int quantity;  // index into quantities_, -1 where the unit is not known
    double largest = 0;
    SuitedFormat format{};
    bool rounding = true;  // all its numbers so far are rounding
  };
  // All groups whose units have the same powers of kg and s.
  struct Quantity {
    Unit unit;
    double largest = 0;  // in this unit
  };
  int quantity_of(Unit unit);
  double length_factor(Unit unit, Unit other) const;
  bool is_rounding(const Group& group) const;

  Scale scale_;
  std::vector<Quantity> quantities_;
  std::vector<Group> groups_;
  std::vector<int> group_of_;  // of each channel; -1: in no table
};

// Collects text and hands it to a file in large pieces. Code that appends to the buffer holds a
// PieceOfOutput, so that only whole pieces go out. The caller owns the file; without a file the
// text stays in the buffer.
class TextSink final : private RescuedOutput {
 public:
  TextSink() = default;
  explicit TextSink(int descriptor) : descriptor_(descriptor) { enlist(); }
  // For a text in memory behind a FILE.
  explicit TextSink(std::FILE* file) : file_(file) {}
  ~TextSink() { flush(), withdraw(); }

  fmt::memory_buffer& buffer() { return buffer_; }
  void flush_if_large() {
    if (buffer_.size() > kLarge) flush();
  }
  void flush();
  // Whether any text has reached the file.
  bool used() const { return used_; }
  // False once a write has failed (disk full, closed pipe). The file then ends with a whole line.
  bool good() const { return error_ == 0; }
  int error() const { return error_; }  // errno of that write
  // Called before text goes to the file, and when a write has failed; may be empty.
  std::function<void()> before_writing, after_failure;
  void rescue() noexcept override;

 private:
  static constexpr std::size_t kLarge = 1u << 16;
  int write(std::string_view text, std::size_t& written);

  int descriptor_ = -1;
  std::FILE* file_ = nullptr;  // used instead of descriptor_
  fmt::memory_buffer buffer_;
  int error_ = 0;
  bool used_ = false;
  volatile std::sig_atomic_t writing_ = 0;
};

class ReportWriter {
 public:
  // digits: figures, kManualDigits or kSuitedDigits.
  ReportWriter(TextSink& sink, const Layout& layout, int digits, Scale scale, int time_decimals);

  // Lines of the echo or the audit; each is marked with '#' so that tools can cut them out.
  void comment(std::string_view lines);
  // One block: the time and every table.
  void block(double t, ConstVector values);
  // The rows that begin with these channels end with a `*` in the next block.
  void mark(std::vector<int> channels) { marked_ = std::move(channels); }

 private:
  TextSink& sink_;
  const Layout& layout_;
  NumberFormat format_;
  std::optional<SuitedNumbers> suited_;  // used instead of format_
  int time_decimals_;
  std::vector<std::string> heads_;  // head line(s) of each table
  std::vector<int> marked_;         // first channels of rows
};

class CsvWriter {
 public:
  // columns: indices into `names`, or ColumnChoice::kTime. The first row is written here.
  CsvWriter(TextSink& sink, const std::vector<std::string>& names, std::vector<int> columns);
  // Names from index `first` on are further names of the channels aliases[0].channel,
  // aliases[1].channel, ...
  void rename(std::size_t first, const std::vector<Layout::Alias>& aliases);
  // Each number in the fewest digits that read back as the same number.
  void row(double t, ConstVector values);

 private:
  TextSink& sink_;
  std::vector<int> columns_;
};

}  // namespace mbs

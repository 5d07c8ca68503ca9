// The verb average: several files of trials as one, point by point.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/escaped.h"
#include "base/hard_stop.h"
#include "base/say.h"
#include "command/files.h"
#include "command/picture_run.h"
#include "command/verbs.h"
#include "study/average.h"
#include "study/table_file.h"

namespace mbs {

int run_average(const Arguments& args) {
  enable_hard_stop("mbsim", "average");
  const AverageRequest& request = args.average;
  std::vector<Trial> trials;
  for (const std::string& file : request.files) {
    std::string text;
    if (const std::string problem = read_file(file, kMaxFileBytes, text); !problem.empty())
      return usage_error(cannot_read(fmt::format("'{}'", file), problem));
    TableFile table = table_file(std::move(text), file);
    if (!table.problem.empty())
      return usage_error(fmt::format("average: {}: {}", file, table.problem));
    trials.push_back({escaped(file), std::move(table.csv), table.in_degrees});
  }
  const Average result = average(trials, args.columns, request.points);
  if (!result.problem.empty()) return usage_error(fmt::format("average: {}", result.problem));
  if (!request.correlation) return write_whole(average_csv(result), request.output, request.files);
  std::string lines;
  for (const AveragedChannel& channel : result.channels) {
    lines += fmt::format("{} {}\n", channel.name, channel.correlation);
    if (!channel.why_no_correlation.empty())
      say(fmt::format("mbsim: {} has no coefficient of multiple correlation: {}\n",
                      escaped(channel.name), channel.why_no_correlation));
  }
  return write_whole(lines, request.output, request.files);
}

}  // namespace mbs

#include "program/stride_files.h"

#include <filesystem>

#include "deck/lines/filled_text.h"
#include "text/parameters.h"

namespace mbs {

std::vector<std::string> stride_files(const std::string& pattern,
                                      const std::vector<StrideRow>& strides, Parameters parameters,
                                      Diagnostics& diagnostics) {
  if (strides.empty()) {
    diagnostics.error({}, "--strides", "the deck has no STRIDE lines",
                      "expected one like 'STRIDE right FROM rhs TO rhs'");
    return {};
  }
  std::string name;
  if (!fill_parameters(pattern, {}, parameters, diagnostics, "--strides", name)) return {};
  if (strides.size() == 1) return {name};
  const std::filesystem::path path(name);
  std::vector<std::string> out;
  for (const StrideRow& row : strides)
    out.push_back((path.parent_path() / path.stem()).string() + "." + row.name +
                  path.extension().string());
  return out;
}

}  // namespace mbs

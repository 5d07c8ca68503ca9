// Places of markers in the plane over time, of a file or made from those of a file.
#pragma once

#include <string>
#include <vector>

#include "deck/records/markers.h"

namespace mbs {

// NaN where a marker was not seen.
struct MarkerPlaces {
  std::vector<double> t;
  std::vector<std::vector<double>> x, y;  // per marker
  std::vector<std::string> said;          // of the file
};

// Reads the markers of these names. Empty, with an error, if the file lacks one.
std::optional<MarkerPlaces> read_marker_places(RecordReader& in, const LexedDeck& deck,
                                               const MarkerLines& lines, const Token& file,
                                               const std::vector<Token>& names,
                                               Diagnostics& diagnostics, const std::string& label);

}  // namespace mbs

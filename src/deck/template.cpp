#include "deck/dialects.h"

namespace mbs {

std::string deck_template(std::string_view dialect) {
  if (dialect != "kabios") return {};
  return R"(# A KABIOS deck: a four-bar linkage. Numbers are separated by blanks or commas; # starts a comment.
# (a) NB NR NT NG NS ND NP NGUI NDATA: bodies with ground, revolute and translational joints,
#     grounds, simple constraints, drivers, points of interest, guides, rows of the guide table
4 4 0 1 0 1 1 0 0
# (b) bodies: X Y PHI (estimates; the program assembles the mechanism)
0.0  0.0  0.0        # 1, the ground
0.5  0.8  60deg      # 2, the crank
2.6  2.6  30deg      # 3, the coupler
3.5  1.8  60deg      # 4, the rocker
# (c) revolute joints: i j XI-P-I ETA-P-I XI-P-J ETA-P-J
1 2   0.0 0.0  -1.0 0.0
2 3   1.0 0.0  -2.0 0.0
3 4   2.0 0.0   2.0 0.0
4 1  -2.0 0.0   2.5 0.0
# (d) translational joints, none here: i j XI-P-I ETA-P-I XI-Q-I ETA-Q-I XI-P-J ETA-P-J
# (e) grounds: i
1
# (f) simple constraints, none here: i k (k = 1, 2, 3 for X, Y, PHI)
# (g) drivers: i k position velocity acceleration
2 3  60deg  6.2832  0.0
# (h) points of interest: i XI-P-I ETA-P-I
3  0.5  1.5
# (i) guides, none here: i k; then NDATA rows of time and one value per guide
# (j) T0 TE DT
0.0  1.0  0.025
)";
}

}  // namespace mbs

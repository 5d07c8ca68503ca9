#!/bin/sh
# Which kind a node is matters to the kinds themselves, the elements, the readers of decks and the
# pictures. Elsewhere a coordinate is moved by move_coordinates() (src/assembly/evaluation.h) and
# asked about by NodeType. Counts the lines of src that name a kind of nodes, or that look at the
# lists of orientations, and exits 1 where a file has more of them than the table below allows.
#
#   tools/check_node_kinds.sh [--list]      --list prints each line
cd "$(dirname "$0")/.." || exit 1

allowed='
assembly/evaluation.cpp 12
assembly/evaluation.h 1
assembly/space_loads.cpp 1
build/build.cpp 11
build/build_forces.cpp 3
build/build_variable.cpp 1
build/set_references.cpp 3
model/model.h 7
observe/bodies.cpp 1
observe/followed.cpp 2
observe/forces.cpp 2
observe/matrices.cpp 1
observe/rotations.cpp 1
observe/space_joints.cpp 3
observe/space_net_joints.cpp 1
observe/wheels.cpp 1
program/contact_doubts.cpp 2
program/doubts.cpp 3
program/dyad_assembly.cpp 3
program/space_checks.cpp 3
run/dynamic/dynamic_judge.cpp 1
run/dynamic/finer_run.cpp 1
run/dynamic/given_audit.cpp 1
run/dynamic/row_audit.cpp 1
run/events/prescribed_jumps.cpp 3
run/frame/echo.cpp 4
run/motion/path_audit.cpp 4
run/motion/path_audit.h 2
run/motion/suspects.cpp 2
run/motion/surplus.cpp 2
run/motion/turning_unknowns.cpp 1
run/motion/unknowns.cpp 1
run/rest/spinning_frames.cpp 1
solve/forces/freedom_choice.cpp 2
solve/forces/mass_blocks.cpp 1
solve/forces/singular_passage.cpp 2
solve/place/continuation.cpp 4
solve/place/linear_columns.cpp 1
solve/place/partition.cpp 1
solve/place/position_assembly.cpp 3
solve/place/position_jacobian.cpp 1
solve/place/position_solver.cpp 1
solve/place/prescribed_motion.cpp 4
solve/place/redundant_rows.cpp 8
solve/place/tree_of_bodies.cpp 2
solve/statics/bordered_tangent.cpp 3
solve/statics/element_stiffness.cpp 1
solve/statics/kinematic_coordinates.cpp 2
solve/statics/linearise.cpp 2
solve/statics/sparse_linearisation.cpp 1
'

find src \( -name '*.h' -o -name '*.cpp' \) -print | LC_ALL=C sort |
  grep -v -e '^src/nodes/' -e '^src/elements/' -e '^src/draw/' -e '^src/deck/' |
  xargs -r awk -v allowed="$allowed" -v list="${1:-}" '
  BEGIN {
    n = split(allowed, fields)
    for (i = 1; i < n; i += 2) most["src/" fields[i]] = fields[i + 1]
    named = "NodeKind::|k(Point|Angle|SpacePoint|Orientation)Node[^a-z]"
    lists = "is_orientation\\(|[.>]orientations|[^_a-z]orientations\\(|orientation_of\\["
  }
  {
    code = $0
    sub(/\/\/.*/, "", code)
    gsub(/"[^"]*"/, "", code)
    if (code !~ named && code !~ lists) next
    count[FILENAME]++
    if (list == "--list") printf "%s:%d:%s\n", FILENAME, FNR, $0
  }
  END {
    for (file in count)
      if (count[file] > most[file] + 0) {
        printf "%s: %d lines ask for kinds of nodes, %d are allowed (tools/check_node_kinds.sh)\n", \
               file, count[file], most[file] + 0 | "LC_ALL=C sort"
        bad = 1
      }
    exit bad
  }'

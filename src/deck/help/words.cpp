#include "deck/help/words.h"

#include "deck/help/word_tables.h"

namespace mbs {

std::span<const Word> words() {
  static const std::vector<Word> all = [] {
    std::vector<Word> out;
    for (const auto part :
         {words_of_elements(), words_of_space(), words_of_mechanisms(), words_of_forces(),
          words_of_kabios_space(), words_of_runs(), words_anywhere()})
      out.insert(out.end(), part.begin(), part.end());
    return out;
  }();
  return all;
}

const Said& said_in(const Word& word, Dialect dialect) {
  return dialect == Dialect::native   ? word.native
         : dialect == Dialect::kabios ? word.kabios
                                      : word.segdyn;
}

std::span<const Topic> topics() {
  static constexpr Topic kTopics[] = {
      {"acceleration, jerk",
       "`a3_1`, `body2.xdd` and the like are channels ([report.md](report.md))"},
      {"actuator, hydraulic cylinder, linear motor",
       "`PLSDA` driven by `INPUTE`, or with a law; `SDA`"},
      {"airborne, flight, free fall", "`FREE` BASE of a chain; a body that nothing holds"},
      {"angle between bodies", "`rev1.angle`, `RELATION` ([relations](elements.md#relations))"},
      {"animation, movie", "`mbsim animate` ([pictures.md](pictures.md))"},
      {"Atwood's machine", "`PATH` ([paths](elements.md#paths))"},
      {"balance of energy, audit", "the audit of every run ([report.md](report.md))"},
      {"ball, bouncing", "`CONTACT` RIGID, or `EVENT` with IMPACT"},
      {"bar, truss", "`PLTRUSS`"},
      {"beam, flexible rod, cantilever",
       "`PLBEAM`, `PLBEAMG`, `PLBEAML` ([which beam](statics.md#which-beam))"},
      {"bearing, hinge, pin", "`PLREV`; record (c) of a KABIOS deck"},
      {"belt, chain drive, sprocket, timing belt", "`PLBELT`, `BELT` ([belts](elements.md#belts))"},
      {"block and tackle, cable, winch, crane", "`PATH` ([paths](elements.md#paths))"},
      {"brake, clutch, latch", "`EVENT` with FIX and RELEASE ([events.md](events.md))"},
      {"buckling, limit load",
       "measures of `EIGEN` ([statics.md](statics.md#frequencies-as-measures-and-buckling))"},
      {"cam, follower",
       "`CAM` ([cams](elements.md#cams)), its lift `FORMULA`, also of a table; a follower that "
       "lifts off: `CONTACT`"},
      {"carrier, planet, sun, epicyclic gear, planetary gear",
       "`PLGEAR` ([gears](elements.md#gears))"},
      {"centre of mass", "`cm.x`, `cm.y` are channels ([report.md](report.md))"},
      {"collision, impact, restitution, strike",
       "`CONTACT`, `EVENT` with IMPACT ([contact.md](contact.md))"},
      {"connecting rod, coupler", "a body, or massless: `PLSDA` held, `ROD`"},
      {"constraint of one's own", "`FORMULA`, `RELATION`; in chains `ROW`"},
      {"control, controller, PID, feedback", "`XLAW`, `LAW`, `ODE` ([states.md](states.md))"},
      {"convergence, accuracy, digits, tolerance",
       "`INTEG`, `ERROR`; `mbsim --certify` ([certify.md](certify.md))"},
      {"coupler curve", "an observed point: `POINT`, record (h)"},
      {"coupling, differential, gear train", "`RELATION` ([relations](elements.md#relations))"},
      {"crank, four-bar, slider-crank", "[gallery.md](gallery.md); `mbsim --template kabios`"},
      {"CSV, table of numbers, columns", "`mbsim --csv`, `REPORT` ([report.md](report.md))"},
      {"damper, dashpot, shock absorber", "`EDAMP`, `SDA`, `RSDA`"},
      {"dead point, dead centre, toggle, singular position",
       "followed by themselves ([theory.md](theory.md)); a warning says where"},
      {"degree of freedom, DOF, mobility",
       "`DYNX`, `DYNE`, `DOF` AUTO ([dynamics.md](dynamics.md))"},
      {"drag, air resistance, viscous friction",
       "`XLAW`, `LAW` BODY with -c*v*abs(v); at a point of a body `PFORCE`, `FORCE`"},
      {"driver, drive, prescribed motion", "`INPUTX`, `DRIVE`, record (g)"},
      {"dry friction, Coulomb, stick and slip",
       "`FRICTION` in joints, in proportion to what they carry or CONSTANT "
       "([friction.md](friction.md)), `CONTACT` with mu ([contact.md](contact.md))"},
      {"efficiency of gears and screws, self-locking",
       "`FRICTION` ([gears](friction.md#gears-and-racks), [screws](friction.md#screws))"},
      {"eigenfrequency, natural frequency, vibration, mode", "`EIGEN` ([statics.md](statics.md))"},
      {"elliptic trammel, Scotch yoke, Whitworth", "`PLSLOT`, `SLOT` ([slots](elements.md#slots))"},
      {"equilibrium, statics, sag", "`STATIC` ([statics.md](statics.md))"},
      {"expression, function, formula",
       "[what an expression may hold](kabios.md#what-an-expression-may-hold)"},
      {"external force, measured force, force plate",
       "`PFORCE`, `FORCE`, also TABLE ([inverse.md](inverse.md))"},
      {"follower force, thrust, rocket, propeller",
       "`PFORCE`, `FORCE` with IN BODY ([forces](elements.md#forces))"},
      {"gas force, one-sided spring, stop", "`ELAW`, `LAW` with an expression; `CONTACT`; `EVENT`"},
      {"gear, pinion, mesh, tooth force", "`PLGEAR`, `GEAR` ([gears](elements.md#gears))"},
      {"Geneva drive, ratchet, one-way clutch", "`ELAW` with max(0, ...), `CONTACT`, or `EVENT`"},
      {"ground, frame, foundation", "`FIX`; record (e) of a KABIOS deck"},
      {"guide, cam table, spline", "`INPUTX` TABLE; record (i) of a KABIOS deck"},
      {"handle, rigid attachment, cut forces", "`PLWELD`, `WELD` ([welds](elements.md#welds))"},
      {"inverse dynamics, joint moment, gait",
       "`NETJOINT`, `MOTION`, `KNOWN` and `UNKNOWN` ([inverse.md](inverse.md))"},
      {"knife edge, skate, sleigh, car, nonholonomic",
       "`VFORMULA` ([velocities](elements.md#velocities))"},
      {"lead screw, worm, screw", "`PLSCREW`, `SCREW` ([screws](elements.md#screws))"},
      {"linearisation, stability", "`EIGEN` ([statics.md](statics.md))"},
      {"map, look-up table",
       "`table`, `spline`, `periodic`, `table2` "
       "([tables](kabios.md#tables-in-expressions))"},
      {"maximum, minimum, mean, stroke", "`MEASURE` ([measures.md](measures.md)), `SUMMARY`"},
      {"mechanical advantage, ratio", "`OUT` ratio = quotient of two channels"},
      {"motor, torque-speed curve",
       "a law of the speed: `XLAW`, `LAW` BODY, of a map `table2`; prescribed: `INPUTX`, `DRIVE`"},
      {"muscle, tendon, activation, moment arm",
       "`MUSCLE`; many of them from a table: `MUSCLES` ([muscles.md](muscles.md))"},
      {"Newton's cradle, collisions one after the other",
       "`CONTACT` RIGID with SEQUENTIAL ([contact.md](contact.md#pair-after-pair))"},
      {"non-circular gears, elliptic gears, rolling curves, rocker, conjugate cams",
       "`CURVES` ([curves](elements.md#curves))"},
      {"optimisation, synthesis, parameter study",
       "`mbsim optimise`, `mbsim solve`, `SWEEP` ([optimise.md](optimise.md))"},
      {"oscillator, pendulum", "`PLREV` or `PLTRUSS` and `GRAVITY`; [gallery.md](gallery.md)"},
      {"pantograph, ratio of points",
       "`RELATION` of `point1.x` ([relations](elements.md#relations))"},
      {"picture, drawing, plot", "`mbsim draw`, `mbsim plot` ([pictures.md](pictures.md))"},
      {"piston, slider, prismatic joint", "`PLTRAN`; record (d) of a KABIOS deck"},
      {"play, clearance, gap", "`CONTACT` ([contact.md](contact.md))"},
      {"polygon, kerb, step, stairs, box",
       "`PLCPOLY`, `CONTACT` POLYGON "
       "([outlines](contact.md#segments-polylines-and-polygons))"},
      {"power, work, energy",
       "`x3_1.power`, `energy.work` and the like are channels ([report.md](report.md))"},
      {"pressure angle",
       "of a cam `cam1.pressure` ([cams](elements.md#cams)), of a gear: "
       "[gears](elements.md#gears)"},
      {"pulley, rope, string", "`PATH` ([paths](elements.md#paths))"},
      {"rack, steering", "`PLRACK`, `RACK` ([racks](elements.md#racks))"},
      {"reaction, bearing force, joint force",
       "S of `PLREV`, tables of the report ([report.md](report.md))"},
      {"release, cut, break", "`EVENT` with RELEASE; `FREE` of a chain"},
      {"rolling resistance",
       "`FRICTION` of a wheel ([friction.md](friction.md#rolling-resistance)), of a contact "
       "([contact.md](contact.md#rolling-resistance))"},
      {"rolling, wheel, cycloid",
       "`PLCLINE` and `PLCCIRC` held, `ROLL` ([rolling](elements.md#rolling))"},
      {"sensitivity, derivative", "`mbsim sensitivity` ([optimise.md](optimise.md))"},
      {"slot, pin in a slot, Geneva slot", "`PLSLOT`, `SLOT` ([slots](elements.md#slots))"},
      {"spring", "`PLSDA` or `PLTRUSS` with `RLSE` and `ESTIFF`; `SDA`, `RSDA`"},
      {"step of integration, stiff equations", "`INTEG`"},
      {"torque, moment, couple", "`XF` on an angle; `TORQ`; `KNOWN` M"},
      {"torsion bar, torsional spring", "`PLTOR` with `RLSE` and `ESTIFF`; `RSDA`"},
      {"transmission angle",
       "`OUT` mu = rev3.angle, `MEASURE` MIN ([own-tables.md](own-tables.md))"},
      {"velocity at the start, initial condition", "`STARTVX`, `STARTDX`, `VEL`, `STATE`"},
      {"weight", "`GRAVITY`, `GRAV`"},
  };
  return kTopics;
}

}  // namespace mbs

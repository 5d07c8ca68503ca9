// The rows of the tables that a KABIOS deck becomes: a body is a point node and an angle node,
// ground, simple constraints, drivers and guides are classes of its coordinates, joints and springs
// are elements.
#pragma once

#include "deck/lines/dialects.h"
#include "deck/tables/kabios_deck.h"
#include "plan/contacts.h"

namespace mbs {

// The records (b) to (i), which stand in tables.kabios.
void lower_kabios_head(ElementSpecs specs, Tables& tables);

// The rows of one record of the tail each. They follow the record at once, since what stands below
// it in the deck may name them.
void lower(const KabiosDriver& row, Tables& tables);
void lower(const KabiosMass& row, Tables& tables);
void lower(const KabiosVelocity& row, Tables& tables);
void lower(const KabiosTorque& row, Tables& tables);
void lower(const KabiosMotion& row, Tables& tables);
void lower(PointForceRow row, Tables& tables);  // point and frame: bodies
void lower(MeasuredForceRow row, Tables& tables);
void lower(NetJointRow row, Tables& tables);
void lower(SpringRecord& row, ElementSpecs specs, Tables& tables);
void lower(KabiosContact& row, ContactRow law, Tables& tables);
void lower(KabiosForward& row, Tables& tables);

// "3 2" for Y of body 3: what a coordinate of a node is.
struct BodyCoordinate {
  int body = 0, coordinate = 0;
};
BodyCoordinate body_coordinate(const Tables& tables, int node, int component);

}  // namespace mbs

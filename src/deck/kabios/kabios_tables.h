// Translates a KABIOS deck to rows of the tables. A body becomes a point node and an angle node;
// ground, simple constraints, drivers and guides become classes of its coordinates; joints and
// springs become elements.
#pragma once

#include "deck/lines/dialects.h"
#include "deck/tables/kabios_deck.h"
#include "plan/contacts.h"

namespace mbs {

// Translates the records (b) to (i) in tables.kabios.
void lower_kabios_head(ElementSpecs specs, Tables& tables);

// Each translates one record of the tail. The rows are made directly after the record is read,
// since records below it in the deck may name them.
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

// The body and coordinate of a node's component: {3, 2} for Y of body 3.
struct BodyCoordinate {
  int body = 0, coordinate = 0;
};
BodyCoordinate body_coordinate(const Tables& tables, int node, int component);

}  // namespace mbs

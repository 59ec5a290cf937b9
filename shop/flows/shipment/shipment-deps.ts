import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import type { OpenCarriers } from '#shop/shipment/carriers/open-carriers.ts'

/** The dependencies of work with carriers. */
export interface ShipmentDeps {
  db: Database
  now: Now
  log: Log
  carriers: OpenCarriers
}

/** The dependencies of what staff do with parcels. */
export interface StaffShipmentDeps extends StaffFlowDeps {
  carriers: OpenCarriers
}

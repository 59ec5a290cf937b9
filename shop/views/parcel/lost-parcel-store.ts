import type { Database } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'

/** A lost parcel that waits for a decision, as stored. */
export interface StoredLoss {
  parcel_id: number
  code: string
  version: number
}

/** Finds the lost parcels of an order about which nobody has decided, the first one first. */
export async function findLostParcels(db: Database, order_id: OrderId): Promise<StoredLoss[]> {
  return db
    .selectFrom('parcel')
    .select(['parcel_id', 'code', 'version'])
    .where('order_id', '=', order_id)
    .where('state', '=', 'lost')
    .orderBy('parcel_id')
    .execute()
}

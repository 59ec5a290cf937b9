import type { Tx } from '#db/schema.ts'
import type { CarrierEventOutcome } from '#contracts/staff/parcels.ts'
import type { CarrierEvent } from '#shop/shipment/carriers/carrier.ts'

/** Whether this event of a carrier is stored already. */
export async function isKnownEvent(tx: Tx, carrier: string, event_key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('carrier_event')
    .select('carrier_event_id')
    .where('carrier', '=', carrier)
    .where('event_key', '=', event_key)
    .executeTakeFirst()
  return row !== undefined
}

interface FiledEvent {
  carrier: string
  parcel_id: number | null
  source: 'webhook' | 'poll'
  outcome: CarrierEventOutcome
}

/** Stores an event once, with what became of it. */
export async function insertCarrierEvent(
  tx: Tx,
  { key, carrier_code, status, state, at, detail }: CarrierEvent,
  filed: FiledEvent,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('carrier_event')
    .values({
      ...filed,
      event_key: key,
      carrier_code,
      status,
      state,
      happened_at: at,
      received_at: now,
      detail: JSON.stringify(detail),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

import type { Tx } from '#db/schema.ts'
import type { CarrierEventOutcome } from '#contracts/staff/parcels.ts'
import { transaction } from '#platform/database/postgres.ts'
import { moveParcel, ParcelNotMovable } from '#shop/flows/shipment/move-parcel.ts'
import type { ShipmentDeps } from '#shop/flows/shipment/shipment-deps.ts'
import { UnitsNotOnHand } from '#shop/flows/units/ship-units.ts'
import { UnitsNotMovable } from '#shop/flows/units/move-units.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { insertCarrierEvent, isKnownEvent } from '#shop/shipment/carrier-event-store.ts'
import { endCreateRequest } from '#shop/shipment/carrier-request-store.ts'
import type { Carrier, CarrierEvent } from '#shop/shipment/carriers/carrier.ts'
import { textOfWord } from '#shop/shipment/carriers/carrier-states.ts'
import { judgeEvent } from '#shop/shipment/judge-event.ts'
import { isFinal } from '#shop/shipment/parcel-states.ts'
import { storableEvent } from '#shop/shipment/storable-event.ts'
import {
  findParcelOfEvent,
  lockParcel,
  type LockedParcel,
  updateFromCarrier,
} from '#shop/shipment/parcel-store.ts'

interface ReceivedEvent {
  carrier: Carrier
  event: CarrierEvent
  source: 'webhook' | 'poll'
}

/**
 * Receives what a carrier says: stores it once, and moves the parcel if it is the newest. An event that its parcel, its
 * order or its stock does not allow is filed for staff. 'known': it was received before.
 */
export async function receiveCarrierEvent(
  deps: ShipmentDeps,
  { event: as_sent, ...by }: ReceivedEvent,
): Promise<CarrierEventOutcome | 'known'> {
  const received = { ...by, event: storableEvent(as_sent, deps.now()) }
  try {
    return await transaction(deps.db, (tx) => receive(tx, deps, received, null))
  } catch (error) {
    const is_refused =
      error instanceof ParcelNotMovable ||
      error instanceof UnitsNotOnHand ||
      error instanceof UnitsNotMovable
    if (!is_refused) throw error
    const { carrier, event } = received
    deps.log.warn(
      { err: error, carrier: carrier.code, carrier_code: event.carrier_code, status: event.status },
      'an event of a carrier cannot be applied',
    )
    return transaction(deps.db, (tx) => receive(tx, deps, received, 'not_movable'))
  }
}

async function receive(
  tx: Tx,
  { now }: ShipmentDeps,
  { carrier, event, source }: ReceivedEvent,
  outcome: 'not_movable' | null,
): Promise<CarrierEventOutcome | 'known'> {
  const at = now()
  const found = await findParcelOfEvent(tx, carrier.code, event)
  if (found !== null) await lockOrderById(tx, found.order_id)
  const parcel = found && (await lockParcel(tx, found.code))
  if (await isKnownEvent(tx, carrier.code, event.key)) return 'known'
  const file = async (became: CarrierEventOutcome) => {
    const filed = { carrier: carrier.code, parcel_id: parcel?.parcel_id ?? null, source }
    await insertCarrierEvent(tx, event, { ...filed, outcome: became }, at)
    return became
  }
  if (parcel === null) return file('no_parcel')
  if (outcome !== null) return file(outcome)
  return file(await apply(tx, carrier, parcel, event, at))
}

async function apply(
  tx: Tx,
  { code, title, ask_after_ms }: Carrier,
  parcel: LockedParcel,
  event: CarrierEvent,
  now: Date,
): Promise<CarrierEventOutcome> {
  const { parcel_id, carrier_code } = parcel
  const { outcome, moves } = judgeEvent(parcel, event)
  const counts = outcome === 'applied' || outcome === 'same'
  const text = textOfWord(code, event.status)
  const status_text = text === null ? event.status : `${text} (${event.status})`
  const by = { actor: 'carrier', staff_name: null, note: `${title}: ${status_text}` } as const
  let { state } = parcel
  for (const move of moves) {
    state = await moveParcel(tx, { ...parcel, state }, move, by, now)
  }
  const ask_at = isFinal(state) ? null : new Date(now.getTime() + ask_after_ms)
  await updateFromCarrier(tx, parcel_id, {
    ask_at,
    ...(counts && { carrier_at: event.at }),
    ...(carrier_code === null && { carrier_code: event.carrier_code }),
  })
  // The message came before the answer to our own call, or instead of it.
  if (carrier_code === null) await endCreateRequest(tx, parcel_id, now)
  return outcome
}

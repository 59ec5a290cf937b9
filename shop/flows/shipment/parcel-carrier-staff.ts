import {
  type CarrierQuote,
  type ParcelState,
  parcels as contract,
} from '#contracts/staff/parcels.ts'
import type { Tx } from '#db/schema.ts'
import { breaks } from '#platform/database/postgres.ts'
import { reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { moveParcel } from '#shop/flows/shipment/move-parcel.ts'
import { sendRequestOf } from '#shop/flows/shipment/send-carrier-requests.ts'
import type { StaffShipmentDeps } from '#shop/flows/shipment/shipment-deps.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import type { Carrier, CarrierParcel } from '#shop/shipment/carriers/carrier.ts'
import { endCreateRequest, renewRequest } from '#shop/shipment/carrier-request-store.ts'
import {
  findOrderOfParcel,
  lockParcel,
  type LockedParcel,
  updateFromCarrier,
} from '#shop/shipment/parcel-store.ts'
import { findCarrierParcel } from '#shop/views/parcel/carrier-parcel-store.ts'
import { findOrderToPack } from '#shop/views/parcel/packing-store.ts'
import { findParcel } from '#shop/views/parcel/parcel-list-store.ts'

type Operations = Pick<Service<typeof contract>, 'quotes' | 'askCarrierAgain' | 'setCarrierCode'>

/** What staff ask of carriers with an interface, and what they write down in place of a carrier (decision 140). */
export function parcelCarrierOperations(deps: StaffShipmentDeps): Operations {
  return {
    quotes: async (actor, { order_code, weight_g }) => {
      const reach = reachOf(contract.quotes, actor)
      const order = await findOrderToPack(deps.db, storedCode(order_code), reach)
      if (order === null) throw contract.quotes.refuse('order_not_found')
      const { order_id, cod_amount } = order
      const wanted = { code: storedCode(order_code), weight_g, cod_amount }
      const parcel = await findCarrierParcel(deps.db, order_id, wanted)
      if (parcel === null) return []
      const enabled = await deps.carriers.enabled()
      return Promise.all(enabled.map((carrier) => quoteOf(deps, carrier, parcel)))
    },
    askCarrierAgain: async (actor, { code: typed }) => {
      const code = storedCode(typed)
      const { refuse } = contract.askCarrierAgain
      const reach = reachOf(contract.askCarrierAgain, actor)
      await deps.write({ actor, operation: 'parcels.askCarrierAgain' }, async (tx) => {
        const parcel = await lockInReach(tx, code, reach)
        if (parcel === null) throw refuse('parcel_not_found')
        if (!(await renewRequest(tx, parcel.parcel_id, deps.now()))) throw refuse('nothing_to_ask')
      })
      await sendRequestOf(deps, code)
      const found = await findParcel(deps.db, reach, code)
      if (found === null) throw refuse('parcel_not_found')
      return { state: found.state }
    },
    setCarrierCode: async (actor, input) => ({ state: await setCarrierCode(deps, actor, input) }),
  }
}

async function lockInReach(
  tx: Tx,
  code: string,
  reach: ReturnType<typeof reachOf>,
): Promise<LockedParcel | null> {
  const order_id = await findOrderOfParcel(tx, code, reach)
  if (order_id === null) return null
  await lockOrderById(tx, order_id)
  return lockParcel(tx, code)
}

async function quoteOf(
  { carriers }: StaffShipmentDeps,
  carrier: Carrier,
  parcel: CarrierParcel,
): Promise<CarrierQuote> {
  const tools = await carriers.toolsOf(carrier)
  const named = { carrier: carrier.code, title: carrier.title }
  const answer = tools === null ? null : await carrier.quote(parcel, tools)
  if (answer?.outcome !== 'ok') {
    return { ...named, fee: null, expected_at: null, problem: answer?.reason ?? 'Chưa cài đặt' }
  }
  const { fee, expected_at } = answer.value
  return { ...named, fee, expected_at: expected_at?.toISOString() ?? null, problem: null }
}

async function setCarrierCode(
  { now, log, write, carriers }: StaffShipmentDeps,
  actor: StaffActor,
  { version, ...typed }: { code: string; version: number; carrier_code: string },
): Promise<ParcelState> {
  const { refuse } = contract.setCarrierCode
  const code = storedCode(typed.code)
  const carrier_code = storedCode(typed.carrier_code)
  const set = async (tx: Tx): Promise<ParcelState> => {
    const parcel = await lockInReach(tx, code, reachOf(contract.setCarrierCode, actor))
    if (parcel === null) throw refuse('parcel_not_found')
    if (parcel.version !== version) throw refuse('parcel_changed')
    if (parcel.carrier_code !== null) throw refuse('carrier_code_known')
    const { parcel_id } = parcel
    const carrier = carriers.find(parcel.carrier)
    const ask_at = carrier && new Date(now().getTime() + carrier.ask_after_ms)
    await updateFromCarrier(tx, parcel_id, { carrier_code, ask_at })
    await endCreateRequest(tx, parcel_id, now())
    if (parcel.state !== 'requested') return parcel.state
    const by = { actor: 'staff', staff_name: actor.name, note: carrier_code } as const
    return moveParcel(tx, parcel, 'accept', by, now())
  }
  try {
    const state = await write({ actor, operation: 'parcels.setCarrierCode' }, set)
    log.info({ staff: actor.name, parcel: code, carrier_code }, 'staff wrote a code of a carrier')
    return state
  } catch (error) {
    if (breaks(error, 'parcel_by_carrier_code')) throw refuse('carrier_code_taken')
    throw error
  }
}

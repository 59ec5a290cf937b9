import {
  CourierMove,
  type HandOverReceipt,
  type ParcelMove,
  type ParcelState,
  parcels as contract,
} from '#contracts/staff/parcels.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import { mayCall, reachOf } from '#pure/access.ts'
import { isRefusal, type Service, type StaffActor } from '#pure/contract.ts'
import { day_ms, startOfDay, vietnamDay } from '#pure/vietnam-time.ts'
import { moveParcel, ParcelNotMovable } from '#shop/flows/shipment/move-parcel.ts'
import { packOrder } from '#shop/flows/shipment/pack-order.ts'
import { UnitsNotOnHand } from '#shop/flows/units/ship-units.ts'
import { UnitsNotMovable } from '#shop/flows/units/move-units.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { insertStaffEvent } from '#shop/order/staff-event-store.ts'
import type { StaffShipmentDeps } from '#shop/flows/shipment/shipment-deps.ts'
import { parcelCarrierOperations } from '#shop/flows/shipment/parcel-carrier-staff.ts'
import { carrierTitle, manual_carriers } from '#shop/shipment/carriers.ts'
import { textOfWord } from '#shop/shipment/carriers/carrier-states.ts'
import { isFinal, movesFrom } from '#shop/shipment/parcel-states.ts'
import { findOrderOfParcel, lockParcel } from '#shop/shipment/parcel-store.ts'
import { scannedCodes } from '#shop/shipment/scanned-units.ts'
import {
  findGoodsToCollect,
  findOrderToPack,
  findPackQueue,
  findScannedOrder,
  findUnitsToPack,
} from '#shop/views/parcel/packing-store.ts'
import {
  countParcels,
  findCarrierNews,
  findCarrierSide,
  findHandedOver,
  findLabelFacts,
  findParcel,
  findParcelEvents,
  findParcels,
  findParcelsOfOrder,
  type ListedParcel,
} from '#shop/views/parcel/parcel-list-store.ts'

const page_size = 50
const max_waiting = 200
const max_handed_over = 2_000

/** Parcels for staff: packing, labels, hand-over, and what becomes of them (decision 135). */
export function parcelStaffService(deps: StaffShipmentDeps): Service<typeof contract> {
  const { db, now, write } = deps
  return {
    ...parcelCarrierOperations(deps),
    ...sheetOperations(deps),
    ...moveOperations(deps),
    parcels: async (actor, { state = null, q = '', page = 1 }) => {
      const reach = reachOf(contract.parcels, actor)
      const code = q === '' ? null : storedCode(q)
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, counts] = await Promise.all([
        findParcels(db, reach, { state: state ?? null, code }, part),
        countParcels(db, reach, code),
      ])
      return {
        rows: rows.slice(0, page_size).map(parcelRow),
        has_next: rows.length > page_size,
        counts,
      }
    },
    parcel: async (actor, { code }) => {
      const found = await findParcel(db, reachOf(contract.parcel, actor), storedCode(code))
      if (found === null) throw contract.parcel.refuse('parcel_not_found')
      const { parcel_id } = found
      const [events, news, side] = await Promise.all([
        findParcelEvents(db, parcel_id),
        findCarrierNews(db, parcel_id),
        findCarrierSide(db, parcel_id),
      ])
      const { has_no_code, ...shown } = side
      const { request } = side
      const is_under_way = !isFinal(found.state)
      return {
        ...parcelRow(found),
        ...shown,
        carrier_news: news.map(({ happened_at, received_at, ...one }) => ({
          ...one,
          text: textOfWord(found.carrier, one.status),
          happened_at: happened_at.toISOString(),
          received_at: received_at.toISOString(),
        })),
        may_set_code: is_under_way && has_no_code && mayCall(contract.setCarrierCode, actor),
        may_ask_again:
          request !== null && request.state !== 'due' && mayCall(contract.askCarrierAgain, actor),
        events: events.map(({ happened_at, ...event }) => ({
          ...event,
          happened_at: happened_at.toISOString(),
        })),
        moves: movesOf(actor, found.state),
      }
    },
    parcelsOfOrder: async (actor, { order_code }) => {
      const reach = reachOf(contract.parcelsOfOrder, actor)
      return (await findParcelsOfOrder(db, reach, storedCode(order_code))).map(parcelRow)
    },
    packQueue: async (actor, { scan = '' }) => {
      const reach = reachOf(contract.packQueue, actor)
      const scanned = storedCode(scan)
      const found = scanned === '' ? null : await findScannedOrder(db, reach, scanned)
      const rows = await findPackQueue(db, reach, page_size)
      return {
        rows: rows.map(({ confirmed_at, ...row }) => ({
          ...row,
          confirmed_at: confirmed_at.toISOString(),
        })),
        found: found && {
          order_code: found.order_code,
          scanned: found.is_sku ? scanned : null,
        },
      }
    },
    packing: async (actor, { order_code }) => {
      const code = storedCode(order_code)
      const order = await findOrderToPack(db, code, reachOf(contract.packing, actor))
      if (order === null) throw contract.packing.refuse('order_not_found')
      if (!order.is_to_pack) throw contract.packing.refuse('not_to_pack')
      const { version, recipient, data_transfer } = order
      const units = await findUnitsToPack(db, order.order_id)
      const enabled = (await deps.carriers.enabled()).map(({ code: one, title }) => {
        return { code: one, title }
      })
      const carriers = [...enabled, ...manual_carriers]
      return { order_code: code, version, recipient, data_transfer, units, carriers }
    },
    packOrder: async (actor, input) => ({ code: await packOrder(deps, actor, input) }),
    label: async (actor, { code }) => {
      const found = await findParcel(db, reachOf(contract.label, actor), storedCode(code))
      const facts = found && (await findLabelFacts(db, found.parcel_id))
      if (!found || !facts) throw contract.label.refuse('parcel_not_found')
      const { order_code } = found
      const shown = { order_code, kind: 'phone_shown', text: null, staff_name: actor.name } as const
      await write({ actor, operation: 'parcels.label' }, (tx) =>
        insertStaffEvent(tx, shown, reachOf(contract.label, actor), now()),
      )
      return { parcel: parcelRow(found), qr: qrPictureUrl(found.code), ...facts }
    },
    waiting: async (actor) => {
      const reach = reachOf(contract.waiting, actor)
      const part = { limit: max_waiting, offset: 0 }
      return (await findParcels(db, reach, { state: 'created', code: null }, part)).map(parcelRow)
    },
  }
}

/** What becomes of parcels. */
function moveOperations(
  deps: StaffShipmentDeps,
): Pick<Service<typeof contract>, 'moveParcel' | 'deliverParcel' | 'handOver'> {
  return {
    moveParcel: async (actor, { code, version, move, note }) => ({
      state: await moveByStaff(deps, actor, {
        operation: 'parcels.moveParcel',
        code: storedCode(code),
        version,
        move,
        note,
      }),
    }),
    deliverParcel: async (actor, { code, version, move, note }) => ({
      state: await moveByStaff(deps, actor, {
        operation: 'parcels.deliverParcel',
        code: storedCode(code),
        version,
        move,
        note,
      }),
    }),
    handOver: async (actor, { codes }) => {
      const receipt: HandOverReceipt = []
      for (const code of new Set(scannedCodes(codes)))
        receipt.push(await handOver(deps, actor, code))
      return receipt
    },
  }
}

/** What is printed for many orders and parcels at once. */
function sheetOperations({
  db,
  now,
}: StaffShipmentDeps): Pick<Service<typeof contract>, 'goodsToCollect' | 'handedOver'> {
  return {
    goodsToCollect: async (actor, { shop }) => {
      const found = await findGoodsToCollect(db, reachOf(contract.goodsToCollect, actor))
      const shops = new Map(found.map((row) => [row.shop_id, row.shop]))
      return {
        rows: found.filter(({ shop_id }) => shop === undefined || shop_id === shop),
        shops: [...shops].map(([shop_id, title]) => ({ value: String(shop_id), title })),
      }
    },
    handedOver: async (actor, { day = vietnamDay(now()) }) => {
      const since = startOfDay(day)
      const part = { since, until: new Date(since.getTime() + day_ms), limit: max_handed_over }
      const rows = await findHandedOver(db, reachOf(contract.handedOver, actor), part)
      return {
        day,
        rows: rows.map(({ handed_at, staff_name, ...parcel }) => ({
          ...parcelRow(parcel),
          handed_at: handed_at.toISOString(),
          staff_name,
        })),
      }
    },
  }
}

/** The moves that this actor can make with a parcel in this state: a courier reports from the door alone. */
function movesOf(actor: StaffActor, state: ParcelState): ParcelMove[] {
  if (mayCall(contract.moveParcel, actor)) return movesFrom(state)
  if (!mayCall(contract.deliverParcel, actor)) return []
  return movesFrom(state).filter((move) => CourierMove.safeParse(move).success)
}

interface WantedMove {
  operation: 'parcels.moveParcel' | 'parcels.deliverParcel' | 'parcels.handOver'
  code: string
  /** The parcel as it was seen; null when it is scanned, not seen. */
  version: number | null
  move: ParcelMove
  note?: string | undefined
}

async function moveByStaff(
  { now, log, write }: StaffShipmentDeps,
  actor: StaffActor,
  { operation, code, version, move, note }: WantedMove,
) {
  const { refuse } = contract.moveParcel
  const state = await write({ actor, operation }, async (tx) => {
    const asked =
      operation === 'parcels.deliverParcel' ? contract.deliverParcel : contract.moveParcel
    const order_id = await findOrderOfParcel(tx, code, reachOf(asked, actor))
    if (order_id === null) throw refuse('parcel_not_found')
    await lockOrderById(tx, order_id)
    const parcel = await lockParcel(tx, code)
    if (parcel === null) throw refuse('parcel_not_found')
    if (version !== null && parcel.version !== version) throw refuse('parcel_changed')
    const by = { actor: 'staff', staff_name: actor.name, note: note || null } as const
    try {
      return await moveParcel(tx, parcel, move, by, now())
    } catch (error) {
      if (error instanceof UnitsNotOnHand || error instanceof UnitsNotMovable) {
        throw refuse('parcel_units_missing')
      }
      if (!(error instanceof ParcelNotMovable)) throw error
      throw refuse('parcel_not_movable', { state: error.state })
    }
  })
  log.info({ staff: actor.name, parcel: code, move }, 'staff moved a parcel')
  return state
}

async function handOver(
  deps: StaffShipmentDeps,
  actor: StaffActor,
  code: string,
): Promise<HandOverReceipt[number]> {
  let outcome: HandOverReceipt[number]['outcome'] = 'done'
  try {
    const operation = 'parcels.handOver'
    await moveByStaff(deps, actor, { operation, code, version: null, move: 'hand_over' })
  } catch (error) {
    const refused = (
      ['parcel_not_found', 'parcel_not_movable', 'parcel_units_missing'] as const
    ).find((name) => isRefusal(error, contract.moveParcel, name))
    if (refused === undefined) throw error
    outcome = refused
  }
  const found = await findParcel(deps.db, reachOf(contract.handOver, actor), code)
  return { code, outcome, parcel: found && parcelRow(found) }
}

const uncounted: readonly ParcelState[] = ['cancelled', 'replaced', 'written_off']

export function parcelRow({
  parcel_id: _parcel_id,
  created_at,
  updated_at,
  ...listed
}: ListedParcel) {
  const { part_number, part_count, has_rest, ...row } = listed
  const is_one = (part_count === 1 && !has_rest) || uncounted.includes(row.state)
  return {
    ...row,
    part: is_one ? null : { number: part_number, of: has_rest ? null : part_count },
    carrier_title: carrierTitle(row.carrier),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

import {
  shopReservations as contract,
  type ShopReservationRow,
} from '#contracts/staff/trade/shop-reservations.ts'
import { pickups } from '#contracts/staff/pickups.ts'
import type { Database, Tx } from '#db/schema.ts'
import { cappedCount } from '#platform/database/state-counts.ts'
import { covers, everything, mayCall, type Reach, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { insertDraft } from '#shop/draft/draft-store.ts'
import { releaseShopReservations } from '#shop/flows/release-reservations.ts'
import { fillDraft } from '#shop/flows/staff/drafts/change-draft.ts'
import { lockOpenDraft } from '#shop/flows/staff/drafts/open-draft.ts'
import { placeLocked, placeWithRetries } from '#shop/flows/staff/drafts/place-draft.ts'
import { requireCounter } from '#shop/flows/staff/drafts/sell-at-counter.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { releaseAndNotify } from '#shop/flows/trade/shop-reservation/end-shop-reservation.ts'
import {
  countShopReservations,
  listShopReservations,
  type StoredRow,
} from '#shop/flows/trade/shop-reservation/shop-reservation-staff-store.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { lockOrderByCode } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'
import { isSellable } from '#shop/pricing/item/item.ts'
import { checkAddress, type CheckedAddress } from '#shop/quote/address.ts'
import {
  endShopReservations,
  lockInReach,
  type LockedShopReservation,
} from '#shop/trade/shop-reservation/shop-reservation-store.ts'

const page_size = 50
/** How many days those that ended stay in the list. */
const shown_days = 7

/** Pieces that are set aside at the shops of staff (decision 235). */
export function shopReservationStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    shopReservations: async (actor, { state, q = '', page = 1 }) => {
      const filter = filterOf(reachOf(contract.shopReservations, actor), q, now())
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, counted] = await Promise.all([
        listShopReservations(db, filter, { state: state ?? null, ...part }),
        countShopReservations(db, filter),
      ])
      return {
        rows: rows.slice(0, page_size).map(shownRow),
        has_next: rows.length > page_size,
        counts: counted.map(({ state: one, count }) => cappedCount(one, count)),
      }
    },
    shopReservation: async (actor, { code }) => {
      const filter = filterOf(reachOf(contract.shopReservation, actor), code, now())
      const [row] = await listShopReservations(db, filter, { state: null, limit: 1, offset: 0 })
      if (row === undefined) throw contract.shopReservation.refuse('shop_reservation_not_found')
      const is_open = row.state === 'reserved'
      const at = { shop_id: row.shop_id }
      const gives_out = [pickups.prepare, pickups.collect].every((one) => covers(one, actor, at))
      return {
        ...shownRow(row),
        price: await priceOf(db, row, now()),
        may: {
          sell: is_open && gives_out && mayCall(contract.sellReserved, actor),
          release: is_open && mayCall(contract.releaseReserved, actor),
        },
      }
    },
    sellReserved: async (actor, { code: typed, ...seen }) => {
      const code = storedCode(typed)
      const act = { actor, operation: 'shopReservations.sellReserved', reason: code } as const
      const order_code = await placeWithRetries(() =>
        write(act, (tx) => sell(tx, deps, actor, { code, ...seen })),
      )
      log.info({ staff: actor.name, code, order_code }, 'a piece that was set aside was sold')
      return { order_code }
    },
    releaseReserved: async (actor, { code: typed, reason }) => {
      const code = storedCode(typed)
      const act = { actor, operation: 'shopReservations.releaseReserved', reason } as const
      await write(act, async (tx) => {
        const locked = await lockOpen(tx, code, reachOf(contract.releaseReserved, actor))
        await releaseAndNotify(tx, [locked], 'cancelled', now())
      })
      return {}
    },
  }
}

interface Selling {
  code: string
  scanned: string
  grand_total: number
}

/**
 * Sells the piece by a draft at the counter. It is freed and taken by the order in one transaction, which has its stock
 * row locked in between: nobody else can take it.
 */
async function sell(
  tx: Tx,
  deps: StaffFlowDeps,
  actor: StaffActor,
  { code, scanned, grand_total }: Selling,
): Promise<string> {
  const now = deps.now()
  const reach = reachOf(contract.sellReserved, actor)
  const locked = await lockOpen(tx, code, reach)
  const { shop_id, shop_reservation_id, product_id } = locked
  requireCounter(actor, shop_id)
  await releaseShopReservations(tx, [shop_reservation_id], now)
  const address = counterAddress(locked)
  const draft_id = await insertDraft(tx, { made_by: actor.staff_id, shop_id, address }, now)
  const empty = await lockOpenDraft(tx, { draft_id }, everything, now)
  await fillDraft(tx, deps, empty, new Map([[product_id, 1]]))
  const draft = await lockOpenDraft(tx, { draft_id }, everything, now)
  const placing = { draft, way: 'counter', grand_total, scanned } as const
  const order_code = await placeLocked(tx, deps, actor, placing)
  const order = await lockOrderByCode(tx, order_code, everything)
  if (order === null) throw new RangeError(`the order ${order_code} is gone`)
  const ended = { state: 'sold', order_id: order.order_id } as const
  await endShopReservations(tx, [shop_reservation_id], ended, now)
  return order_code
}

/** Locks one that is open, within reach. One whose time is over is sold as long as the job has not released it. */
async function lockOpen(tx: Tx, code: string, reach: Reach): Promise<LockedShopReservation> {
  const { refuse } = contract.releaseReserved
  const locked = await lockInReach(tx, code, reach)
  if (locked === null) throw refuse('shop_reservation_not_found')
  if (locked.state !== 'reserved') throw refuse('shop_reservation_closed', { state: locked.state })
  return locked
}

/** The shopper collects it at the shop that has set it aside. */
function counterAddress({ name, phone, email, shop_id }: LockedShopReservation): CheckedAddress {
  const { address, problems } = checkAddress({
    ...{ name, phone, email: email ?? undefined, shipping_method: 'store_pickup' },
    ...{ erp_shop_id: shop_id, promotion_announcement: false, wants_company_invoice: false },
    wants_data_transfer: false,
    need_confirm: true,
  })
  if (problems)
    throw new RangeError(`a contact that was accepted is none: ${Object.keys(problems).join()}`)
  return address
}

/** What the piece costs at its shop now; null: it is not sold any more. */
async function priceOf(
  db: Database,
  { item_id, province_id }: StoredRow,
  now: Date,
): Promise<number | null> {
  const [item] = await findItems(db, [item_id], { province_id, customer_group_id: null, now })
  return isSellable(item) ? item.price.final_price : null
}

function filterOf(reach: Reach, q: string, now: Date) {
  const ended_since = new Date(now.getTime() - shown_days * day_ms)
  return { reach, code: q.trim() === '' ? null : storedCode(q), ended_since }
}

function shownRow(row: StoredRow): ShopReservationRow {
  const { item_id: _item, shop_id: _shop, province_id: _province, ...shown } = row
  const { created_at, expires_at, phone } = row
  return {
    ...{ ...shown, phone: maskedPhone(phone) },
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }
}

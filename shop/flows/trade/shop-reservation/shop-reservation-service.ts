import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import {
  shopReservation as contract,
  type ShopReservation,
  shop_reservation_rules,
} from '#contracts/storefront/trade/shop-reservation.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'
import { type Caller, type Service } from '#pure/contract.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { releaseAndNotify } from '#shop/flows/trade/shop-reservation/end-shop-reservation.ts'
import { insertReservations } from '#shop/inventory/reservation/reservation-store.ts'
import { openSupplyLedger } from '#shop/inventory/reservation/reservation.ts'
import { lockSupplies } from '#shop/inventory/reservation/reserve.ts'
import { reservingTransaction } from '#shop/inventory/reservation/reserving-transaction.ts'
import { findPickupShop } from '#shop/location/pickup-shop-store.ts'
import { notifyOfShopReservation } from '#shop/notification/notify-store.ts'
import { dayCode } from '#shop/order/order.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'
import { comingDay, isSellable, type SellableItem } from '#shop/pricing/item/item.ts'
import {
  countOfPhone,
  findByKey,
  findShopReservation,
  insertShopReservation,
  listShopReservationsOf,
  lockPhone,
  lockShopReservation,
} from '#shop/trade/shop-reservation/shop-reservation-store.ts'
import { reminderOf, reservedUntil } from '#shop/trade/shop-reservation/shop-reservation.ts'
import { accessOf, type RecordAccess } from '#shop/order/record-access.ts'
import { checkedContact } from '#shop/quote/contact.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

/** Which one a shopper means: that of a link, or their own. */
const meant = (caller: Caller | null, named: { code: string; secret?: string | undefined }) =>
  accessOf(caller, named, () => contract.getShopReservation.refuse('shop_reservation_not_found'))

/** Pieces that shops set aside for a day (decision 235). */
export function shopReservationService(deps: Deps): Service<typeof contract> {
  const { db, now, log } = deps
  return {
    reservableItem: async (_caller, { item_id, province_id }) => {
      const { name, color_name, url_path, thumbnail, price } = await reservable(deps, {
        ...{ item_id, province_id },
      })
      const full_name = [name, color_name].filter(Boolean).join(', ')
      return { item_id, name: full_name, url_path, thumbnail, price: price.final_price }
    },
    createShopReservation: (caller, input) => createShopReservation(deps, caller, input),
    getShopReservation: (caller, input) => shown(db, meant(caller, input), now()),
    cancelShopReservation: async (caller, input) => {
      const { refuse } = contract.cancelShopReservation
      const which = meant(caller, input)
      await transaction(db, async (tx) => {
        const locked = await lockShopReservation(tx, which)
        if (locked === null) throw refuse('shop_reservation_not_found')
        if (locked.state === 'cancelled') return
        if (locked.state !== 'reserved') {
          throw refuse('shop_reservation_closed', { state: locked.state })
        }
        await releaseAndNotify(tx, [locked], 'cancelled', now())
        log.info({ code: locked.code }, 'a piece that was set aside was given back')
      })
      return shown(db, which, now())
    },
    listShopReservations: ({ customer_id }) => listShopReservationsOf(db, customer_id, now()),
  }
}

type Input = z.output<typeof contract.createShopReservation.input>

/**
 * Sets one piece aside. It is reserved as an order would reserve it, under the lock of its stock row, so of all who
 * want the last one at the same moment, here or by an order, one gets it.
 */
async function createShopReservation(
  deps: Deps,
  { customer_id }: Caller,
  input: Input,
): Promise<ShopReservation> {
  const { db, now, log } = deps
  const { refuse } = contract.createShopReservation
  const asked_at = now()
  const key = input.idempotency_key ?? null
  const made = key === null ? null : await findByKey(db, customer_id, key)
  if (made !== null) return shown(db, { customer_id, code: made }, asked_at)
  const contact = checkedContact(input)
  const shop = await findPickupShop(db, input.erp_shop_id)
  if (shop === null) throw refuse('shop_has_none')
  const { item_id } = await reservable(deps, { ...input, province_id: shop.province_id })
  const one = {
    code: dayCode('DG', asked_at),
    secret: randomBytes(20).toString('hex'),
    ...{ customer_id, idempotency_key: key, shop_id: shop.shop_id, product_id: item_id },
    ...{ ...contact, created_at: asked_at, expires_at: reservedUntil(asked_at) },
  }
  const code = await reservingTransaction(db, async (tx) => {
    await lockPhone(tx, contact.phone)
    const same = key === null ? null : await findByKey(tx, customer_id, key)
    if (same !== null) return same
    await refuseTooMany(tx, contact.phone, asked_at)
    const reservations = await draw(tx, item_id, shop.shop_id)
    if (reservations === null) throw refuse('shop_has_none')
    const shop_reservation_id = await insertShopReservation(tx, one)
    const { expires_at } = one
    await insertReservations(
      tx,
      reservations.map((reservation) => ({
        ...{ ...reservation, order_id: null, shop_reservation_id, expires_at, settled_at: null },
      })),
    )
    const recipient = { ...contact, shop_reservation_id }
    await notifyOfShopReservation(tx, recipient, 'reserved_at_shop', {
      now: asked_at,
      due: asked_at,
    })
    const due = reminderOf(expires_at)
    if (due > asked_at) {
      await notifyOfShopReservation(tx, recipient, 'reserved_at_shop_reminder', {
        now: asked_at,
        due,
      })
    }
    log.info({ code: one.code, shop_id: shop.shop_id }, 'a piece was set aside')
    return one.code
  })
  return shown(db, { customer_id, code }, asked_at)
}

async function draw(tx: Tx, item_id: number, shop_id: number) {
  const request = {
    items: [{ item_id, item_quantity: 1 }],
    location: { shop_id },
    ...{ claims: [], customer_key: null },
  }
  const ledger = openSupplyLedger()
  await lockSupplies(tx, ledger, [request])
  return ledger.draw(request).reservations
}

/** An item of which a shop can set a piece aside: it is on sale, and not a used device, which exists once. */
async function reservable(
  { db, now }: Deps,
  { item_id, province_id }: { item_id: number; province_id: number },
): Promise<SellableItem> {
  const question = { province_id, customer_group_id: null, now: now() }
  const [item] = await findItems(db, [item_id], question)
  const is_coming = item !== undefined && comingDay(item.launched_on, now()) !== null
  if (!isSellable(item) || is_coming || item.used != null) {
    throw contract.createShopReservation.refuse('item_not_reservable')
  }
  return item
}

async function refuseTooMany(tx: Tx, phone: string, now: Date): Promise<void> {
  const { refuse } = contract.createShopReservation
  const { max_open, max_made_a_day } = shop_reservation_rules
  const { open, made } = await countOfPhone(tx, phone, new Date(now.getTime() - day_ms))
  if (open >= max_open) throw refuse('too_many_shop_reservations', { max: max_open })
  if (made >= max_made_a_day) throw refuse('too_many_shop_reservations', { max: max_made_a_day })
}

async function shown(db: Database, which: RecordAccess, now: Date): Promise<ShopReservation> {
  const found = await findShopReservation(db, which, now)
  if (found === null) throw contract.getShopReservation.refuse('shop_reservation_not_found')
  return found
}

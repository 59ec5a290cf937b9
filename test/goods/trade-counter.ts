import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import { permissions } from '#contracts/staff/all.ts'
import { Refusal, type StaffActor } from '#pure/contract.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import type { StaffOffice } from '#shop/staff-services.ts'
import { addTradeIns, perfect, quoteTrade } from '#test/goods/trade-ins.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { addRepairs, shops } from '#test/support/small-shop.ts'
import { everywhere, staffWith } from '#test/support/staff.ts'

interface Wish {
  amount?: number
  reason?: Parameters<StaffOffice['services']['tradeIns']['offer']>[1]['reason']
  note?: string
  answers?: Record<string, string>
  device_code?: string
  actor?: StaffActor
}

/** The code of a refusal; null: it was done. */
export async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code
  }
}

let last_imei = 35_693_803_564_000
/** An IMEI that no test had before. */
export function newImei(): string {
  const digits = String((last_imei += 1))
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

let last_document = 79_090_000_000
export const newDocument = () => `0${(last_document += 1)}`

/** Staff of a test: `seller` may all but pay more than the quote, `manager` up to 5 % more at the first shop. */
interface Counter {
  office: StaffOffice
  seller: StaffActor
  manager: StaffActor
}

/**
 * A counter of the small shop that buys old devices, at 15:00 on Friday, 2026-11-20, in Vietnam, and what its staff do
 * with a device.
 */
export function openTradeCounter() {
  const checkout = openCheckout()
  const counter = {} as Counter
  beforeAll(async () => Object.assign(counter, await staffAtCounter(checkout)))
  const { seen, read } = readers(counter)

  async function offer(code: string, wish: Wish = {}) {
    const { amount = 5_000_000, reason, note, answers = perfect, actor = counter.seller } = wish
    const device_code = wish.device_code ?? newImei()
    return counter.office.services.tradeIns.offer(actor, {
      ...{ ...(await seen(code)), device_code, answers, amount, reason, note, is_signed_out: true },
    })
  }

  async function record(code: string, document: string) {
    return counter.office.services.tradeIns.recordSeller(counter.seller, {
      ...{ ...(await seen(code)), document, name: 'NGUYỄN VĂN AN', address: '1 Lê Lợi, Huế' },
    })
  }

  /** A device that has come. */
  async function arrivedTrade(buyer: Buyer, changes: object = {}) {
    const quote = await quoteTrade(buyer, changes)
    await counter.office.services.tradeIns.arrive(counter.seller, await seen(quote.code))
    return quote
  }

  /** A device whose owner has agreed, with its seller. */
  async function acceptedTrade(
    wish: Wish & { document?: string; quote?: object; buyer?: Buyer } = {},
  ) {
    const buyer = wish.buyer ?? (await checkout.buyer())
    const quote = await arrivedTrade(buyer, wish.quote)
    const { code } = quote
    await offer(code, wish)
    const { state } = await read(code)
    if (state === 'checked') {
      const other = wish.actor === counter.manager ? counter.seller : counter.manager
      await counter.office.services.tradeIns.approve(other, await seen(code))
    }
    await record(code, wish.document ?? newDocument())
    const accept = { code, amount_seen: wish.amount ?? 5_000_000 }
    dataOf(await buyer.call('POST', '/api/cart-trade/v1/trade-in/accept', accept))
    return { code, buyer, quote }
  }

  async function pay(code: string, changes: object = {}, actor = counter.manager) {
    return counter.office.services.tradeIns.pay(actor, {
      ...{ ...(await seen(code)), method: 'transfer', reference: 'FT1', outcome: 'written_off' },
      ...{ option_ids: [], ...changes },
    })
  }

  /** An order of one item that is picked up at the first shop. */
  async function pickupOrder(buyer: Buyer, item_id: number): Promise<Order> {
    dataOf(await buyer.add(item_id))
    dataOf(await buyer.quote({ [item_id]: 1 }))
    dataOf(await buyer.address({ shipping_method: 'store_pickup', erp_shop_id: shops.first }))
    return dataOf<Order>(await buyer.order())
  }

  async function nameOrder(buyer: Buyer, code: string, order_code: string) {
    return buyer.call('POST', '/api/cart-trade/v1/trade-in/order', { code, order_code })
  }

  const acts = { offer, record, arrivedTrade, acceptedTrade, pay, pickupOrder, nameOrder }
  return { checkout, counter, seen, read, ...acts }
}

function readers(counter: Counter) {
  const read = (code: string, actor = counter.seller) =>
    counter.office.services.tradeIns.tradeIn(actor, { code })
  const seen = async (code: string) => ({ code, version: (await read(code)).version })
  return { read, seen }
}

async function staffAtCounter(checkout: ReturnType<typeof openCheckout>): Promise<Counter> {
  const { db } = checkout.own
  await addTradeIns(db)
  await addRepairs(db)
  await sql`update trade_device set model_name = 'iPhone 13' where model_code = 'may-cu'`.execute(
    db,
  )
  const providers = await testProviders({
    ...{ db, now: () => checkout.now, gateways: [cashOnDelivery] },
  })
  await sql`insert into staff (name, login_name, created_at)
    values ('Bán hàng', 'ban-hang', now()), ('Trưởng', 'truong', now())`.execute(db)
  const { rows } = await sql<{
    staff_id: number
  }>`select staff_id from staff order by staff_id`.execute(db)
  const [first = 0, second = 0] = rows.map(({ staff_id }) => staff_id)
  const all = everywhere(permissions)
  const of_shop = { scope: 'shops', max_amount: null } as const
  const own = { 'trade_ins.above': { scope: 'own', max_amount: null } } as const
  const to_pay = { 'trade_ins.pay': { scope: 'shops', max_amount: 20_000_000 } } as const
  return {
    office: staffOffice(providers),
    seller: { ...staffWith({ ...all, ...own }), staff_id: first },
    manager: {
      ...staffWith({ ...all, 'trade_ins.above': of_shop, ...to_pay }, [shops.first]),
      staff_id: second,
    },
  }
}

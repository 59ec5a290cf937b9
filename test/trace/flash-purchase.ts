import { sql } from 'kysely'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import type { Tables } from '#db/schema.ts'
import { gateways } from '#shop/payment/gateways/gateways.ts'
import { sendRefunds } from '#shop/flows/refund-order/send-refunds.ts'
import { playTestProviders } from '#shop/payment/sandbox/call-sandbox-providers.ts'
import { dataOf, newBuyer, type Order } from '#test/support/buyer.ts'
import { openDoor } from '#test/support/door.ts'
import { closeOffers, openFlashSale } from '#test/support/flash-crowd.ts'
import { testProviders } from '#test/support/providers.ts'
import { goods, openSmallShop } from '#test/support/small-shop.ts'

/** A flash purchase that can be made, step by step; each throws unless it went as it should. */
export interface FlashPurchase {
  buy: () => Promise<void>
  close: () => Promise<void>
}

const payment_method = 'vnpay'
const flash_price = 20_000_000

/** Opens the small shop with one thing in a flash sale, on an empty database with its tables. */
export async function openFlashPurchase(url: string): Promise<FlashPurchase> {
  const db = openDatabase<Tables>(url, { max: 10 })
  let now = new Date('2026-11-20T08:00:00Z')
  const clock = () => now
  await openSmallShop(db)
  await closeOffers(db)
  await openFlashSale(db, { item_id: goods.phone, price: flash_price, slots: 5, now })
  const door = await openDoor({ url, db, close: () => db.destroy() }, { now: clock })
  const play = playTestProviders({ db, now: clock })
  const providers = await testProviders({ db, now: clock, gateways, play })
  const buyer = await newBuyer(door)

  async function order(): Promise<Order> {
    const quote = await buyer.prepare(goods.phone)
    expectSame(quote.totals.grand_total, flash_price)
    return dataOf<Order>(await buyer.order({ payment_method }))
  }

  async function pay(): Promise<void> {
    const begun = await buyer.call('POST', '/api/cart/v1/order/payment', { payment_method })
    const { redirect_url } = dataOf<{ redirect_url: string }>(begun)
    const { pathname, search } = new URL(redirect_url, 'http://localhost:3000')
    const page = await door.call('GET', pathname + search)
    const reference = /name="reference" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const back = await door.call('POST', pathname, {
      headers: { 'sec-fetch-site': 'same-origin' },
      form: new URLSearchParams({ reference, deed: 'approve' }),
    })
    expectSame(back.status, 303)
  }

  async function result({ code }: Order): Promise<PaymentResult> {
    const address = `/api/cart/v1/payment-gateway/${payment_method}/result?order_id_web=${code}`
    return dataOf<PaymentResult>(await buyer.call('GET', address))
  }

  return {
    buy: async () => {
      const made = await order()
      await pay()
      now = new Date(now.getTime() + 5_000)
      expectSame((await result(made)).status, 'paid')
      dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: made.code }))
      await sendRefunds(providers)
      expectSame((await result(made)).status, 'refunded')
      const { rows } = await sql<{ left: number }>`
        select total - taken as left from quota`.execute(db)
      expectSame(rows[0]?.left, 5)
    },
    close: async () => {
      await door.close()
      await db.destroy()
    },
  }
}

function expectSame(is: unknown, should_be: unknown): void {
  if (is !== should_be) throw new RangeError(`is ${String(is)}, should be ${String(should_be)}`)
}

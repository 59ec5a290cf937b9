import { sql } from 'kysely'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import type { Tables } from '#db/schema.ts'
import { gateways } from '#shop/payment/methods/gateways.ts'
import { sendRefunds } from '#shop/flows/refund-order/send-refunds.ts'
import { callSandboxProviders } from '#shop/payment/sandbox/call-sandbox-providers.ts'
import { dataOf, newBuyer, type Order } from '#test/support/buyer.ts'
import { openDoor } from '#test/support/door.ts'
import { closeOffers, openFlashSale } from '#test/support/flash-crowd.ts'
import { testProviders } from '#test/support/providers.ts'
import { products, openSmallShop } from '#test/support/small-shop.ts'

/** A complete flash purchase. `buy` throws if a step has a wrong result. */
interface FlashPurchase {
  buy: () => Promise<void>
  close: () => Promise<void>
}

const payment_method = 'vnpay'
const flash_price = 20_000_000

/** Opens the small shop with one product in a flash sale, on an empty database with its tables. */
export async function openFlashPurchase(url: string, data_dir: string): Promise<FlashPurchase> {
  const db = openDatabase<Tables>(url, { max: 10 })
  let now = new Date('2026-11-20T08:00:00Z')
  const clock = () => now
  await openSmallShop(db)
  await closeOffers(db)
  await openFlashSale(db, { item_id: products.phone, price: flash_price, slots: 5, now })
  const door = await openDoor(
    { url, socket_url: url, served_url: url, data_dir, db, close: () => db.destroy() },
    { now: clock },
  )
  const sandbox = callSandboxProviders({ db, now: clock, gateways })
  const providers = await testProviders({ db, now: clock, gateways, sandbox })
  const buyer = await newBuyer(door)

  async function order(): Promise<Order> {
    const quote = await buyer.prepare(products.phone)
    expectSame(quote.totals.grand_total, flash_price)
    return dataOf<Order>(await buyer.order({ payment_method }))
  }

  async function pay(): Promise<void> {
    const started = await buyer.call('POST', '/api/cart/v1/order/payment', { payment_method })
    const { redirect_url } = dataOf<{ redirect_url: string }>(started)
    const { pathname, search } = new URL(redirect_url, 'http://localhost:3000')
    const page = await door.call('GET', pathname + search)
    const reference = /name="reference" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const back = await door.call('POST', pathname, {
      headers: { 'sec-fetch-site': 'same-origin' },
      form: new URLSearchParams({ reference, action: 'approve' }),
    })
    expectSame(back.status, 303)
  }

  async function result({ code }: Order): Promise<PaymentResult> {
    const address = `/api/cart/v1/payment-gateway/${payment_method}/result?order_id_web=${code}`
    return dataOf<PaymentResult>(await buyer.call('GET', address))
  }

  return {
    buy: async () => {
      const placed = await order()
      await pay()
      now = new Date(now.getTime() + 5_000)
      expectSame((await result(placed)).status, 'paid')
      dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: placed.code }))
      await sendRefunds(providers)
      expectSame((await result(placed)).status, 'refunded')
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

function expectSame(actual: unknown, expected: unknown): void {
  if (actual !== expected)
    throw new RangeError(`is ${String(actual)}, should be ${String(expected)}`)
}

import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { askSilent } from '#shop/flows/receive-payment/ask-providers.ts'
import { payos } from '#shop/payment/gateways/payos.ts'
import type { Entry } from '#shop/payment/gateways/sandbox-provider.ts'
import { payosProvider } from '#shop/payment/sandbox/payos-provider.ts'
import { type Buyer, dataOf, newBuyer, type Order } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { openRememberingProvider } from '#test/support/payment/remembering-provider.ts'
import { testProviders } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'

export interface PayingShop {
  own: TestDatabase
  door: Door
}

/** The demo settings lead to the remembering provider. */
const pay = { payment_method: 'payos' }

export const startPayment = (buyer: Buyer) => buyer.call('POST', '/api/cart/v1/order/payment', pay)

export const resultOf = async (buyer: Buyer) =>
  dataOf<PaymentResult>(await buyer.call('GET', '/api/cart/v1/payment-gateway/payos/result'))

/** Shops whose orders are paid at one PayOS channel, which remembers what it was asked. */
export async function openPayingShops(opening: Date) {
  const provider = await openRememberingProvider(payos, payosProvider)
  const open: PayingShop[] = []
  let now = opening

  async function openShop(own: TestDatabase): Promise<PayingShop> {
    const door = await openDoor(own, { now: () => now, gateways: [provider.gateway] })
    const shop = { own, door }
    open.push(shop)
    return shop
  }

  async function newShop(): Promise<PayingShop> {
    return openShop(await testDatabase({ small: true }))
  }

  async function ordered({ door }: PayingShop): Promise<{ buyer: Buyer; order: Order }> {
    const buyer = await newBuyer(door)
    await buyer.prepare(products.cable)
    return { buyer, order: dataOf<Order>(await buyer.order(pay)) }
  }

  const lastSent = () => [...provider.entries.values()].at(-1) as Entry

  async function startedOrder(shop: PayingShop) {
    const about = await ordered(shop)
    dataOf(await startPayment(about.buyer))
    return { ...about, entry: lastSent() }
  }

  /** Lets all due questions to the provider be asked. */
  async function askAll({ own }: PayingShop): Promise<void> {
    now = new Date(now.getTime() + 300_000)
    const gateways = [provider.gateway]
    await askSilent(await testProviders({ db: own.db, now: () => now, gateways }))
  }

  async function close(): Promise<void> {
    for (const { door, own } of open) await door.close().then(() => own.close())
    await provider.close()
  }
  const shops = { openShop, newShop, ordered, startedOrder, lastSent, askAll, close }
  return { ...shops, provider, now: () => now }
}

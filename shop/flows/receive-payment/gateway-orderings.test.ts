import { afterAll, expect, test } from 'vitest'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { openCheckout } from '#test/support/checkout.ts'
import {
  type PaymentTestShop,
  orderingsOf,
  sendStatements,
  statements,
} from '#test/support/payment-messages.ts'
import { openFakeProvider, type FakeProvider } from '#test/support/fake-provider.ts'
import { repeats } from '#test/support/repeats.ts'

/** Every eleventh of the 120 starts with each statement and covers each channel and each time of expiry. */
const step = repeats({ verify: 11, soak: 1 })

const providers: FakeProvider[] = []
const checkout = openCheckout({}, async () => {
  providers.push(await openFakeProvider('fake'), await openFakeProvider('fake_too'))
  return [cashOnDelivery, ...providers.map(({ gateway }) => gateway)]
})
afterAll(async () => {
  for (const provider of providers) await provider.close()
})

const stand = (): PaymentTestShop => ({
  db: checkout.own.db,
  url: checkout.door.url,
  now: () => checkout.now,
  pass: (ms) => {
    checkout.now = new Date(checkout.now.getTime() + ms)
  },
  buyer: checkout.buyer,
  gateways: ['fake', 'fake_too'],
})

/**
 * Two attempts, each refused and paid, one of them also reported in another form, in every sequence: the first money
 * counts, the second is refunded, stock is reserved once, and no order moves back (threats F7). `npm run faults
 * messages` runs the same with each statement twice at once, and with the deadline between them.
 */
test(`${Math.ceil(120 / step)} of 120 sequences of five statements about two attempts have the same end`, async () => {
  const wrong: string[] = []
  for (const [number, ordering] of orderingsOf(statements).entries()) {
    if (number % step !== 0) continue
    const how = {
      times: number % 3 === 0 ? (2 as const) : (1 as const),
      expires_before: number % 4 === 0 ? number % 5 : null,
    }
    const problem = await sendStatements(stand(), ordering, how)
    if (problem !== null) wrong.push(`${ordering.join(' → ')}: ${problem} (${JSON.stringify(how)})`)
  }
  expect(wrong).toEqual([])
}, 120_000)

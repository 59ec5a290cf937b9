import { afterAll, expect, test } from 'vitest'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { openCounter } from '#test/support/counter.ts'
import {
  type MoneyStand,
  orderingsOf,
  playStatements,
  statements,
} from '#test/support/payment-messages.ts'
import { openPlayProvider, type PlayProvider } from '#test/support/play-provider.ts'
import { repeats } from '#test/support/repeats.ts'

/** Every eleventh of the 120 begins with each statement, meets each way to be told and each moment. */
const step = repeats({ verify: 11, soak: 1 })

const played: PlayProvider[] = []
const counter = openCounter({}, async () => {
  played.push(await openPlayProvider('play'), await openPlayProvider('play_too'))
  return [cashOnDelivery, ...played.map(({ gateway }) => gateway)]
})
afterAll(async () => {
  for (const provider of played) await provider.close()
})

const stand = (): MoneyStand => ({
  db: counter.own.db,
  url: counter.door.url,
  now: () => counter.now,
  pass: (ms) => {
    counter.now = new Date(counter.now.getTime() + ms)
  },
  buyer: counter.buyer,
  gateways: ['play', 'play_too'],
})

/**
 * Two tries, each refused and paid, one of them told in other words as well, in every order: the first
 * money counts, the second goes back, pieces are held once, nothing moves back (threats F7). The same
 * with each statement twice at once, and with the deadline amid them, is `npm run faults messages`.
 */
test(`${Math.ceil(120 / step)} of 120 orders of five statements about two tries end the same`, async () => {
  const wrong: string[] = []
  for (const [number, ordering] of orderingsOf(statements).entries()) {
    if (number % step !== 0) continue
    const how = {
      times: number % 3 === 0 ? (2 as const) : (1 as const),
      expires_before: number % 4 === 0 ? number % 5 : null,
    }
    const problem = await playStatements(stand(), ordering, how)
    if (problem !== null) wrong.push(`${ordering.join(' → ')}: ${problem} (${JSON.stringify(how)})`)
  }
  expect(wrong).toEqual([])
}, 120_000)

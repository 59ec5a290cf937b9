import { expect, test } from 'vitest'
import { quote as contract } from '#contracts/storefront/quote.ts'
import type { Services } from '#contracts/all.ts'
import { type Caller, Refusal } from '#pure/contract.ts'
import { guards } from '#storefront/runtime/guards/guards.ts'

const caller: Caller = { customer_id: 1, kind: 'guest', token: 'g' }

const url = new URL('http://localhost/cart/payment')

/** The error of the guard when the checkout service answers with `error`. */
async function thrownFor(error: unknown): Promise<unknown> {
  const services = { quote: { getQuote: () => Promise.reject(error) } } as unknown as Services
  return guards['check-exist-quote']({ services, caller, url }).catch((thrown: unknown) => thrown)
}

test.each([
  contract.getQuote.refuse('quote_not_found'),
  contract.getQuote.refuse('item_not_found', { item_id: 1 }),
])('without a usable checkout the guard leads to the cart ($code)', async (refusal) => {
  const answer = await thrownFor(refusal)
  expect(answer).toBeInstanceOf(Response)
  expect((answer as Response).headers.get('location')).toBe('/cart')
})

test.each([401, 403, 429, 503] as const)(
  'a refusal with status %i is not about the checkout and is not hidden',
  async (status) => {
    const refusal = new Refusal('other', { status, meaning: 'Not now.' }, null)
    expect(await thrownFor(refusal)).toBe(refusal)
  },
)

import { afterEach, expect, test } from 'vitest'
import { newMember } from '#test/members/member.ts'
import { type Buyer, buyerWith, dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { closeOffers, flashLedger, openFlashSale } from '#test/support/flash-crowd.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const { cable } = products
const flash_price = 100_000

/** One phone as people write it. */
const spellings = (digits: string) => [
  `0${digits}`,
  `+84${digits}`,
  `84 ${digits}`,
  `0084.${digits}`,
  `0${digits.slice(0, 3)}-${digits.slice(3)}`,
  `(0${digits.slice(0, 2)}) ${digits.slice(2)}`,
  `0${digits}`.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
]

afterEach(() => closeOffers(checkout.own.db))

const openSale = () =>
  openFlashSale(checkout.own.db, {
    ...{ item_id: cable, price: flash_price, slots: 50, is_online_only: false },
    now: checkout.now,
  })

/** A buyer who has seen the price of the sale and given this phone: only the order is missing. */
async function ready(phone: string, own?: Buyer): Promise<Buyer> {
  const buyer = own ?? (await checkout.buyer())
  const quote = await buyer.prepare(cable, 1, { phone })
  expect(quote.totals.subtotal).toBe(flash_price)
  return buyer
}

const outcome = async (buyer: Buyer) => {
  const answer = await buyer.order()
  return answer.status === 200 ? 'ordered' : refusalOf(answer)
}

test('a person buys within the limit of a sale once, however they write their phone', async () => {
  const sale = await openSale()
  const outcomes: string[] = []
  for (const phone of spellings('912345678')) outcomes.push(await outcome(await ready(phone)))
  const [first, ...others] = outcomes
  expect(first).toBe('ordered')
  expect(new Set(others)).toEqual(new Set(['409 exceed_ordered_item_flashsale']))
  expect(await flashLedger(checkout.own.db, sale)).toMatchObject({ taken: 1, quantity: 1 })
})

test('a person with many carts who orders from all of them at once buys within the limit once', async () => {
  const sale = await openSale()
  const phones = spellings('912345679')
  const buyers = await Promise.all(phones.map((phone) => ready(phone)))
  const outcomes = await Promise.all(buyers.map(outcome))
  expect(outcomes.filter((one) => one === 'ordered')).toHaveLength(1)
  expect(await flashLedger(checkout.own.db, sale)).toMatchObject({ taken: 1, quantity: 1 })
})

test('signing in between two orders, and a cart that is merged, change nothing', async () => {
  const sale = await openSale()
  const phone = '0912 345 600'
  expect(await outcome(await ready(phone))).toBe('ordered')
  const guest = await ready(phone)
  const { token } = await newMember(checkout.own.db, { phone: '+84912345600', now: checkout.now })
  const member = buyerWith(checkout.door, token)
  dataOf(await member.add(cable))
  dataOf(await member.call('POST', '/api/cart/v1/login-switch-user', { token: guest.token }))
  expect((await member.cart()).items).toMatchObject([{ item_quantity: 2 }])
  expect(refusalOf(await member.quote({ [cable]: 2 }))).toBe('409 exceed_quantity_flashsale')
  dataOf(await member.quote({ [cable]: 1 }))
  dataOf(await member.address({ phone }))
  expect(await outcome(member)).toBe('409 exceed_ordered_item_flashsale')
  expect(await flashLedger(checkout.own.db, sale)).toMatchObject({ taken: 1, quantity: 1 })
})

import { expect, test } from 'vitest'
import { priceBasket } from '#shop/pricing/basket/basket.ts'
import { golden_cases } from '#test/support/baskets/golden-prices.ts'
import { claimKeys } from '#shop/pricing/price/item-rules.ts'
import { market_day } from '#test/support/baskets/any-basket.ts'

const guest = { province_id: 30, customer_group_id: null, now: market_day }

test.each(golden_cases)('$name', ({ basket, asker, printed }) => {
  const priced = priceBasket(basket, { ...guest, ...asker })
  const lines = priced.lines.map(({ item, item_quantity, price }) => {
    const steps = price.trace.map(({ rule, amount }) => `${rule} ${amount}`).join(' → ')
    return `${item_quantity} × ${item.name} = ${price.final_price * item_quantity}: ${steps}`
  })
  const off = priced.adjustments.map(({ rule, reference, amount }) =>
    `${rule} ${reference ?? ''} −${amount}`.replace('  ', ' '),
  )
  const claims = priced.claims.map(
    (claim) => `claims ${claim.reason} ${claimKeys(claim).join(' ')}, `,
  )
  const subtotal = priced.lines.reduce(
    (sum, { price, item_quantity }) => sum + price.final_price * item_quantity,
    0,
  )
  const total = priced.adjustments.reduce((left, { amount }) => left - amount, subtotal)
  expect([
    ...lines,
    ...off,
    ...(priced.voucher_problem === null ? [] : [priced.voucher_problem]),
    ...priced.problems.map(({ reason, name }) => `problem ${reason} ${name}`),
    `${claims.join('')}= ${total}`,
  ]).toEqual(printed)
})

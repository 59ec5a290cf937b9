import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachedTo, paidFor, returnWorth, type SoldLine } from '#shop/return/return-value.ts'

const line = (
  position: number,
  item_quantity: number,
  final_price: number,
  more = {},
): SoldLine => ({
  ...{ position, item_quantity, final_price, price: final_price, mechanic_price: final_price },
  ...{ line_id: position, parent_line_id: null, name: `món ${position}` },
  ...{ line_total: final_price * item_quantity, is_gift: false, combo_item_id: null },
  ...more,
})

test('the units of all lines cost together what the goods of the order cost, in whatever parts they come back', () => {
  const amounts = fc.integer({ min: 1_000, max: 60_000_000 })
  const some = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), amounts), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(some, fc.integer({ min: 0, max: 100 }), (bought, percent) => {
      const lines = bought.map(([quantity, price], n) => line(n, quantity, price))
      const whole = lines.reduce((sum, { line_total }) => sum + line_total, 0)
      const subtotal = whole - Math.floor((whole * percent) / 100)
      const parts = lines.flatMap(({ position, item_quantity }) =>
        Array.from({ length: item_quantity }, (_, before) =>
          paidFor(lines, subtotal, { position, quantity: 1, before }),
        ),
      )
      const sum = parts.reduce((all, part) => all + part, 0)
      expect(sum).toBeLessThanOrEqual(subtotal)
      expect(subtotal - sum).toBeLessThan(lines.length)
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('a voucher of the order lowers what each line is worth', () => {
  const lines = [line(0, 1, 30_000_000), line(1, 2, 500_000)]
  const worth = (position: number, quantity: number) =>
    paidFor(lines, 30_380_000, { position, quantity, before: 0 })
  expect([worth(0, 1), worth(1, 1), worth(1, 2)]).toEqual([29_400_000, 490_000, 980_000])
})

test('a gift that is kept and the saving of a combo go off, the saving only from goods that are as promised', () => {
  const lines = [
    line(0, 1, 30_000_000),
    line(1, 1, 0, { parent_line_id: 0, is_gift: true, price: 490_000 }),
    line(2, 1, 800_000, { parent_line_id: 0, combo_item_id: 7, mechanic_price: 1_000_000 }),
  ]
  const attached = attachedTo(lines, { position: 0, quantity: 1 })
  expect(attached).toEqual({
    gifts: [{ name: 'món 1', quantity: 1, price: 490_000 }],
    combo_loss: 200_000,
  })
  const goods = { paid: 30_000_000, attached, gifts_returned: true, percent: 0 }
  expect(returnWorth({ ...goods, reason: 'faulty' })).toEqual({ value: 30_000_000, fee: 0 })
  expect(returnWorth({ ...goods, reason: 'faulty', gifts_returned: false }).value).toBe(29_510_000)
  const unwanted = returnWorth({ ...goods, reason: 'not_liked', percent: 20 })
  expect(unwanted).toEqual({ value: 29_800_000, fee: 5_960_000 })
})

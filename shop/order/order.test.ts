import { describe, expect, test } from 'vitest'
import {
  affiliateClick,
  paymentDeadline,
  isPayable,
  newOrderCode,
  stockProblem,
  storedCode,
} from '#shop/order/order.ts'
import type { OpenQuote } from '#shop/quote/quote.ts'
import { anItem } from '#test/support/small-shop.ts'

const now = new Date('2026-11-19T17:30:00Z')

test('an order code names the Vietnamese day and cannot be guessed', () => {
  const codes = new Set(Array.from({ length: 2_000 }, () => newOrderCode(now)))
  expect(codes.size).toBe(2_000)
  for (const code of codes) expect(code).toMatch(/^DH261120-[0-9A-HJKMNP-TV-Z]{8}$/)
  expect(storedCode(' dh261120-abcd1234 ')).toBe('DH261120-ABCD1234')
})

test('an invalid affiliate click is dropped', () => {
  expect(affiliateClick('ats.67:Ab_c-1~2')).toBe('ats.67:Ab_c-1~2')
  for (const junk of [undefined, '', '<script>', 'a b', "x'--", 'é']) {
    expect(affiliateClick(junk)).toBeNull()
  }
})

test('an order is payable before its deadline, and while it is due on delivery', () => {
  const expires_at = paymentDeadline(now)
  expect(expires_at.getTime() - now.getTime()).toBe(900_000)
  expect(isPayable({ state: 'awaiting_payment', expires_at }, now)).toBe(true)
  expect(isPayable({ state: 'awaiting_payment', expires_at }, expires_at)).toBe(false)
  expect(isPayable({ state: 'pending', expires_at: null }, now)).toBe(true)
  for (const state of ['confirmed', 'shipping', 'delivered', 'cancelled', 'expired'] as const) {
    expect(isPayable({ state, expires_at: null }, now)).toBe(false)
  }
})

describe('stockProblem', () => {
  const quote = (stock: number, shipping_method: 'home_delivery' | 'store_pickup') =>
    ({
      lines: [{ item: anItem({ stock }), item_type: 1, item_quantity: 3 }],
      recipient: { shipping_method },
    }) as OpenQuote

  test('no stock anywhere is sold out, for delivery and pick-up', () => {
    for (const method of ['home_delivery', 'store_pickup'] as const) {
      expect(stockProblem(quote(0, method), [{ item_id: 21, left: 0 }])).toEqual({
        code: 'sold_out',
        data: { item_id: 21, name: 'Cáp sạc' },
      })
    }
  })

  test('too little stock everywhere returns the available quantity', () => {
    for (const [method, left] of [
      ['home_delivery', 2],
      ['store_pickup', 1],
    ] as const) {
      expect(stockProblem(quote(2, method), [{ item_id: 21, left }])).toEqual({
        code: 'quantity_not_available',
        data: { item_id: 21, name: 'Cáp sạc', max_quantity: 2 },
      })
    }
  })

  test('an item that only the pick-up shop lacks is available elsewhere', () => {
    expect(stockProblem(quote(9, 'store_pickup'), [{ item_id: 21, left: 1 }])).toEqual({
      code: 'shop_out_of_stock',
      data: { items: [{ item_id: 21, name: 'Cáp sạc', max_quantity: 1 }] },
    })
  })
})

import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OrderPriceRows, UnitPriceRows } from '#admin/kit/price-rows.tsx'
import type { Order } from '#contracts/storefront/order.ts'
import type { StoredLine } from '#shop/cart/cart-line.ts'
import { orderRows, rowTexts, unitRows } from '#pure/price-rows.ts'
import { orderMail } from '#shop/notification/templates/order-mail.ts'
import type { Basket } from '#shop/pricing/basket/basket-parts.ts'
import { priceQuote, type PricedQuote } from '#shop/quote/quote.ts'
import { CheckoutTotals } from '#storefront/commerce/checkout/checkout-totals.tsx'
import { LinePrice } from '#storefront/commerce/checkout/line-price.tsx'
import { anyBasket, asker } from '#test/support/baskets/any-basket.ts'
import '#test/support/property-seed.ts'

type Row = readonly [label: string, amount: string]

/** The second line costs less beside the first; a member pays with points, and staff take something off. */
const anyOrder = fc.record({
  basket: anyBasket,
  combo_price: fc.option(fc.integer({ min: 0, max: 300_000 }), { nil: null }),
  points: fc.constantFrom(0, 0, 25_000),
  staff_discount: fc.constantFrom(0, 0, 70_000),
  is_picked_up: fc.boolean(),
})

test('checkout, order, mail and staff read the same rows, and they add up to the total', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(anyOrder, (order) => {
      const { items, totals } = pricedOrder(order)
      const of_order = rowsOf(<CheckoutTotals totals={totals} items={items} />)
      const [quantity, ...summed] = of_order
      expect(quantity).toEqual(['Số lượng sản phẩm', String(totals.item_quantity)])
      expect(sumOf(summed)).toBe(totals.grand_total)
      const of_staff = rowsOf(<OrderPriceRows rows={rowTexts(orderRows(items, totals))} />)
      expect(of_staff.slice(0, -1)).toEqual(summed)
      const mail = mailRowsOf(items, totals)
      for (const row of of_order) expect(mail).toContainEqual(row)
      for (const { price_trace, final_price, is_gift, price } of items) {
        const rows = rowsOf(<LinePrice trace={price_trace} />)
        expect(rowsOf(<UnitPriceRows rows={rowTexts(unitRows(price_trace))} />)).toEqual(rows)
        // A price that no rule lowers has no rows.
        expect(rows.length === 0 ? price : sumOf(rows.slice(0, -1))).toBe(final_price)
        const in_mail = is_gift && final_price === 0 ? [] : rows
        for (const [label, amount] of in_mail) expect(mail).toContainEqual([`· ${label}`, amount])
        for (const { rule } of price_trace) seen.add(rule)
      }
      for (const { rule } of totals.adjustments) seen.add(rule)
    }),
  )
  const rules = ['list', 'sale', 'catalogue', 'flash', 'member', 'student', 'combo', 'gift']
  const of_orders = ['voucher', 'payment', 'rounding', 'staff', 'points']
  expect([...rules, ...of_orders].filter((rule) => !seen.has(rule))).toEqual([])
})

type Given = typeof anyOrder extends fc.Arbitrary<infer Value> ? Value : never

function pricedOrder({ basket, combo_price, points, staff_discount, is_picked_up }: Given) {
  const quote = {
    lines: storedLines(basket, combo_price),
    gift_items: basket.gift_items,
    voucher: basket.voucher,
    voucher_code: basket.voucher?.code ?? null,
    province_id: asker.province_id,
    recipient: is_picked_up ? ({ shipping_method: 'store_pickup' } as Order['recipient']) : null,
    delivery: { fee: 30_000, free_from: 300_000 },
    is_without_flash: false,
    staff_discount,
    uses_points: points > 0,
    standing: {
      ...{ customer_id: null, tier_code: 's-vip', spent: 0, customer_group_id: 5 },
      ...{ card_group_id: null, is_student: true, points, max_points_percent: 50 },
    },
  }
  const payment = { method: 'vnpay', offers: basket.payment_offers }
  const { priced } = priceQuote(
    quote as Parameters<typeof priceQuote>[0],
    {
      now: asker.now,
      payment,
    } as Parameters<typeof priceQuote>[1],
  )
  if (priced === null) throw new Error('not sold')
  return priced
}

function storedLines({ lines }: Basket, combo_price: number | null): StoredLine[] {
  const [main] = lines
  return lines.map((line, n) => {
    const is_beside = n === 1 && combo_price !== null && main !== undefined
    const combo = is_beside && {
      ...{ combo_item_id: 4, combo_id: 3, name: 'Mua kèm giá sốc', starts_at: null, ends_at: null },
      ...{ main_product_id: main.item.item_id, product_id: line.item.item_id },
      ...{ percent: null, value: null, price: combo_price, excludes: [] },
    }
    return {
      ...line,
      ...{ line_id: n + 1, item_type: 1 as const, is_selected: true, price_seen: null },
      ...{ combo_item_id: null, flash_sale_item_id: null },
      ...(combo ? { combo, combo_item_id: 4, main_product_combo_id: combo.main_product_id } : {}),
    }
  })
}

/** The rows that a component draws. */
function rowsOf(element: React.JSX.Element): Row[] {
  const html = renderToStaticMarkup(element)
  return [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
    ([, label = '', amount = '']) => [label, amount],
  )
}

function mailRowsOf(items: PricedQuote['items'], totals: PricedQuote['totals']): Row[] {
  const order = {
    ...{ code: 'DTV1', items, totals, state: 'pending', secret: 'x', history: [] },
    ...{ created_at: asker.now.toISOString(), expires_at: null, payment_method: 'cod' },
    payment: { method_title: null, paid_total: 0, refund_due_total: 0, refunded_total: 0 },
    recipient: { name: 'Lan', recipient_name: null, address_text: '12 Lê Lợi', shop_name: null },
  } as unknown as Order
  const company = { name: '', address: '', tax_code: '', registration: '', email: '' }
  const sender = { name: 'Tiệm', hotline: '1800 2064', public_url: 'https://tiem.vn', company }
  const { body } = orderMail('order_placed', order, {}, sender)
  return body.split('\n').flatMap((line) => {
    const [, label, amount] = /^(?:- |  (?=· ))(.*): (.*)$/.exec(line) ?? []
    return label === undefined || amount === undefined ? [] : [[label, amount] as const]
  })
}

/** The sum of all rows before the total: "Miễn phí" is nothing. */
function sumOf(rows: readonly Row[]): number {
  const amounts = rows.map(([, text]) => Number(text.replaceAll(/[^\d-]/g, '')))
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

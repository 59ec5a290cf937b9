import { describe, expect, it } from 'vitest'
import { services } from '#contracts/all.ts'
import { booking_texts } from '#storefront/commerce/booking/booking-refusals.ts'
import { talk_texts } from '#storefront/commerce/talk/talk-refusals.ts'
import { trade_texts } from '#storefront/commerce/trade/trade-refusals.ts'
import { ticket_texts } from '#storefront/commerce/repair/ticket-refusals.ts'
import { report_texts } from '#storefront/commerce/device-test/report-refusals.ts'
import { shop_reservation_texts } from '#storefront/commerce/shop-reservation/shop-reservation-refusals.ts'
import { game_refusals } from '#storefront/pages/games/game-refusals.ts'
import { application_texts } from '#storefront/commerce/installment/application-texts.ts'
import { refusalTexts, refusalMessage } from '#storefront/refusals.ts'
import { readTotals } from '#storefront/refused-totals.ts'

const codes = Object.values(services).flatMap(({ contract }) =>
  Object.values(contract).flatMap((operation) => Object.keys(operation.refusals)),
)

const of_pages = {
  ...{ ...booking_texts, ...trade_texts, ...ticket_texts, ...report_texts },
  ...shop_reservation_texts,
  ...talk_texts,
  ...application_texts,
  ...game_refusals,
}

describe('refusalMessage', () => {
  it.each([...new Set(codes)])('has a text in Vietnamese for %s, with and without data', (code) => {
    const { text } = refusalMessage({ code, data: undefined }, of_pages)
    expect(text).toMatch(/^\p{Lu}.+\.$/su)
    expect(text).not.toMatch(/undefined|NaN/)
  })

  it('has no text for codes that no service has', () => {
    expect(Object.keys({ ...refusalTexts, ...of_pages }).toSorted()).toEqual(
      [...new Set(codes)].toSorted(),
    )
  })

  it('names the limit of a flash sale', () => {
    const data = { item_id: 7, name: 'iPhone 18 Pro Max 256GB', per_customer: 2 }
    expect(refusalMessage({ code: 'exceed_quantity_flashsale', data }).text).toBe(
      'iPhone 18 Pro Max 256GB: mỗi khách chỉ được mua 2 sản phẩm Flash Sale cùng loại.',
    )
  })

  it('names the item and how many are left', () => {
    const data = { item_id: 7, name: 'iPhone 18 Pro Max 256GB', max_quantity: 2 }
    expect(refusalMessage({ code: 'quantity_not_available', data })).toEqual({
      text: 'iPhone 18 Pro Max 256GB chỉ còn 2 chiếc.',
      button: 'Xem lại giỏ hàng',
      href: '/cart',
    })
  })

  it('prints both totals of a changed order', () => {
    const data = { previous_total: 28_990_000, grand_total: 27_990_000 }
    expect(refusalMessage({ code: 'grand_total_change', data }).text).toBe(
      'Tổng tiền của đơn hàng vừa đổi từ 28.990.000đ thành 27.990.000đ.',
    )
  })

  it('names the gift that there is no longer enough of', () => {
    const problems = [{ item_id: 1, name: 'Cáp sạc', reason: 'gift' as const }]
    const data = { previous_total: 28_990_000, grand_total: 28_990_000, problems }
    const refusal = { code: 'grand_total_change', data } as const
    expect(refusalMessage(refusal).text).toContain('Quà tặng Cáp sạc không còn đủ')
    expect(readTotals(refusal)).toBeNull()
  })

  it('lists the items that a shop does not have', () => {
    const data = { items: [{ item_id: 1, name: 'AirPods 4' }, { item_id: 2 }] }
    expect(refusalMessage({ code: 'shop_out_of_stock', data }).text).toContain('AirPods 4.')
  })

  it.each([null, 'x', 7, [], { name: 7, max_quantity: '2', items: 'all' }])(
    'ignores invalid data: %j',
    (data) => {
      expect(refusalMessage({ code: 'sold_out', data }).text).toBe('Sản phẩm này vừa hết hàng.')
    },
  )

  it.each(['a_code_of_tomorrow', 'constructor', '__proto__'])(
    'answers %s with a general text',
    (code) => {
      expect(refusalMessage({ code, data: null }).text).toContain('Vui lòng thử lại')
    },
  )
})

import type { Basket } from '#shop/pricing/basket/basket-parts.ts'
import type { SellableItem } from '#shop/pricing/item/item.ts'
import type { PromotionOffer } from '#shop/pricing/promotion/offers.ts'
import {
  aBasket,
  aFlash,
  aGift,
  aLine,
  aPaymentOffer,
  aPromotion,
  aVoucher,
  gift_item,
} from '#test/support/baskets/any-basket.ts'
import { anItem, tableRow } from '#test/support/small-shop.ts'

/** Fields that make the best promotions of a crowded basket hard to find, by name of the difficulty. */
export const crowds = {
  'all are compatible': () => ({}),
  'each excludes another, the voucher or a payment offer': (line: number, rule: number) => ({
    excludes: [excluded[(line * 7 + rule * 3) % excluded.length] ?? ''],
  }),
  'each is scarce': (line: number, rule: number) => ({
    quota_id: 100 + rule,
    quota_left: 3 + ((line + rule) % 9),
  }),
  'each is scarce and excludes the voucher or a payment offer': (line: number, rule: number) => ({
    per_customer: 5,
    excludes: [(line + rule) % 2 === 0 ? 'voucher' : 'payment'],
  }),
} satisfies Record<string, (line: number, rule: number) => Partial<PromotionOffer>>

const excluded = ['voucher', 'payment', 'uuid-1', 'uuid-2', 'uuid-3', 'uuid-80', 'uuid-81']

/**
 * A basket of many lines, each with a flash sale, a gift and promotions that all differ, beside a voucher
 * and payment offers whose minimum totals are just out of reach.
 */
export function crowdedBasket(
  lines: number,
  rules: number,
  crowd: (typeof crowds)[keyof typeof crowds],
): Basket {
  const basket = Array.from({ length: lines }, (_, n) => {
    const promotions = Array.from({ length: rules - 1 }, (_, r) =>
      aPromotion({
        promotion_id: r + 1,
        position: r,
        value: 1_000 + ((n * 7_919 + r * 104_729) % 9_000) + 13 * n,
        ...crowd(n, r),
      }),
    )
    const flash = aFlash({ price: 180_000 + n * 131, kind_id: 500 + n, quota_id: 700 + n })
    const item = anItem({
      item_id: n + 1,
      version_id: 500 + n,
      category_ids: [1 + (n % 3)],
      price_rows: [tableRow(190_000 + n * 777)],
      stock: 50,
      offers: { promotions: [...promotions, aGift(20)], flash: [flash] },
    })
    return aLine(item as SellableItem, 1 + (n % 3))
  })
  return aBasket(basket, {
    gift_items: new Map([[gift_item.item_id, gift_item]]),
    voucher: aVoucher({ percent: 10, min_total: lines * 220_000 }),
    payment_method: 'vnpay',
    payment_offers: [0, 1, 2, 3].map((n) =>
      aPaymentOffer({
        promotion_id: 80 + n,
        percent: 2 + n,
        min_total: lines * (180_000 + n * 10_000),
        excludes: n === 1 ? ['voucher'] : [],
      }),
    ),
  })
}

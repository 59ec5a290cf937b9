import fc from 'fast-check'
import type { Basket, BasketLine } from '#shop/pricing/basket/basket-parts.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import type { VoucherOffer } from '#shop/pricing/voucher/voucher-rule.ts'
import type { FlashOffer, PromotionOffer } from '#shop/pricing/promotion/offers.ts'
import type { SellableItem } from '#shop/pricing/item/item.ts'
import { anItem, tableRow } from '#test/support/small-shop.ts'

export const market_day = new Date('2026-11-21T05:00:00Z')
const at = market_day.getTime()
const hour = 3_600_000

/** A member who is a student, so that every kind of promotion may apply. */
export const asker: PriceQuestion = {
  province_id: 30,
  customer_group_id: 5,
  is_student: true,
  now: market_day,
}

/** A promotion without a discount; tests set one by `changes`. */
export function aPromotion(changes: Partial<PromotionOffer> = {}): PromotionOffer {
  const promotion_id = changes.promotion_id ?? 1
  return {
    promotion_id,
    uuid: `uuid-${promotion_id}`,
    kind: 'catalogue',
    name: `Ưu đãi ${promotion_id}`,
    starts_at: null,
    ends_at: null,
    percent: null,
    value: null,
    price: null,
    max_discount: null,
    min_total: 0,
    customer_group_id: null,
    province_ids: null,
    excludes: [],
    choice_group: null,
    gift_product_id: null,
    gift_quantity: 1,
    quota_id: null,
    quota_left: null,
    per_customer: null,
    period: null,
    position: 0,
    ...changes,
  }
}

/** A flash sale that began an hour ago and ends in an hour; three of its ten slots are left. */
export function aFlash(changes: Partial<FlashOffer> = {}): FlashOffer {
  return {
    flash_sale_item_id: 71,
    flash_sale_id: 7,
    name: 'Flash Sale 12h',
    price: 100_000,
    starts_at: at - hour,
    ends_at: at + hour,
    per_customer: 1,
    kind_id: 20,
    is_online_only: true,
    needs_member: false,
    excludes: [],
    quota_id: 700,
    slots: 10,
    slots_left: 3,
    slots_reserved: 2,
    ...changes,
  }
}

export function aVoucher(changes: Partial<VoucherOffer> = {}): VoucherOffer {
  return {
    voucher_id: 9,
    code: 'TIEM50',
    name: 'Giảm 50.000đ',
    percent: null,
    value: null,
    max_discount: null,
    min_total: 0,
    starts_at: null,
    ends_at: null,
    customer_group_id: null,
    customer_id: null,
    category_ids: null,
    excludes: [],
    quota_id: null,
    quota_left: null,
    per_customer: null,
    period: null,
    is_active: true,
    ...changes,
  }
}

export function aPaymentOffer(changes: Partial<PaymentOffer> = {}): PaymentOffer {
  const promotion_id = changes.promotion_id ?? 80
  return {
    promotion_id,
    uuid: `uuid-${promotion_id}`,
    name: 'Ưu đãi thanh toán',
    payment_method: 'vnpay',
    starts_at: null,
    ends_at: null,
    percent: null,
    value: null,
    max_discount: null,
    min_total: 0,
    customer_group_id: null,
    province_ids: null,
    excludes: [],
    quota_id: null,
    quota_left: null,
    per_customer: null,
    product_ids: null,
    category_ids: null,
    ...changes,
  }
}

/** A basket line without a combo. */
export function aLine(item: SellableItem, item_quantity = 1): BasketLine {
  return { item, item_quantity, main_product_combo_id: null, combo: null }
}

/** A basket with these lines, without voucher and payment offers. */
export function aBasket(lines: readonly BasketLine[], changes: Partial<Basket> = {}): Basket {
  return {
    lines,
    gift_items: new Map(),
    voucher: null,
    payment_method: null,
    payment_offers: [],
    ...changes,
  }
}

const numbers = Array.from({ length: 8 }, (_, index) => index + 1)
const anyExcludes = fc.array(
  fc.constantFrom(
    ...([
      'catalogue',
      'flash',
      'member',
      'student',
      'combo',
      'gift',
      'voucher',
      'payment',
    ] as const),
    ...numbers.map((number) => `uuid-${number}`),
  ),
  { maxLength: 2 },
)

const anyReduction = fc.oneof(
  fc.record({
    percent: fc.constantFrom(1, 5, 7.5, 12.25, 30, 100),
    value: fc.constant(null),
    price: fc.constant(null),
  }),
  fc.record({
    percent: fc.constant(null),
    value: fc.integer({ min: 1, max: 400_000 }),
    price: fc.constant(null),
  }),
  fc.record({
    percent: fc.constant(null),
    value: fc.constant(null),
    price: fc.integer({ min: 0, max: 900_000 }),
  }),
)
const anyMaxDiscount = fc.option(fc.integer({ min: 1, max: 200_000 }), { nil: null })
const anyChance = fc.option(fc.integer({ min: 1, max: 4 }), { nil: null })

/** Promotions that reduce the unit price, of every kind; some exclude each other. */
export const anyPromotions = fc
  .uniqueArray(fc.constantFrom(...numbers), { maxLength: 5 })
  .chain((ids) => fc.tuple(...ids.map((id) => anyPromotion(id))))

function anyPromotion(promotion_id: number): fc.Arbitrary<PromotionOffer> {
  return fc
    .record({
      kind: fc.constantFrom('catalogue', 'member', 'student'),
      reduction: anyReduction,
      max_discount: anyMaxDiscount,
      excludes: anyExcludes,
      choice_group: fc.constantFrom(null, null, 'một trong hai'),
      quota_left: anyChance,
      per_customer: anyChance,
      position: fc.integer({ min: 0, max: 2 }),
    })
    .map(({ reduction, ...rest }) =>
      aPromotion({
        promotion_id,
        ...reduction,
        ...rest,
        quota_id: rest.quota_left === null ? null : 100 + promotion_id,
      }),
    )
}

const anyFlash = fc.option(
  fc
    .record({ price: fc.integer({ min: 1, max: 900_000 }), excludes: anyExcludes })
    .map((changes) => aFlash(changes)),
  { nil: null },
)

const anyItem = fc.record({
  list_price: fc.integer({ min: 1_000, max: 2_000_000 }),
  off: fc.option(fc.integer({ min: 0, max: 999 }), { nil: null }),
  promotions: anyPromotions,
  flash: anyFlash,
  gift: fc.option(anyExcludes, { nil: null }),
  category_id: fc.constantFrom(1, 2),
  item_quantity: fc.integer({ min: 1, max: 3 }),
})

export const gift_item = anItem({ item_id: 900, stock: 4, price_rows: [tableRow(50_000)] })

const anyVoucher = fc.option(
  fc
    .record({
      reduction: fc.oneof(
        fc.record({ percent: fc.constantFrom(3, 10, 50, 100), value: fc.constant(null) }),
        fc.record({ percent: fc.constant(null), value: fc.integer({ min: 1, max: 600_000 }) }),
      ),
      max_discount: anyMaxDiscount,
      min_total: fc.constantFrom(0, 0, 300_000, 1_000_000),
      category_ids: fc.constantFrom<(number[] | null)[]>(null, null, [1], [2]),
      excludes: anyExcludes,
    })
    .map(({ reduction, ...rest }) => aVoucher({ ...reduction, ...rest })),
  { nil: null },
)

const anyPayments = fc.array(
  fc.record({
    percent: fc.constantFrom(1, 2, 10),
    max_discount: anyMaxDiscount,
    excludes: anyExcludes,
    category_ids: fc.constantFrom<(number[] | null)[]>(null, null, [1]),
  }),
  { maxLength: 2 },
)

/** Baskets of up to three items with up to five promotions each, a voucher and payment offers. */
export const anyBasket: fc.Arbitrary<Basket> = fc
  .record({
    items: fc.array(anyItem, { minLength: 1, maxLength: 3 }),
    voucher: anyVoucher,
    payments: anyPayments,
  })
  .map(({ items, voucher, payments }) =>
    aBasket(
      items.map(({ list_price, off, promotions, flash, gift, category_id, item_quantity }, n) => {
        const sale = off === null ? null : list_price - off
        const gifts = gift === null ? [] : [aGift(20 + n, gift)]
        const item = anItem({
          item_id: n + 1,
          version_id: 20 + n,
          category_ids: [category_id],
          stock: 50,
          price_rows: [tableRow(list_price, sale)],
          offers: {
            promotions: [...promotions, ...gifts],
            flash: flash ? [{ ...flash, kind_id: 20 + n, quota_id: 700 + n }] : [],
          },
        })
        return aLine(item as SellableItem, item_quantity)
      }),
      {
        gift_items: new Map([[gift_item.item_id, gift_item]]),
        voucher,
        payment_method: 'vnpay',
        payment_offers: payments.map((changes, n) =>
          aPaymentOffer({ promotion_id: 80 + n, ...changes }),
        ),
      },
    ),
  )

/** A promotion that gives one `gift_item` with each unit. */
export function aGift(promotion_id: number, excludes: string[] = []): PromotionOffer {
  return aPromotion({ promotion_id, kind: 'gift', excludes, gift_product_id: gift_item.item_id })
}

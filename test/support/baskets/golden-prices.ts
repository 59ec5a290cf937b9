import type { Basket } from '#shop/pricing/basket/basket-parts.ts'
import type { ComboOffer } from '#shop/pricing/combo/combo-rule.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import type { Offers } from '#shop/pricing/promotion/offers.ts'
import type { SellableItem } from '#shop/pricing/item/item.ts'
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

interface GoldenCase {
  name: string
  basket: Basket
  asker?: Partial<PriceQuestion>
  /** Each line as "quantity × item = line total: rule amount → …", then the adjustments, then the total. */
  printed: string[]
}

const phone = (offers: Partial<Offers> = {}) =>
  item(1, 'Điện thoại', [34_990_000, 30_990_000], offers)
const cable = (offers: Partial<Offers> = {}) => item(2, 'Cáp', [190_000, 149_500], offers)
const laptop = (offers: Partial<Offers> = {}) => item(3, 'Laptop', [25_990_000, null], offers)
const student = aPromotion({
  promotion_id: 3,
  kind: 'student',
  name: 'HSSV',
  percent: 5,
  max_discount: 1_000_000,
})
const member = aPromotion({ promotion_id: 4, kind: 'member', name: 'Smember', percent: 1 })
const twelve = aPromotion({ promotion_id: 5, name: 'Giảm 12,5%', percent: 12.5 })
const beside_phone: ComboOffer = {
  combo_item_id: 61,
  combo_id: 6,
  name: 'Mua kèm giá sốc',
  main_product_id: 1,
  product_id: 2,
  percent: null,
  value: null,
  price: 99_000,
  starts_at: null,
  ends_at: null,
  excludes: [],
}
const vnpay = {
  payment_method: 'vnpay',
  payment_offers: [aPaymentOffer({ value: 200_000, min_total: 5_000_000 })],
}

/** Baskets with their expected receipts. Amounts in đồng. */
export const golden_cases: GoldenCase[] = [
  {
    name: 'the price table alone; an odd sum is rounded down',
    basket: aBasket([aLine(cable(), 3)]),
    printed: ['3 × Cáp = 448500: list 190000 → sale 149500', 'rounding −500', '= 448000'],
  },
  {
    name: 'a catalogue percent is rounded down to 1.000đ',
    basket: aBasket([aLine(cable({ promotions: [twelve] }))]),
    printed: ['1 × Cáp = 130000: list 190000 → sale 149500 → catalogue 130000', '= 130000'],
  },
  {
    name: 'a flash price, then a student discount by a capped percent',
    basket: aBasket([
      aLine(laptop({ promotions: [student], flash: [aFlash({ price: 22_990_000 })] })),
    ]),
    asker: { is_student: true },
    printed: [
      '1 × Laptop = 21990000: list 25990000 → flash 22990000 → student 21990000',
      'claims flash quota:700 flash:7:20, = 21990000',
    ],
  },
  {
    name: 'a flash sale that excludes students: the better of the two',
    basket: aBasket([
      aLine(
        laptop({
          promotions: [{ ...student, max_discount: null, percent: 20 }],
          flash: [aFlash({ price: 22_990_000, excludes: ['student'] })],
        }),
      ),
    ]),
    asker: { is_student: true },
    printed: ['1 × Laptop = 20792000: list 25990000 → student 20792000', '= 20792000'],
  },
  {
    name: 'a flash sale whose slots are gone is no price',
    basket: aBasket([aLine(laptop({ flash: [aFlash({ price: 22_990_000, slots_left: 0 })] }))]),
    printed: ['1 × Laptop = 25990000: list 25990000', '= 25990000'],
  },
  {
    name: 'a customer who declined the flash price pays the normal one',
    basket: aBasket([aLine(laptop({ flash: [aFlash({ price: 22_990_000 })] }))]),
    asker: { without_flash: true },
    printed: ['1 × Laptop = 25990000: list 25990000', '= 25990000'],
  },
  {
    name: 'a member’s percent after the catalogue’s',
    basket: aBasket([aLine(phone({ promotions: [member, twelve] }))]),
    asker: { customer_group_id: 2 },
    printed: [
      '1 × Điện thoại = 26844000: list 34990000 → sale 30990000 → catalogue 27116000 → member 26844000',
      '= 26844000',
    ],
  },
  {
    name: 'one cable for each phone at the combo price',
    basket: aBasket([
      aLine(phone(), 2),
      { ...aLine(cable(), 2), main_product_combo_id: 1, combo: beside_phone },
    ]),
    printed: [
      '2 × Điện thoại = 61980000: list 34990000 → sale 30990000',
      '2 × Cáp = 198000: list 190000 → sale 149500 → combo 99000',
      '= 62178000',
    ],
  },
  {
    name: 'more cables than phones, or no phone: no combo',
    basket: aBasket([
      aLine(phone()),
      { ...aLine(cable(), 2), main_product_combo_id: 1, combo: beside_phone },
    ]),
    printed: [
      '1 × Điện thoại = 30990000: list 34990000 → sale 30990000',
      '2 × Cáp = 299000: list 190000 → sale 149500',
      '= 31289000',
    ],
  },
  {
    name: 'a gift for each unit',
    basket: aBasket([aLine(phone({ promotions: [aGift(8)] }), 2)], { gift_items: gifts() }),
    printed: [
      '2 × Điện thoại = 61980000: list 34990000 → sale 30990000',
      '2 × Cáp sạc = 0: list 50000 → gift 0',
      '= 61980000',
    ],
  },
  {
    name: 'a gift never displaces money: the voucher that excludes gifts is taken',
    basket: aBasket([aLine(phone({ promotions: [aGift(8)] }))], {
      gift_items: gifts(),
      voucher: aVoucher({ value: 10_000, excludes: ['gift'] }),
    }),
    printed: [
      '1 × Điện thoại = 30990000: list 34990000 → sale 30990000',
      'voucher TIEM50 −10000',
      '= 30980000',
    ],
  },
  {
    name: 'a voucher counts only its own categories, by percent with a cap',
    basket: aBasket([aLine(phone()), aLine(cable(), 2)], {
      voucher: aVoucher({ percent: 10, max_discount: 25_000, category_ids: [2] }),
    }),
    printed: [
      '1 × Điện thoại = 30990000: list 34990000 → sale 30990000',
      '2 × Cáp = 299000: list 190000 → sale 149500',
      'voucher TIEM50 −25000',
      '= 31264000',
    ],
  },
  {
    name: 'below a voucher’s minimum total',
    basket: aBasket([aLine(cable(), 2)], {
      voucher: aVoucher({ value: 50_000, min_total: 500_000 }),
    }),
    printed: [
      '2 × Cáp = 299000: list 190000 → sale 149500',
      'Mua thêm 201.000đ để dùng mã TIEM50.',
      '= 299000',
    ],
  },
  {
    name: 'a promotion that excludes vouchers is dropped if the voucher saves more',
    basket: aBasket(
      [aLine(laptop({ promotions: [{ ...twelve, percent: 2, excludes: ['voucher'] }] }))],
      {
        voucher: aVoucher({ value: 1_000_000 }),
      },
    ),
    printed: ['1 × Laptop = 25990000: list 25990000', 'voucher TIEM50 −1000000', '= 24990000'],
  },
  {
    name: 'it stays if it saves more than the voucher, and the voucher says why',
    basket: aBasket([aLine(laptop({ promotions: [{ ...twelve, excludes: ['voucher'] }] }))], {
      voucher: aVoucher({ value: 1_000_000 }),
    }),
    printed: [
      '1 × Laptop = 22741000: list 25990000 → catalogue 22741000',
      'Mã TIEM50 không dùng cùng “Giảm 12,5%”, đang có lợi hơn cho bạn.',
      '= 22741000',
    ],
  },
  {
    name: 'voucher, then the payment offer',
    basket: aBasket([aLine(phone())], { ...vnpay, voucher: aVoucher({ value: 50_000 }) }),
    printed: [
      '1 × Điện thoại = 30990000: list 34990000 → sale 30990000',
      'voucher TIEM50 −50000',
      'payment uuid-80 −200000',
      '= 30740000',
    ],
  },
  {
    name: 'a payment offer that excludes vouchers: the better of the two',
    basket: aBasket([aLine(phone())], {
      payment_method: 'vnpay',
      payment_offers: [aPaymentOffer({ value: 200_000, excludes: ['voucher'] })],
      voucher: aVoucher({ value: 50_000 }),
    }),
    printed: [
      '1 × Điện thoại = 30990000: list 34990000 → sale 30990000',
      'payment uuid-80 −200000',
      'Mã TIEM50 không dùng cùng “Ưu đãi thanh toán”, đang có lợi hơn cho bạn.',
      '= 30790000',
    ],
  },
  {
    name: 'a student offer with one use per customer does not apply to two units',
    basket: aBasket([aLine(laptop({ promotions: [{ ...student, per_customer: 1 }] }), 2)]),
    asker: { is_student: true },
    printed: ['2 × Laptop = 51980000: list 25990000', 'problem student Laptop', '= 51980000'],
  },
]

function item(
  item_id: number,
  name: string,
  [list, sale]: [number, number | null],
  offers: Partial<Offers>,
): SellableItem {
  const all = { promotions: [], flash: [], ...offers }
  const category_ids = [item_id]
  const price_rows = [tableRow(list, sale)]
  return anItem({
    item_id,
    name,
    category_ids,
    version_id: null,
    price_rows,
    offers: all,
  }) as SellableItem
}

function gifts(): Basket['gift_items'] {
  return new Map([[gift_item.item_id, gift_item]])
}

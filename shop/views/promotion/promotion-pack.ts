import type { PaymentLine, ProductPromotion } from '#contracts/storefront/catalog.ts'
import { type Offers, promotionsFor, type PromotionOffer } from '#shop/pricing/promotion/offers.ts'
import type { CustomerGroups } from '#shop/customer/customer-group.ts'
import type { PromotionTexts } from '#shop/views/promotion/promotion-texts.ts'

/** An item with its offers. */
interface Offered {
  item_id: number
  offers: Offers
}

interface Question {
  province_id: number
  now: Date
}

/** Returns the promotions that apply now to at least one of the items for any customer group, in the order of staff. */
export function promotionPack(
  offered: readonly Offered[],
  question: Question,
  { by_id }: Pick<PromotionTexts, 'by_id'>,
  groups: CustomerGroups,
): ProductPromotion[] {
  const found = new Map<number, { promotion: PromotionOffer; item_ids: number[] }>()
  for (const { item_id, offers } of offered) {
    for (const promotion of promotionsForAnyone(offers, question, groups)) {
      const known = found.get(promotion.promotion_id)
      if (known) known.item_ids.push(item_id)
      else found.set(promotion.promotion_id, { promotion, item_ids: [item_id] })
    }
  }
  return [...found.values()]
    .toSorted(({ promotion: one }, { promotion: other }) => one.position - other.position)
    .map(({ promotion, item_ids }) => ({
      uuid: promotion.uuid,
      kind: promotion.kind,
      name: promotion.name,
      description: by_id.get(promotion.promotion_id)?.description ?? '',
      choice_group: promotion.choice_group,
      gift: by_id.get(promotion.promotion_id)?.gift ?? null,
      quota_left: promotion.quota_left,
      per_customer: promotion.per_customer,
      valid_until: timeOf(promotion.ends_at),
      item_ids: item_ids.length === offered.length ? null : item_ids,
    }))
}

/** Returns "Ưu đãi thanh toán": the discounts of payment methods that apply to the products. */
export function paymentLines(
  { payment, by_id }: Pick<PromotionTexts, 'payment' | 'by_id'>,
  product: { product_ids: readonly number[]; category_ids: readonly number[] },
  { province_id, now }: Question,
): PaymentLine[] {
  return payment
    .filter(
      ({ province_ids, customer_group_id, quota_left, ends_at, product_ids, category_ids }) =>
        quota_left !== 0 &&
        customer_group_id === null &&
        (ends_at === null || ends_at > now.getTime()) &&
        (province_ids === null || province_ids.includes(province_id)) &&
        (intersects(product_ids, product.product_ids) ||
          intersects(category_ids, product.category_ids) ||
          (product_ids === null && category_ids === null)),
    )
    .map(({ promotion_id, uuid, name, payment_method, min_total, ends_at }) => ({
      uuid,
      name,
      description: by_id.get(promotion_id)?.description ?? '',
      payment_method,
      min_total,
      valid_until: timeOf(ends_at),
    }))
}

/** Returns the promotions that apply to guests, to a member group or to a student group. */
function promotionsForAnyone(
  { promotions }: Offers,
  question: Question,
  { member, student }: CustomerGroups,
): PromotionOffer[] {
  const applicable = (customer_group_id: number | null, is_student = false) =>
    promotionsFor(promotions, { ...question, customer_group_id, is_student })
  return [
    ...new Set([
      ...applicable(null),
      ...member.flatMap((group) => applicable(group)),
      ...student.flatMap((group) => applicable(group, true)),
    ]),
  ]
}

function intersects(named: readonly number[] | null, own: readonly number[]): boolean {
  return named?.some((one) => own.includes(one)) ?? false
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

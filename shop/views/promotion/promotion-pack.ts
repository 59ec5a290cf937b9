import type { PaymentLine, ProductPromotion } from '#contracts/storefront/catalog.ts'
import { type Offers, promotionsFor, type PromotionOffer } from '#shop/pricing/promotion/offers.ts'
import type { CustomerGroups } from '#shop/customer/customer-group.ts'
import type { PromotionTexts } from '#shop/views/promotion/promotion-texts.ts'

/** A colour, or anything that is sold, with what is offered for it. */
export interface Offered {
  item_id: number
  offers: Offers
}

interface Question {
  province_id: number
  now: Date
}

/** Promotions that hold for some of these things now, for whomever, in the order staff gave. */
export function promotionPack(
  offered: readonly Offered[],
  question: Question,
  { by_id }: Pick<PromotionTexts, 'by_id'>,
  groups: CustomerGroups,
): ProductPromotion[] {
  const found = new Map<number, { promotion: PromotionOffer; item_ids: number[] }>()
  for (const { item_id, offers } of offered) {
    for (const promotion of heldByAnyone(offers, question, groups)) {
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

/** "Ưu đãi thanh toán": what is taken off for paying in one way, for goods that count. */
export function paymentLines(
  { payment, by_id }: Pick<PromotionTexts, 'payment' | 'by_id'>,
  of: { product_ids: readonly number[]; category_ids: readonly number[] },
  { province_id, now }: Question,
): PaymentLine[] {
  return payment
    .filter(
      ({ province_ids, customer_group_id, quota_left, ends_at, product_ids, category_ids }) =>
        quota_left !== 0 &&
        customer_group_id === null &&
        (ends_at === null || ends_at > now.getTime()) &&
        (province_ids === null || province_ids.includes(province_id)) &&
        (names(product_ids, of.product_ids) ||
          names(category_ids, of.category_ids) ||
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

/** For a guest, some member or some student. */
function heldByAnyone(
  { promotions }: Offers,
  question: Question,
  { member, student }: CustomerGroups,
): PromotionOffer[] {
  const held = (customer_group_id: number | null, is_student = false) =>
    promotionsFor(promotions, { ...question, customer_group_id, is_student })
  return [
    ...new Set([
      ...held(null),
      ...member.flatMap((group) => held(group)),
      ...student.flatMap((group) => held(group, true)),
    ]),
  ]
}

function names(named: readonly number[] | null, own: readonly number[]): boolean {
  return named?.some((one) => own.includes(one)) ?? false
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import { findPaymentOffers } from '#shop/pricing/payment-offer/payment-offer-store.ts'
import { loadOfferTable } from '#shop/pricing/promotion/promotion-table-store.ts'
import type { OfferTable } from '#shop/pricing/promotion/promotion-table.ts'

/** The texts of a promotion. */
interface PromotionText {
  description: string
  /** The name and the page of its gift. */
  gift: { name: string; path: string } | null
}

/** Data about promotions that many pages use and that is read once for all of them. */
export interface PromotionTexts {
  /** All offers that may lower a price. */
  table: OfferTable
  /** Versions that have combos. */
  combo_versions: ReadonlySet<number>
  by_id: ReadonlyMap<number, PromotionText>
  payment: readonly PaymentOffer[]
}

export async function loadPromotionTexts(db: Database, now: Date): Promise<PromotionTexts> {
  const { rows } = await sql<{
    promotion_id: number
    description: string
    gift_name: string | null
    gift_path: string | null
  }>`
    select promotion_id, promotion.description, gift.name as gift_name, slug.path as gift_path
    from promotion
    left join product gift on gift.product_id = promotion.gift_product_id
    left join slug on slug.kind = 'product' and slug.is_current
      and slug.entity_id = coalesce(gift.parent_id, gift.product_id)
    where promotion.is_active
      and (promotion.ends_at is null or promotion.ends_at > ${now}::timestamptz)
  `.execute(db)
  const by_id = new Map(
    rows.map(({ promotion_id, description, gift_name, gift_path }) => [
      promotion_id,
      {
        description,
        gift: gift_name === null ? null : { name: gift_name, path: `/${gift_path ?? ''}` },
      },
    ]),
  )
  const mains = await sql<{ version_id: number }>`
    select distinct coalesce(product.parent_id, product.product_id) as version_id
    from combo join product on product.product_id = combo.main_product_id
    where combo.is_active and (combo.ends_at is null or combo.ends_at > ${now}::timestamptz)
  `.execute(db)
  return {
    by_id,
    payment: await findPaymentOffers(db, now),
    table: await loadOfferTable(db, null, now),
    combo_versions: new Set(mains.rows.map((row) => row.version_id)),
  }
}

import type { ColorVariant } from '#contracts/storefront/catalog.ts'
import { excludingStep, type Price } from '#shop/pricing/price/price.ts'
import type { PromotionOffer } from '#shop/pricing/promotion/offers.ts'

/** The reasons why promotions do not apply beside a price; nothing if all of them may. */
export function promotionProblems(
  price: Price,
  promotions: readonly PromotionOffer[],
): Pick<ColorVariant, 'promotion_problems'> {
  const problems = promotions.flatMap((promotion) => {
    const step = excludingStep(price, promotion)
    if (step === undefined) return []
    const other = step.rule === 'flash' ? 'giá Flash Sale' : `“${step.name}”`
    return [[promotion.uuid, `Không áp dụng cùng ${other}.`] as const]
  })
  return problems.length === 0 ? {} : { promotion_problems: Object.fromEntries(problems) }
}

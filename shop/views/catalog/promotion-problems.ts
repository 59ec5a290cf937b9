import type { ColorVariant } from '#contracts/storefront/catalog.ts'
import { excludingStep, type Price } from '#shop/pricing/price/price.ts'
import type { PromotionOffer } from '#shop/pricing/promotion/offers.ts'

/** The reasons why promotions of a guest do not apply beside a price; nothing if all of them may. */
export function promotionProblems(
  price: Price,
  promotions: readonly PromotionOffer[],
): Pick<ColorVariant, 'promotion_problems'> {
  const problems = promotions.flatMap((promotion): [string, string][] => {
    const step = excludingStep(price, promotion)
    if (step === undefined) return isWorthLess(price, promotion) ? [[promotion.uuid, less]] : []
    const other = step.rule === 'flash' ? 'giá Flash Sale' : `“${step.name}”`
    return [[promotion.uuid, `Không áp dụng cùng ${other}.`]]
  })
  return problems.length === 0 ? {} : { promotion_problems: Object.fromEntries(problems) }
}

const less = 'Giá trên trang đã tốt hơn ưu đãi này.'

/** A reduction that is not in the price, though nothing excludes it. Of alternatives the shopper chooses. */
function isWorthLess(
  { trace, list_price }: Price,
  { kind, uuid, choice_group, min_total }: PromotionOffer,
): boolean {
  if (kind !== 'catalogue' || choice_group !== null || min_total > list_price) return false
  return !trace.some(({ reference }) => reference === uuid)
}

import type { DemoPromotion, DemoTrade, DemoVoucher } from '#db/seed/demo-trade.ts'
import { type Season, seasonBefore, seasonOf } from '#db/seed/season.ts'

/**
 * Returns the offers with those of the season named and dated for the day of `now`: the campaign and the voucher of
 * the season that runs, and the ended voucher of the season before.
 */
export function offersInSeason(trade: DemoTrade, now: Date): DemoTrade {
  const current = seasonOf(now)
  const seasons = { current, previous: seasonBefore(current) }
  return {
    ...trade,
    promotions: trade.promotions.map((one) => promotionIn(one, seasons)),
    vouchers: trade.vouchers.map((one) => voucherIn(one, seasons)),
  }
}

type Seasons = Record<'current' | 'previous', Season>

function promotionIn(promotion: DemoPromotion, seasons: Seasons): DemoPromotion {
  if (promotion.season === undefined) return promotion
  const season = seasons[promotion.season]
  return {
    ...promotion,
    name: withTitle(promotion.name, season),
    description: withTitle(promotion.description, season),
    period: season,
  }
}

function voucherIn(voucher: DemoVoucher, seasons: Seasons): DemoVoucher {
  if (voucher.season === undefined) return voucher
  const season = seasons[voucher.season]
  const name = withTitle(voucher.name, season)
  return { ...voucher, name, code: season.code, period_of_season: season }
}

function withTitle(text: string, { title }: Season): string {
  return text.replace('{season}', title)
}

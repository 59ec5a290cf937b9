import type { Dong } from '#pure/money.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import type { Tier } from '#shop/loyalty/tier.ts'

/** A member as far as gifts need it. */
export interface Celebrant {
  customer_id: number
  /** YYYY-MM-DD, if the member told it. */
  birthday: string | null
  tier_code: string
  best_tier: string
}

interface Reward {
  kind: 'birthday' | 'rank_up'
  /** The year of the birthday, or the tier: a member gets each once. */
  occasion: string
  name: string
  value: Dong
}

/** What a member gets today. Whoever skips a tier gets the voucher of the tier that they reached. */
export function rewardsOf(member: Celebrant, tiers: readonly Tier[], now: Date): Reward[] {
  const today = vietnamDay(now)
  const tier = tiers.find(({ code }) => code === member.tier_code)
  const best = tiers.find(({ code }) => code === member.best_tier)
  const rewards: Reward[] = []
  if (tier !== undefined && tier.birthday_voucher > 0 && isBirthday(member.birthday, today)) {
    const name = `Chúc mừng sinh nhật ${tier.name}`
    const occasion = today.slice(0, 4)
    rewards.push({ kind: 'birthday', occasion, name, value: tier.birthday_voucher })
  }
  if (best !== undefined && best.rank_up_voucher > 0) {
    const name = `Chúc mừng lên hạng ${best.name}`
    rewards.push({ kind: 'rank_up', occasion: best.code, name, value: best.rank_up_voucher })
  }
  return rewards
}

/** Who is born on 29 February has their birthday on the 28th of other years. */
function isBirthday(birthday: string | null, today: string): boolean {
  if (birthday === null) return false
  const day = birthday.slice(5)
  if (day === today.slice(5)) return true
  const year = Number(today.slice(0, 4))
  const is_leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
  return day === '02-29' && !is_leap && today.slice(5) === '02-28'
}

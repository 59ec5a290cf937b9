import type { ColumnType, Generated } from 'kysely'
import type { GameTables } from '#db/game-tables.ts'

interface MemberTier {
  code: string
  position: number
  threshold: number
  point_percent: number
  birthday_voucher: number
  rank_up_voucher: number
  benefits: Generated<string>
}

interface LoyaltyRule {
  is_only: Generated<boolean>
  points_last_months: Generated<number>
  max_points_percent: Generated<number>
  version: Generated<number>
  changed_at: Date | null
  changed_by: string | null
}

interface MemberStanding {
  customer_id: number
  tier_code: Generated<string>
  spent: Generated<number>
  best_tier: Generated<string>
}

interface MemberOrder {
  order_id: number
  customer_id: number
  completed_at: Date
  spent: number
  point_percent: number
  points_expire_at: Date
}

interface MemberAddress {
  address_id: Generated<number>
  customer_id: number
  name: string
  phone: string
  province_code: string
  province_name: string
  ward_id: number
  ward_name: string
  street: string
  is_default: Generated<boolean>
  created_at: Date
}

interface MemberReward {
  customer_id: number
  kind: 'birthday' | 'rank_up' | 'game' | 'game_first'
  occasion: string
  voucher_id: number
  given_at: Date
}

interface PointEntry {
  point_entry_id: Generated<number>
  customer_id: number
  order_id: number | null
  kind: 'earn' | 'take_back' | 'spend' | 'give_back' | 'expire' | 'restore'
  taken_from: ColumnType<string, never, never>
  put_into: ColumnType<string, never, never>
  points: number
  happened_at: Date
  member_merge_id: number | null
}

interface MemberCard {
  card_id: Generated<number>
  customer_id: number
  kind: 'student' | 'teacher' | 'business'
  state: Generated<'collecting' | 'waiting' | 'accepted' | 'refused' | 'ended' | 'withdrawn'>
  level: 'school' | 'vocational' | 'university' | null
  institution: string
  holder: string
  number: string
  /** YYYY-MM-DD. */
  valid_until: ColumnType<string | null, string | null, string | null>
  consent_version: number
  created_at: Date
  sent_at: Date | null
  decided_at: Date | null
  decided_by: string | null
  reason: string | null
  ends_on: ColumnType<string | null, string | null, string | null>
  version: Generated<number>
}

interface CardPicture {
  card_picture_id: Generated<number>
  card_id: number
  side: 'front' | 'back'
  name: string
  sealed_key: Buffer | null
  width: number
  height: number
  created_at: Date
}

/** Tables of members: tiers, spending and points (migrations 097 to 099), and cards (081). */
export interface LoyaltyTables extends GameTables {
  card_picture: CardPicture
  loyalty_rule: LoyaltyRule
  member_address: MemberAddress
  member_card: MemberCard
  member_order: MemberOrder
  member_reward: MemberReward
  member_standing: MemberStanding
  member_tier: MemberTier
  point_entry: PointEntry
}

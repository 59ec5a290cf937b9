import type { SeenCardState } from '#contracts/staff/members/cards.ts'
import type { CardKind, CardLevel, CardSide } from '#contracts/storefront/cards.ts'

export const card_state_titles: Record<SeenCardState, string> = {
  waiting: 'Chờ duyệt',
  accepted: 'Đã duyệt',
  refused: 'Từ chối',
  ended: 'Đã ngừng',
}

export const card_state_looks: Record<SeenCardState, string> = {
  waiting: 'bg-cream text-accent-dark',
  accepted: 'bg-success-soft text-success',
  refused: 'bg-sale-soft text-sale',
  ended: 'bg-mist text-muted',
}

export const card_kind_titles: Record<CardKind, string> = {
  student: 'S-Student',
  teacher: 'S-Teacher',
  business: 'S-Business',
}

export const card_level_titles: Record<CardLevel, string> = {
  school: 'Phổ thông',
  vocational: 'Cao đẳng, trung cấp, nghề',
  university: 'Đại học, sau đại học',
}

export const card_side_titles: Record<CardSide, string> = { front: 'Mặt trước', back: 'Mặt sau' }

/** Fields of a card in the ledger. */
export const card_field_titles: Readonly<Record<string, string>> = {
  side: 'Mặt ảnh',
  institution: 'Trường, công ty',
  holder: 'Tên trên thẻ',
  number: 'Mã số',
  ends_on: 'Dùng đến hết',
}

/** A value of a card's field in the ledger; null: it has no words of its own. */
export function cardValueText(field: string, value: unknown): string | null {
  const titles: Readonly<Record<string, string>> | null =
    field === 'state' ? card_state_titles : field === 'side' ? card_side_titles : null
  return titles === null || typeof value !== 'string' ? null : (titles[value] ?? null)
}

/** Usual reasons for a refusal, as the member reads them. */
export const refusal_reasons = [
  'Ảnh mờ, không đọc được chữ',
  'Ảnh thiếu góc hoặc thiếu một mặt',
  'Thẻ đã hết hạn',
  'Thông tin không khớp với thẻ',
  'Mã số này đã dùng ở tài khoản khác',
] as const

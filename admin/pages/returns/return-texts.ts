import type { ReturnGrade, ReturnReason, ReturnState } from '#contracts/staff/returns.ts'

export const return_state_titles: Record<ReturnState, string> = {
  asked: 'Khách yêu cầu',
  accepted: 'Chờ hàng về',
  received: 'Chờ kiểm',
  inspected: 'Chờ quyết định',
  done: 'Đã xong',
  rejected: 'Từ chối',
  withdrawn: 'Khách rút',
}

export const return_state_looks: Record<ReturnState, string> = {
  asked: 'bg-cream text-accent-dark',
  accepted: 'bg-mist text-ink',
  received: 'bg-cream text-accent-dark',
  inspected: 'bg-cream text-accent-dark',
  done: 'bg-success-soft text-success',
  rejected: 'bg-sale-soft text-sale',
  withdrawn: 'bg-mist text-muted',
}

export const return_reason_titles: Record<ReturnReason, string> = {
  faulty: 'Hàng lỗi',
  wrong_item: 'Giao nhầm hàng',
  not_liked: 'Khách đổi ý',
}

/** What a shopper wishes. */
export const return_wish_titles = {
  refund: 'Trả hàng, hoàn tiền',
  exchange: 'Đổi sản phẩm cùng loại',
} as const

/** What became of a return. */
export const return_outcome_titles = {
  refund: 'Nhận trả',
  exchange: 'Đổi máy cùng loại',
  other_goods: 'Đổi sang sản phẩm khác',
} as const

export const return_grade_titles: Record<ReturnGrade, string> = {
  sealed: 'Nguyên seal, bán lại như mới',
  opened: 'Đã mở, không lỗi',
  faulty: 'Lỗi',
}

/** What happened, as staff read it. */
export const return_move_titles: Readonly<Record<string, string>> = {
  ask: 'gửi yêu cầu',
  accept: 'đồng ý nhận',
  open: 'nhận hàng tại quầy',
  receive: 'nhận hàng',
  inspect: 'kiểm hàng',
  refund: 'nhận trả, đề nghị hoàn tiền',
  exchange: 'đổi máy mới',
  exchange_other: 'đổi sang sản phẩm khác',
  reject: 'từ chối, trả lại khách',
  withdraw: 'rút yêu cầu',
}

const ledger_values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  state: return_state_titles,
  reason: return_reason_titles,
  wish: return_wish_titles,
  outcome: return_outcome_titles,
  grade: return_grade_titles,
}

/** A value of a return in the ledger of changes; null: it needs no words of its own. */
export function returnValueText(field: string, value: unknown): string | null {
  return ledger_values[field]?.[String(value)] ?? null
}

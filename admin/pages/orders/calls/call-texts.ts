import type { CallOutcome } from '#contracts/staff/calls.ts'

/** What came of the call before, as the page says it above the next order. */
export const last_texts: Record<CallOutcome, string> = {
  agreed: 'đã xác nhận',
  no_answer: 'không nghe máy',
  change_goods: 'khách muốn đổi hàng',
  wrong_number: 'sai số',
  cancel: 'đã hủy',
  callback: 'hẹn gọi lại',
}

/** What came of a call, as a kind. */
export const call_outcome_titles: Record<CallOutcome, string> = {
  agreed: 'Đồng ý',
  no_answer: 'Không nghe máy',
  change_goods: 'Đổi hàng',
  wrong_number: 'Sai số',
  cancel: 'Hủy',
  callback: 'Hẹn gọi lại',
}

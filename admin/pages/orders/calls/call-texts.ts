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

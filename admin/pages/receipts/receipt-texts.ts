import { unit_state_titles } from '#admin/pages/units/unit-texts.ts'
import type { ReceiptState, WrongLine } from '#contracts/staff/receipts.ts'

export const receipt_state_titles: Record<ReceiptState, string> = {
  open: 'Đang nhập',
  done: 'Đã xong',
}

const problems: Record<WrongLine['problem'], string> = {
  missing: 'không có mã',
  wrong_length: 'không đủ 15 số, hoặc dòng có quá nhiều mã',
  wrong_check_digit: 'sai số kiểm tra, xem lại từng số',
  not_a_serial: 'không phải serial',
  repeated: 'trùng trong phiếu này',
  known: 'đã có trong hệ thống',
}

/** Why a pasted line is not booked. */
export function problemText({ problem, code, first_line, known }: WrongLine): string {
  const where = first_line === null ? '' : ` (dòng ${first_line})`
  const state = known === null ? '' : `: ${unit_state_titles[known].toLowerCase()}`
  return [code, `${problems[problem]}${where}${state}`].filter(Boolean).join(' ')
}

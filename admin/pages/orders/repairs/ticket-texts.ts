import type { PaymentWay, PlainMove } from '#contracts/staff/orders/ticket-shapes.ts'
import type { TicketKind, TicketState, UnlockWay } from '#contracts/storefront/repair-ticket.ts'

export const ticket_state_titles: Record<TicketState, string> = {
  received: 'Đã tiếp nhận',
  diagnosing: 'Đang kiểm tra',
  quoted: 'Chờ khách duyệt giá',
  waiting_parts: 'Chờ linh kiện',
  repairing: 'Đang sửa',
  at_vendor: 'Ở trung tâm hãng',
  ready: 'Hoàn tất – chờ nhận',
  refused: 'Không sửa – chờ trả',
  handed_over: 'Đã trả máy',
  handed_back: 'Đã trả, không sửa',
}

/** The phases of the board. */
export const shown_phases = [
  'received',
  'diagnosing',
  'quoted',
  'waiting_parts',
  'repairing',
  'at_vendor',
  'ready',
  'refused',
] as const satisfies readonly TicketState[]

export const ticket_kind_titles: Record<TicketKind, string> = {
  repair: 'Sửa có phí',
  part_warranty: 'Bảo hành linh kiện',
  device_warranty: 'Bảo hành máy',
}

export const plain_move_titles: Record<PlainMove, string> = {
  diagnose: 'Bắt đầu kiểm tra',
  parts_arrive: 'Linh kiện đã về',
  wait_for_parts: 'Chờ linh kiện',
  send_out: 'Gửi hãng',
  come_back: 'Hãng trả về',
  finish: 'Sửa xong',
}

/** What the history calls each move. */
export const ticket_move_titles: Readonly<Record<string, string>> = {
  receive: 'nhận máy',
  diagnose: 'bắt đầu kiểm tra',
  quote: 'báo giá',
  approve: 'đồng ý sửa',
  approve_and_wait: 'đồng ý sửa, chờ linh kiện',
  refuse: 'từ chối báo giá',
  refuse_more: 'từ chối phần thêm, sửa tiếp phần đã duyệt',
  wait_for_parts: 'chuyển sang chờ linh kiện',
  parts_arrive: 'linh kiện đã về',
  send_out: 'gửi hãng',
  come_back: 'nhận lại từ hãng',
  come_back_open: 'nhận lại từ hãng, khách chưa duyệt giá',
  drop_line: 'bỏ mục khách đã duyệt',
  finish: 'sửa xong',
  give_up: 'dừng sửa',
  collect: 'trả máy',
  collect_unrepaired: 'trả lại máy không sửa',
  rework: 'sửa lại trước khi trả',
  resume: 'kiểm tra lại, khách muốn sửa',
  undo_collect: 'hủy lần trả máy',
  undo_collect_unrepaired: 'hủy lần trả máy',
  reverse: 'hoàn',
  ask_reversal: 'đề nghị hoàn',
  reversal_approved: 'duyệt hoàn',
  reversal_rejected: 'từ chối hoàn',
  reversal_withdrawn: 'rút đề nghị hoàn',
  assign: 'giao thợ',
  use_part: 'dùng linh kiện',
  part_broken: 'linh kiện hỏng do thợ',
  part_faulty: 'linh kiện lỗi của hãng',
}

export const payment_way_titles: Record<PaymentWay, string> = {
  cash: 'Tiền mặt',
  transfer: 'Chuyển khoản',
  card: 'Quẹt thẻ',
}

export const unlock_titles: Record<UnlockWay, string> = {
  customer: 'Khách tự mở khóa khi cần',
  none: 'Máy không đặt mật mã',
  paper: 'Khách ghi trên giấy niêm phong',
  maintenance: 'Máy ở chế độ bảo trì',
}

export const line_state_titles = {
  offered: 'chưa duyệt',
  agreed: 'đã duyệt',
  wanted: 'thiếu linh kiện',
  reserved: 'đã giữ linh kiện',
  used: 'đã dùng',
  dropped: 'đã bỏ',
} as const

/** "hẹn trả" of a ticket: late ones are said so. */
export function isLate(
  { state, promised_at }: { state: TicketState; promised_at: string },
  now: number,
) {
  const is_open =
    state !== 'ready' && state !== 'handed_over' && state !== 'handed_back' && state !== 'refused'
  return is_open && Date.parse(promised_at) < now
}

import type { TicketState, UnlockWay } from '#contracts/storefront/repair-ticket.ts'

/** The phases of a repair, as shoppers read them, with what happens next. */
export const ticket_states: Record<TicketState, { title: string; next: string }> = {
  received: {
    title: 'Đã tiếp nhận',
    next: 'Kỹ thuật viên sẽ kiểm tra và báo giá cho bạn trước khi sửa.',
  },
  diagnosing: { title: 'Đang kiểm tra', next: 'Cửa hàng báo giá ngay khi kiểm tra xong.' },
  quoted: { title: 'Chờ khách duyệt giá', next: 'Cửa hàng chỉ sửa khi bạn đồng ý với báo giá.' },
  waiting_parts: {
    title: 'Chờ linh kiện',
    next: 'Cửa hàng đã đặt linh kiện và sửa ngay khi linh kiện về.',
  },
  repairing: { title: 'Đang sửa', next: 'Cửa hàng nhắn bạn ngay khi máy sửa xong.' },
  at_vendor: { title: 'Đang ở trung tâm của hãng', next: 'Cửa hàng theo dõi máy thay bạn.' },
  ready: {
    title: 'Hoàn tất – chờ nhận',
    next: 'Mời bạn đến cửa hàng và đưa mã nhận máy cho nhân viên.',
  },
  handed_over: { title: 'Đã trả máy', next: 'Linh kiện được bảo hành theo thời hạn của từng mục.' },
  refused: { title: 'Không sửa – chờ nhận lại', next: 'Mời bạn đến cửa hàng nhận lại máy.' },
  handed_back: { title: 'Đã trả lại máy', next: 'Cảm ơn bạn đã ghé cửa hàng.' },
}

export const unlock_titles: Record<UnlockWay, string> = {
  none: 'Máy không đặt mật mã',
  customer: 'Khách tự mở khóa khi cần',
  paper: 'Mật mã khách ghi trên giấy niêm phong, trả lại cùng máy',
  maintenance: 'Máy ở chế độ bảo trì',
}

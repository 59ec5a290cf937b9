import type { StaffUnitMove, UnitState } from '#contracts/staff/units.ts'

export const unit_state_titles: Record<UnitState, string> = {
  in_stock: 'Trong kho',
  in_transfer: 'Đang chuyển',
  sold: 'Đã bán',
  faulty: 'Lỗi',
  locked: 'Đang khóa',
  written_off: 'Đã xóa sổ',
}

export const unit_state_looks: Record<UnitState, string> = {
  in_stock: 'bg-success-soft text-success',
  in_transfer: 'bg-gold-soft text-ink',
  sold: 'bg-mist text-ink',
  faulty: 'bg-sale-soft text-sale',
  locked: 'bg-sale-soft text-sale',
  written_off: 'bg-mist text-muted',
}

/** What a button does. */
export const unit_move_titles: Record<StaffUnitMove, string> = {
  lock: 'Khóa máy',
  unlock: 'Mở khóa',
  find_faulty: 'Báo lỗi',
  repair: 'Đã sửa xong',
}

/** What happened to a unit, in its history. */
export const unit_event_titles: Readonly<Record<string, string>> = {
  receive: 'Nhập kho',
  send: 'Gửi chuyển kho',
  arrive: 'Nhận chuyển kho',
  lose: 'Mất khi chuyển',
  write_off: 'Thiếu khi kiểm kê',
  find: 'Tìm thấy khi kiểm kê',
  sell: 'Xuất bán',
  come_back: 'Khách trả về kho',
  take_back_faulty: 'Khách trả, lỗi',
  buy_back: 'Mua lại từ khách',
  take_back_opened: 'Khách trả, chờ xếp hạng',
  give: 'Đổi cho khách',
  lock: 'Khóa',
  unlock: 'Mở khóa',
  find_faulty: 'Báo lỗi',
  repair: 'Sửa xong, về kho',
  correct: 'Sửa mã',
}

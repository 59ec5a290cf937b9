import type { BulkAction, BulkJobRow, BulkOutcome } from '#contracts/staff/orders/bulk.ts'

export const bulk_action_titles: Record<BulkAction, string> = {
  confirm: 'Xác nhận đơn',
  cancel: 'Hủy đơn',
  assign: 'Giao việc',
  tag: 'Gắn thẻ',
  untag: 'Gỡ thẻ',
  move_shop: 'Đổi kho xuất',
}

export const bulk_state_titles: Record<BulkJobRow['state'], string> = {
  open: 'Đang chạy',
  done: 'Xong',
  cancelled: 'Đã dừng',
}

export const bulk_outcome_titles: Record<BulkOutcome, string> = {
  done: 'Xong',
  order_not_found: 'Không có đơn này, hoặc không thuộc phần việc của bạn',
  order_changed: 'Đơn đã đổi sau khi bạn xem, chưa làm gì',
  move_not_possible: 'Trạng thái của đơn không cho phép',
  order_taken: 'Có người đang gọi khách này, chưa làm gì',
  call_needed: 'Phải gọi khách rồi mới xác nhận',
  assignment_changed: 'Có người khác vừa giao lại đơn, chưa làm gì',
  staff_not_found: 'Người này không nhận được đơn nữa',
  too_many_tags: 'Đơn đã có 10 thẻ',
  order_has_parcel: 'Đơn đã đóng gói',
  is_pickup: 'Khách đến lấy tại cửa hàng đã chọn',
  same_shop: 'Cửa hàng này đang giữ đủ hàng của đơn',
  not_in_stock: 'Cửa hàng này không đủ hàng cho đơn',
  shop_not_found: 'Không chọn được cửa hàng này cho đơn',
  not_permitted: 'Bạn không còn quyền làm việc này',
  failed: 'Lỗi của hệ thống, chưa làm gì',
}

/** What a job does: an undoing one takes assignments, tags or shops back. */
export function bulkTitle({ action, undoes }: Pick<BulkJobRow, 'action' | 'undoes'>): string {
  const title = bulk_action_titles[action]
  if (undoes === null) return title
  return action === 'assign' ? 'Hoàn tác giao việc' : `Hoàn tác: ${title.toLowerCase()}`
}

/** What became of an order; null: it waits, or the job was stopped before it. */
export function outcomeText(outcome: BulkOutcome | null, state: BulkJobRow['state']): string {
  if (outcome !== null) return bulk_outcome_titles[outcome]
  return state === 'open' ? 'Đang chờ' : 'Chưa làm: việc đã dừng'
}

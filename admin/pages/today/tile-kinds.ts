import { addresses } from '#admin/addresses/addresses.ts'
import type { Tile } from '#contracts/staff/today.ts'

/** The name of each kind of work, and the list that its tile opens. */
export const kinds: Record<Tile['kind'], { title: string; path: string }> = {
  due_calls: { title: 'Khách cần gọi', path: addresses.order_calls.path },
  pending_orders: {
    title: 'Đơn chờ xác nhận',
    path: `${addresses.orders.path}?state=pending&sort=oldest`,
  },
  orders_to_pack: { title: 'Đơn chờ đóng gói', path: addresses.packing.path },
  packed_parcels: { title: 'Vận đơn chờ bàn giao', path: addresses.hand_over.path },
  failed_parcels: {
    title: 'Giao thất bại',
    path: `${addresses.parcels.path}?state=delivery_failed`,
  },
  lost_parcels: { title: 'Thất lạc, chưa xử lý', path: `${addresses.parcels.path}?state=lost` },
  pickups_to_prepare: {
    title: 'Chờ soạn cho khách lấy',
    path: `${addresses.pickups.path}?state=to_prepare`,
  },
  ready_pickups: { title: 'Chờ khách đến lấy', path: `${addresses.pickups.path}?state=ready` },
  repairs_due_today: {
    title: 'Máy sửa hẹn trả hôm nay',
    path: `${addresses.repairs.path}?due=today`,
  },
  late_repairs: { title: 'Máy sửa trễ hẹn', path: `${addresses.repairs.path}?due=late` },
  repairs_without_parts: {
    title: 'Máy sửa chờ linh kiện',
    path: `${addresses.repairs.path}?state=waiting_parts`,
  },
  repairs_to_approve: {
    title: 'Máy sửa chờ duyệt giá',
    path: `${addresses.repairs.path}?state=quoted`,
  },
  asked_returns: {
    title: 'Khách yêu cầu đổi trả',
    path: `${addresses.returns.path}?state=asked`,
  },
  asked_cards: { title: 'Thẻ chờ duyệt', path: `${addresses.cards.path}?state=waiting` },
  new_reviews: { title: 'Đánh giá chờ xem', path: `${addresses.talk_reviews.path}?state=new` },
  new_questions: {
    title: 'Câu hỏi chờ trả lời',
    path: `${addresses.talk_comments.path}?state=new`,
  },
  asked_refunds: { title: 'Hoàn tiền chờ duyệt', path: addresses.refund_requests.path },
  refunds: { title: 'Khoản cần hoàn', path: addresses.refunds.path },
  reviews: { title: 'Tiền cần đối soát', path: addresses.reconciliation.path },
  failed_messages: { title: 'Tin không gửi được', path: addresses.outbox.path },
}

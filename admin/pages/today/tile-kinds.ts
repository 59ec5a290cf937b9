import { addresses } from '#admin/addresses/addresses.ts'
import type { Tile } from '#contracts/staff/today.ts'

/** The name of each kind of work, and the list that its tile opens. */
export const kinds: Record<Tile['kind'], { title: string; path: string }> = {
  pending_orders: {
    title: 'Đơn chờ xác nhận',
    path: `${addresses.orders.path}?state=pending&sort=oldest`,
  },
  confirmed_orders: {
    title: 'Đơn chờ giao',
    path: `${addresses.orders.path}?state=confirmed&sort=oldest`,
  },
  packed_parcels: { title: 'Vận đơn chờ bàn giao', path: addresses.hand_over.path },
  failed_parcels: {
    title: 'Giao thất bại',
    path: `${addresses.parcels.path}?state=delivery_failed`,
  },
  ready_pickups: { title: 'Chờ khách đến lấy', path: `${addresses.pickups.path}?state=ready` },
  asked_returns: {
    title: 'Khách yêu cầu đổi trả',
    path: `${addresses.returns.path}?state=asked`,
  },
  refunds: { title: 'Khoản cần hoàn', path: addresses.refunds.path },
  reviews: { title: 'Tiền cần đối soát', path: addresses.reconciliation.path },
  failed_messages: { title: 'Tin không gửi được', path: addresses.outbox.path },
}

import type { WaitingKind } from '#contracts/staff/today.ts'
import { addresses } from '#admin/addresses/addresses.ts'
import type { StaffAddress } from '#admin/addresses/staff-address.ts'

interface MenuEntry {
  address: StaffAddress
  /** How the menu calls the page. Pages have their own titles. */
  title: string
  /** "g" and this key open the page. */
  go_key?: string
  /** The work whose number stands beside the title. */
  counts?: WaitingKind
}

/**
 * The menu: its groups and their pages, in the sequence in which they are shown. Other pages are reached from these.
 * The browser gets what its user may open with the frame (runtime/menu.ts).
 */
export const menu_groups: readonly { title: string; entries: readonly MenuEntry[] }[] = [
  {
    title: '',
    entries: [
      { address: addresses.today, title: 'Hôm nay', go_key: 'h' },
      { address: addresses.month_report, title: 'Báo cáo', go_key: 'e' },
    ],
  },
  {
    title: 'Bán hàng',
    entries: [
      { address: addresses.orders, title: 'Đơn hàng', go_key: 'd', counts: 'pending_orders' },
      { address: addresses.order_calls, title: 'Gọi khách', go_key: 'g', counts: 'due_calls' },
      { address: addresses.drafts, title: 'Lập đơn', go_key: 'w' },
      { address: addresses.customers, title: 'Khách hàng', go_key: 'k' },
      { address: addresses.returns, title: 'Đổi trả', go_key: 'u', counts: 'asked_returns' },
      { address: addresses.orders_alike, title: 'Đơn trùng' },
      { address: addresses.order_sources, title: 'Nguồn đơn' },
      { address: addresses.bulk_jobs, title: 'Việc hàng loạt' },
    ],
  },
  {
    title: 'Giao hàng',
    entries: [
      { address: addresses.packing, title: 'Đóng gói', go_key: 'o', counts: 'orders_to_pack' },
      { address: addresses.hand_over, title: 'Bàn giao', go_key: 'b', counts: 'packed_parcels' },
      { address: addresses.parcels, title: 'Vận đơn', go_key: 'v', counts: 'failed_parcels' },
      {
        address: addresses.pickups,
        title: 'Nhận tại cửa hàng',
        go_key: 'p',
        counts: 'ready_pickups',
      },
      { address: addresses.shop_reservations, title: 'Đặt giữ' },
    ],
  },
  {
    title: 'Dịch vụ',
    entries: [
      { address: addresses.bookings, title: 'Lịch hẹn sửa' },
      { address: addresses.repairs, title: 'Sửa chữa', go_key: 'x', counts: 'late_repairs' },
      { address: addresses.loans, title: 'Trả góp' },
      { address: addresses.trade_ins, title: 'Thu cũ' },
      { address: addresses.trade_calls, title: 'Tư vấn thu cũ' },
      { address: addresses.trade_prices, title: 'Giá thu' },
      { address: addresses.purchases, title: 'Bảng kê thu mua' },
      { address: addresses.trade_report, title: 'Báo cáo thu cũ' },
    ],
  },
  {
    title: 'Nội dung',
    entries: [
      { address: addresses.talk_reviews, title: 'Đánh giá', counts: 'new_reviews' },
      { address: addresses.talk_comments, title: 'Hỏi đáp', counts: 'new_questions' },
      { address: addresses.cards, title: 'Duyệt thẻ', counts: 'asked_cards' },
      { address: addresses.flash_sales, title: 'Flash sale', go_key: 'f' },
      { address: addresses.landing_pages, title: 'Trang khuyến mãi' },
      { address: addresses.popups, title: 'Popup' },
      { address: addresses.banners, title: 'Banner' },
      { address: addresses.message_campaigns, title: 'Tin khuyến mãi' },
      { address: addresses.articles, title: 'Bài viết' },
      { address: addresses.static_pages, title: 'Trang tĩnh' },
      { address: addresses.redirects, title: 'Chuyển hướng' },
    ],
  },
  {
    title: 'Kho',
    entries: [
      { address: addresses.stock, title: 'Tồn kho', go_key: 't' },
      { address: addresses.units, title: 'IMEI', go_key: 'i' },
      { address: addresses.used_units, title: 'Máy cũ' },
      { address: addresses.used_report, title: 'Báo cáo máy cũ' },
      { address: addresses.receipts, title: 'Nhập hàng', go_key: 'n' },
      { address: addresses.transfers, title: 'Chuyển kho', go_key: 'c' },
      { address: addresses.counts, title: 'Kiểm kê', go_key: 'm' },
    ],
  },
  {
    title: 'Tiền',
    entries: [
      { address: addresses.reconciliation, title: 'Đối soát', go_key: 's', counts: 'reviews' },
      { address: addresses.cod_money, title: 'Đối soát COD' },
      { address: addresses.refunds, title: 'Hoàn tiền', go_key: 'r', counts: 'refunds' },
      {
        address: addresses.refund_requests,
        title: 'Duyệt hoàn tiền',
        go_key: 'a',
        counts: 'asked_refunds',
      },
    ],
  },
  {
    title: 'Quản lý',
    entries: [
      { address: addresses.gateways, title: 'Cổng thanh toán' },
      { address: addresses.carriers, title: 'Hãng giao' },
      { address: addresses.cod_rules, title: 'Quy tắc COD' },
      { address: addresses.delivery_rules, title: 'Phí và hẹn giao' },
      { address: addresses.return_rules, title: 'Quy định đổi trả' },
      { address: addresses.repair_services, title: 'Giá sửa chữa' },
      { address: addresses.technicians, title: 'Kỹ thuật viên' },
      { address: addresses.lenders, title: 'Bên cho vay' },
      { address: addresses.loyalty_tiers, title: 'Hạng thành viên' },
      { address: addresses.games, title: 'Trò chơi' },
      { address: addresses.outbox, title: 'Hộp thư', counts: 'failed_messages' },
      { address: addresses.people, title: 'Nhân viên', go_key: 'l' },
      { address: addresses.roles, title: 'Quyền' },
      { address: addresses.erasures, title: 'Xóa dữ liệu cá nhân' },
      { address: addresses.changes, title: 'Nhật ký', go_key: 'y' },
    ],
  },
]

/** How the menu calls a page. Pages that are reached from others have no such title. */
export function menuTitle(page: string): string | undefined {
  const entries = menu_groups.flatMap((group) => group.entries)
  return entries.find(({ address }) => address.page === page)?.title
}

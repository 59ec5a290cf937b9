import { type StaffScope, staff_scopes } from '#pure/contract.ts'

/**
 * All permissions that a role can give, with their Vietnamese names, in the sequence of the permission page. A new
 * permission is a line here and the rows of `role_permission` in a migration.
 */
export const permission_names = {
  'orders.see': 'Xem đơn hàng',
  'orders.confirm': 'Xác nhận đơn',
  'orders.assign': 'Giao việc',
  'orders.ship': 'Đóng gói, bàn giao',
  'orders.deliver': 'Giao tận tay, báo giao thất bại',
  'pickups.collect': 'Giao hàng tại cửa hàng',
  'orders.cancel': 'Hủy đơn',
  'orders.create': 'Lập đơn cho khách',
  'orders.discount': 'Giảm giá riêng',
  'orders.change': 'Sửa món trong đơn',
  'orders.note': 'Ghi chú đơn',
  'orders.phone': 'Xem số điện thoại khách',
  'orders.export': 'Tải danh sách đơn, khách',
  'customers.see': 'Xem khách hàng',
  'customers.note': 'Ghi chú khách hàng',
  'customers.block': 'Chặn khách hàng',
  'customers.join': 'Gộp số điện thoại của một khách',
  'customers.erase': 'Xóa dữ liệu cá nhân của khách',
  'customers.export': 'Tải số điện thoại khách đầy đủ',
  'stock.see': 'Xem tồn kho',
  'stock.move': 'Nhập, chuyển, kiểm kho',
  'stock.adjust': 'Điều chỉnh tồn kho',
  'stock.cost': 'Xem giá vốn',
  'payments.see': 'Xem đối soát',
  'payments.settle': 'Xử lý khoản tiền',
  'refunds.see': 'Xem hoàn tiền',
  'refunds.settle': 'Xử lý hoàn tiền',
  'refunds.ask': 'Đề nghị hoàn tiền',
  'refunds.approve': 'Duyệt hoàn tiền',
  'bookings.see': 'Xem lịch hẹn sửa chữa',
  'bookings.create': 'Đặt lịch sửa cho khách',
  'bookings.receive': 'Nhận máy theo lịch hẹn',
  'used.see': 'Xem máy cũ',
  'used.list': 'Nhập, đăng máy cũ',
  'used.price': 'Đổi giá, gỡ máy cũ',
  'repairs.see': 'Xem phiếu sửa chữa',
  'repairs.receive': 'Nhận, trả máy sửa, thu tiền',
  'repairs.repair': 'Sửa máy, báo giá, dùng linh kiện',
  'repairs.price': 'Đổi giá sửa, hoàn tiền sửa',
  'repairs.services': 'Đổi bảng giá dịch vụ sửa chữa',
  'repairs.technicians': 'Xếp kỹ thuật viên sửa chữa',
  'loans.see': 'Xem hồ sơ trả góp',
  'loans.handle': 'Bàn giao, trả lời hồ sơ trả góp',
  'loans.money': 'Ghi tiền công ty tài chính chuyển',
  'lenders.change': 'Bật, tắt bên cho vay',
  'trade_ins.see': 'Xem thu cũ',
  'trade_ins.grade': 'Kiểm máy, báo giá thu cũ',
  'trade_ins.above': 'Trả cao hơn báo giá thu cũ',
  'trade_ins.approve': 'Duyệt giá thu thấp hơn nhiều',
  'trade_ins.calls': 'Gọi khách cần tư vấn thu cũ',
  'trade_ins.prices': 'Đổi giá thu máy cũ',
  'trade_ins.pay': 'Chi tiền thu cũ',
  'trade_ins.purchases': 'Xem bảng kê thu mua',
  'talk.see': 'Xem đánh giá, hỏi đáp',
  'talk.answer': 'Trả lời, duyệt đánh giá, hỏi đáp',
  'talk.hide': 'Ẩn đánh giá, hỏi đáp theo lý do',
  'returns.handle': 'Nhận đổi trả',
  'returns.rules': 'Đổi quy định đổi trả',
  'gateways.see': 'Xem cổng thanh toán, hãng giao',
  'gateways.change': 'Cài đặt cổng thanh toán, hãng giao',
  'cod.see': 'Xem quy tắc trả khi nhận hàng',
  'cod.change': 'Đổi quy tắc trả khi nhận hàng',
  'delivery.see': 'Xem phí và hẹn giao',
  'delivery.change': 'Đổi phí và hẹn giao',
  'messages.see': 'Xem thư gửi khách',
  'messages.resend': 'Gửi lại thư',
  'staff.see': 'Xem nhân viên',
  'staff.edit': 'Quản lý nhân viên',
  'roles.see': 'Xem bảng quyền',
  'roles.edit': 'Đổi quyền của vai trò',
  'lists.export': 'Tải danh sách kho, tiền, nhân viên',
  'offers.see': 'Xem flash sale',
  'offers.change': 'Lập, dừng flash sale',
  'offers.approve': 'Duyệt flash sale',
  'campaigns.see': 'Xem trang khuyến mãi, popup, banner, tin, chuyển hướng',
  'campaigns.change': 'Sửa trang khuyến mãi, popup, banner, tin, chuyển hướng',
  'campaigns.approve': 'Duyệt tin khuyến mãi gửi khách',
  'content.see': 'Xem bài viết',
  'content.edit': 'Viết, sửa bản nháp bài viết',
  'content.publish': 'Xuất bản, gỡ bài viết',
  'loyalty.see': 'Xem hạng thành viên',
  'loyalty.rules': 'Đổi hạng thành viên, điểm',
  'games.see': 'Xem trò chơi',
  'games.change': 'Mở, đóng trò chơi, đổi bảng quà',
  'cards.verify': 'Duyệt thẻ sinh viên, doanh nghiệp',
  'changes.see': 'Xem nhật ký thay đổi',
  'changes.show': 'Hiện dữ liệu cá nhân trong nhật ký',
} as const satisfies Record<`${string}.${string}`, string>

export type Permission = keyof typeof permission_names

/**
 * Costs are fields of other operations: asked like an operation (pure/access.ts). Only whoever sees all shops has it.
 */
export const see_cost: { permission: Permission; scopes: ['all'] } = {
  permission: 'stock.cost',
  scopes: ['all'],
}

/** A discount is a field of a draft: asked like an operation, with its amount. */
export const give_discount: { permission: Permission; scopes: readonly StaffScope[] } = {
  permission: 'orders.discount',
  scopes: staff_scopes,
}

/** Permissions that a role can give up to an amount: their operations decide about money or goods. */
export const amount_permissions: ReadonlySet<string> = new Set<Permission>([
  'orders.discount',
  'refunds.settle',
  'refunds.approve',
  'stock.adjust',
  'trade_ins.pay',
])

/**
 * Permissions that show or move money, or show documents of people in full. Staff with one of them sign in with a
 * second step.
 */
export const money_permissions: ReadonlySet<string> = new Set<Permission>([
  'payments.see',
  'payments.settle',
  'refunds.see',
  'refunds.settle',
  'refunds.approve',
  'gateways.see',
  'gateways.change',
  'trade_ins.pay',
  'trade_ins.purchases',
])

/**
 * All permissions that a role can give, with their Vietnamese names, in the sequence of the permission page. A new
 * permission is a line here and the rows of `role_permission` in a migration.
 */
export const permission_names = {
  'orders.see': 'Xem đơn hàng',
  'orders.confirm': 'Xác nhận đơn',
  'orders.assign': 'Giao việc',
  'orders.ship': 'Đóng gói, bàn giao',
  'orders.cancel': 'Hủy đơn',
  'orders.note': 'Ghi chú đơn',
  'orders.phone': 'Xem số điện thoại khách',
  'orders.export': 'Tải danh sách đơn',
  'stock.see': 'Xem tồn kho',
  'stock.adjust': 'Điều chỉnh tồn kho',
  'payments.see': 'Xem đối soát',
  'payments.settle': 'Xử lý khoản tiền',
  'refunds.see': 'Xem hoàn tiền',
  'refunds.settle': 'Xử lý hoàn tiền',
  'gateways.see': 'Xem cổng thanh toán',
  'gateways.change': 'Cài đặt cổng thanh toán',
  'cod.see': 'Xem quy tắc trả khi nhận hàng',
  'cod.change': 'Đổi quy tắc trả khi nhận hàng',
  'messages.see': 'Xem thư gửi khách',
  'messages.resend': 'Gửi lại thư',
  'staff.see': 'Xem nhân viên',
  'staff.edit': 'Quản lý nhân viên',
  'roles.see': 'Xem bảng quyền',
} as const satisfies Record<`${string}.${string}`, string>

export type Permission = keyof typeof permission_names

/** Permissions that show or move money. Staff with one of them sign in with a second step. */
export const money_permissions: ReadonlySet<string> = new Set<Permission>([
  'payments.see',
  'payments.settle',
  'refunds.see',
  'refunds.settle',
  'gateways.see',
  'gateways.change',
])

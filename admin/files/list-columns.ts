import { source_titles } from '#admin/pages/orders/sources/source-titles.ts'
import type { OrderSourceRow } from '#contracts/staff/orders/order-sources.ts'
import type { FileColumn } from '#admin/files/file-columns.ts'
import { linesOf, reasonOf, thingOf, whoOf } from '#admin/pages/changes/change-texts.ts'
import { operationTitle } from '#admin/pages/changes/operation-texts.ts'
import { count_state_titles } from '#admin/pages/counts/count-texts.ts'
import { block_titles } from '#admin/pages/customers/customer-texts.ts'
import { delivery_titles, flag_titles, state_titles } from '#admin/pages/orders/order-texts.ts'
import {
  ticket_kind_titles,
  ticket_state_titles,
} from '#admin/pages/orders/repairs/ticket-texts.ts'
import { parcel_state_titles } from '#admin/pages/parcels/parcel-texts.ts'
import { states as person_states } from '#admin/pages/people/state-texts.ts'
import { pickup_state_titles } from '#admin/pages/pickups/pickup-texts.ts'
import { receipt_state_titles } from '#admin/pages/receipts/receipt-texts.ts'
import { refund_reasons, refund_states } from '#admin/pages/refunds/refund-texts.ts'
import { transfer_state_titles } from '#admin/pages/transfers/transfer-texts.ts'
import { unit_state_titles } from '#admin/pages/units/unit-texts.ts'
import type { ChangeEntry } from '#contracts/staff/changes.ts'
import type { CodDay } from '#contracts/staff/cod-money.ts'
import type { CountRow } from '#contracts/staff/counts.ts'
import type { CustomerRow } from '#contracts/staff/customers.ts'
import type { ListFile } from '#contracts/staff/files.ts'
import type { OrderRow } from '#contracts/staff/orders.ts'
import type { TicketRow } from '#contracts/staff/orders/ticket-shapes.ts'
import type { ParcelRow } from '#contracts/staff/parcels.ts'
import type { StaffMember } from '#contracts/staff/people.ts'
import type { PickupRow } from '#contracts/staff/pickups.ts'
import type { ReceiptRow } from '#contracts/staff/receipts.ts'
import type { RefundRow } from '#contracts/staff/refunds.ts'
import type { StockRow } from '#contracts/staff/stock.ts'
import type { TradeDay, UsedSale } from '#contracts/staff/trade/trade-office.ts'
import type { TransferRow } from '#contracts/staff/transfers.ts'
import type { UnitRow } from '#contracts/staff/units.ts'

const orders: FileColumn<OrderRow>[] = [
  { title: 'Mã đơn', value: ({ code }) => code },
  { title: 'Lúc đặt', kind: 'time', value: ({ created_at }) => created_at },
  { title: 'Trạng thái', value: ({ state }) => state_titles[state] },
  { title: 'Khách', value: ({ name }) => name },
  { title: 'Số điện thoại', kind: 'phone', value: ({ phone }) => phone },
  { title: 'Tỉnh, thành phố', value: ({ province }) => province },
  {
    title: 'Sản phẩm',
    value: ({ first_item, line_count }) =>
      line_count > 1 ? `${first_item} và ${line_count - 1} món khác` : first_item,
  },
  { title: 'Số lượng', kind: 'number', value: ({ item_quantity }) => item_quantity },
  { title: 'Tổng tiền', kind: 'money', value: ({ grand_total }) => grand_total },
  { title: 'Cách trả', value: ({ method_title }) => method_title },
  { title: 'Đã trả', value: ({ is_paid }) => yesNo(is_paid) },
  { title: 'Nhận hàng', value: ({ delivery }) => delivery_titles[delivery] },
  { title: 'Cửa hàng', value: ({ shop }) => shop },
  { title: 'Phụ trách', value: ({ assigned_name }) => assigned_name },
  { title: 'Thẻ', value: ({ tags }) => tags.join(', ') },
  { title: 'Lưu ý', value: ({ flags }) => flags.map((flag) => flag_titles[flag]).join(', ') },
]

const parcels: FileColumn<ParcelRow>[] = [
  { title: 'Mã vận đơn', value: ({ code }) => code },
  { title: 'Mã đơn', value: ({ order_code }) => order_code },
  { title: 'Hãng giao', value: ({ carrier_title }) => carrier_title },
  { title: 'Mã của hãng', value: ({ carrier_code }) => carrier_code },
  { title: 'Trạng thái', value: ({ state }) => parcel_state_titles[state] },
  { title: 'Người nhận', value: ({ to }) => to },
  { title: 'Cửa hàng', value: ({ shop }) => shop },
  { title: 'Cân nặng (g)', kind: 'number', value: ({ weight_g }) => weight_g },
  { title: 'Thu hộ', kind: 'money', value: ({ cod_amount }) => cod_amount },
  { title: 'Lúc tạo', kind: 'time', value: ({ created_at }) => created_at },
  { title: 'Cập nhật', kind: 'time', value: ({ updated_at }) => updated_at },
]

const pickups: FileColumn<PickupRow>[] = [
  { title: 'Mã đơn', value: ({ order_code }) => order_code },
  { title: 'Tình trạng', value: ({ state }) => pickup_state_titles[state] },
  { title: 'Khách', value: ({ name }) => name },
  { title: 'Cửa hàng', value: ({ shop }) => shop },
  { title: 'Hàng', value: ({ items }) => items },
  { title: 'Còn thu', kind: 'money', value: ({ due }) => due },
  { title: 'Từ lúc', kind: 'time', value: ({ since }) => since },
  { title: 'Giữ đến hết', kind: 'day', value: ({ keep_until }) => keep_until },
]

const repairs: FileColumn<TicketRow>[] = [
  { title: 'Mã phiếu', value: ({ code }) => code },
  { title: 'Trạng thái', value: ({ state }) => ticket_state_titles[state] },
  { title: 'Loại', value: ({ kind }) => ticket_kind_titles[kind] },
  { title: 'Máy', value: ({ device }) => device },
  { title: 'Khách báo', value: ({ fault }) => fault },
  { title: 'Khách', value: ({ customer }) => customer },
  { title: 'Số điện thoại', kind: 'phone', value: ({ phone }) => phone },
  { title: 'Cửa hàng', value: ({ shop }) => shop },
  { title: 'Thợ', value: ({ assignee }) => assignee },
  { title: 'Lúc nhận', kind: 'time', value: ({ received_at }) => received_at },
  { title: 'Hẹn trả', kind: 'time', value: ({ promised_at }) => promised_at },
  { title: 'Cần thu', kind: 'money', value: ({ due }) => due },
]

const customers: FileColumn<CustomerRow>[] = [
  { title: 'Tên', value: ({ name }) => name },
  { title: 'Số điện thoại', kind: 'phone', value: ({ phone }) => phone },
  { title: 'Số đơn (đến 100)', kind: 'number', value: ({ order_count }) => order_count },
  { title: 'Đơn gần nhất', value: ({ order_code }) => order_code },
  { title: 'Lúc đặt gần nhất', kind: 'time', value: ({ last_at }) => last_at },
  { title: 'Chặn', value: ({ block }) => (block === null ? null : block_titles[block]) },
]

const stock: FileColumn<StockRow>[] = [
  { title: 'SKU', value: ({ sku }) => sku },
  { title: 'Sản phẩm', value: ({ name }) => name },
  { title: 'Màu', value: ({ color_name }) => color_name },
  { title: 'Mã cửa hàng', value: ({ shop_code }) => shop_code },
  { title: 'Cửa hàng', value: ({ shop_name }) => shop_name },
  { title: 'Tại kệ', kind: 'number', value: ({ on_hand }) => on_hand },
  { title: 'Đang giữ', kind: 'number', value: ({ reserved }) => reserved },
  { title: 'Tự do', kind: 'number', value: ({ free }) => free },
  { title: 'Thiếu', kind: 'number', value: ({ shortage }) => shortage },
  { title: 'Chưa có IMEI, serial', kind: 'number', value: ({ unnamed }) => unnamed },
]

const units: FileColumn<UnitRow>[] = [
  { title: 'IMEI 1', value: ({ imei1 }) => imei1 },
  { title: 'IMEI 2', value: ({ imei2 }) => imei2 },
  { title: 'Số serial', value: ({ serial }) => serial },
  { title: 'SKU', value: ({ sku }) => sku },
  { title: 'Sản phẩm', value: ({ name }) => name },
  { title: 'Màu', value: ({ color_name }) => color_name },
  { title: 'Tình trạng', value: ({ state }) => unit_state_titles[state] },
  { title: 'Ở đâu', value: ({ place }) => place },
  { title: 'Giá vốn', kind: 'money', value: ({ cost }) => cost },
  { title: 'Nhập lúc', kind: 'time', value: ({ created_at }) => created_at },
  { title: 'Bảo hành đến', kind: 'day', value: ({ warranty_until }) => warranty_until },
]

const receipts: FileColumn<ReceiptRow>[] = [
  { title: 'Mã phiếu', value: ({ code }) => code },
  { title: 'Tình trạng', value: ({ state }) => receipt_state_titles[state] },
  { title: 'Nhà cung cấp', value: ({ supplier }) => supplier },
  { title: 'Số hóa đơn', value: ({ invoice }) => invoice },
  { title: 'Cửa hàng', value: ({ shop }) => shop },
  { title: 'Đặt', kind: 'number', value: ({ quantity }) => quantity },
  { title: 'Đã nhận', kind: 'number', value: ({ received }) => received },
  { title: 'Người tạo', value: ({ staff_name }) => staff_name },
  { title: 'Lúc tạo', kind: 'time', value: ({ created_at }) => created_at },
]

const transfers: FileColumn<TransferRow>[] = [
  { title: 'Mã phiếu', value: ({ code }) => code },
  { title: 'Tình trạng', value: ({ state }) => transfer_state_titles[state] },
  { title: 'Từ', value: ({ from_shop }) => from_shop },
  { title: 'Đến', value: ({ to_shop }) => to_shop },
  { title: 'Gửi', kind: 'number', value: ({ quantity }) => quantity },
  { title: 'Đã nhận', kind: 'number', value: ({ received }) => received },
  { title: 'Người tạo', value: ({ staff_name }) => staff_name },
  { title: 'Lúc tạo', kind: 'time', value: ({ created_at }) => created_at },
  { title: 'Lúc gửi', kind: 'time', value: ({ sent_at }) => sent_at },
]

const counts: FileColumn<CountRow>[] = [
  { title: 'Mã phiếu', value: ({ code }) => code },
  { title: 'Tình trạng', value: ({ state }) => count_state_titles[state] },
  { title: 'Cửa hàng', value: ({ shop }) => shop },
  { title: 'Ngành hàng', value: ({ category }) => category ?? 'Tất cả' },
  { title: 'Người đếm', value: ({ staff_name }) => staff_name },
  { title: 'Bắt đầu', kind: 'time', value: ({ created_at }) => created_at },
  { title: 'Duyệt', value: ({ approved_by }) => approved_by },
]

const refunds: FileColumn<RefundRow>[] = [
  { title: 'Số yêu cầu', value: ({ number }) => number },
  { title: 'Lúc', kind: 'time', value: ({ created_at }) => created_at },
  { title: 'Mã đơn', value: ({ order_code }) => order_code },
  { title: 'Số điện thoại', kind: 'phone', value: ({ phone }) => phone },
  { title: 'Số tiền', kind: 'money', value: ({ amount }) => amount },
  { title: 'Lý do', value: ({ reason }) => refund_reasons[reason] ?? reason },
  { title: 'Cổng', value: ({ gateway }) => gateway },
  { title: 'Mã giao dịch', value: ({ reference }) => reference },
  { title: 'Mã hoàn của cổng', value: ({ provider_reference }) => provider_reference },
  { title: 'Tình trạng', value: ({ state }) => refund_states[state] },
  { title: 'Ghi chú', value: ({ note }) => note },
  { title: 'Cập nhật', kind: 'time', value: ({ updated_at }) => updated_at },
]

const cod_days: FileColumn<CodDay>[] = [
  { title: 'Ngày giao', kind: 'day', value: ({ day }) => day },
  { title: 'Hãng', value: ({ title }) => title },
  { title: 'Vận đơn', kind: 'number', value: ({ parcels: quantity }) => quantity },
  { title: 'Đã thu hộ', kind: 'money', value: ({ amount }) => amount },
  { title: 'Vận đơn chưa về', kind: 'number', value: ({ due_parcels }) => due_parcels },
  { title: 'Chưa về', kind: 'money', value: ({ due_amount }) => due_amount },
]

const people: FileColumn<StaffMember>[] = [
  { title: 'Họ tên', value: ({ name }) => name },
  { title: 'Tên đăng nhập', value: ({ login_name }) => login_name },
  { title: 'Vai trò', value: ({ roles }) => roles.map(({ name }) => name).join(', ') },
  { title: 'Cửa hàng', value: ({ shops }) => shops.map(({ name }) => name).join(', ') },
  { title: 'Tình trạng', value: ({ state }) => person_states[state] },
  { title: 'Hai bước', value: ({ has_totp, has_passkey }) => yesNo(has_totp || has_passkey) },
  { title: 'Dùng lần cuối', kind: 'time', value: ({ last_seen_at }) => last_seen_at },
]

const changes: FileColumn<ChangeEntry>[] = [
  { title: 'Lúc', kind: 'time', value: ({ changed_at }) => changed_at },
  { title: 'Ai', value: whoOf },
  { title: 'Làm gì', value: operationTitle },
  { title: 'Với', value: thingOf },
  {
    title: 'Thay đổi',
    value: (entry) =>
      linesOf(entry)
        .map(
          ({ field, before, after }) =>
            `${field}: ${before === null ? '' : `${before} → `}${after}`,
        )
        .join('; '),
  },
  { title: 'Lý do', value: reasonOf },
]

const trade_days: FileColumn<TradeDay>[] = [
  { title: 'Ngày', kind: 'day', value: ({ day }) => day },
  { title: 'Cửa hàng', value: ({ shop }) => shop },
  { title: 'Số máy', kind: 'number', value: ({ quantity }) => quantity },
  { title: 'Tổng chi', kind: 'money', value: ({ total }) => total },
  { title: 'Tiền mặt', kind: 'money', value: ({ cash }) => cash },
  { title: 'Chuyển khoản', kind: 'money', value: ({ transfer }) => transfer },
  { title: 'Trừ vào đơn', kind: 'money', value: ({ on_order }) => on_order },
]

const order_sources: FileColumn<OrderSourceRow>[] = [
  { title: 'Ngày', kind: 'day', value: ({ day }) => day },
  { title: 'Cửa hàng', value: ({ shop }) => shop ?? '' },
  { title: 'Nguồn', value: ({ source }) => source_titles[source] },
  { title: 'Số đơn', kind: 'number', value: ({ orders }) => orders },
  { title: 'Doanh thu đặt', kind: 'money', value: ({ revenue }) => revenue },
]

const used_sales: FileColumn<UsedSale>[] = [
  { title: 'Ngày bán', kind: 'day', value: ({ day }) => day },
  { title: 'Cửa hàng', value: ({ shop }) => shop },
  { title: 'SKU', value: ({ sku }) => sku },
  { title: 'Máy', value: ({ name }) => name },
  { title: 'Mã đơn', value: ({ order_code }) => order_code },
  { title: 'Số ngày trên kệ', kind: 'number', value: ({ days_listed }) => days_listed },
  { title: 'Giá bán', kind: 'money', value: ({ price }) => price },
  { title: 'Giá vốn', kind: 'money', value: ({ cost }) => cost },
  { title: 'Lãi gộp', kind: 'money', value: ({ margin }) => margin },
]

/** What the file of each list has. A new list needs its columns here and its rows in shop/flows/staff/files. */
export const file_columns = {
  orders,
  parcels,
  pickups,
  'orders/repairs': repairs,
  customers,
  stock,
  units,
  receipts,
  transfers,
  counts,
  refunds,
  'cod-money': cod_days,
  people,
  changes,
  'trade/report': trade_days,
  'orders/sources': order_sources,
  'units/used-report': used_sales,
} satisfies Record<ListFile, readonly FileColumn<never>[]>

function yesNo(is_so: boolean): string {
  return is_so ? 'có' : 'không'
}

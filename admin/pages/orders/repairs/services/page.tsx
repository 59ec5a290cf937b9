import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { repairServicePath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage } from '#admin/kit/list/list-page.tsx'
import { skill_titles } from '#admin/pages/orders/bookings/skill-titles.ts'
import { device_kinds } from '#admin/pages/orders/repairs/services/device-kinds.ts'
import type { RepairServicesData } from '#admin/pages/orders/repairs/services/page.server.ts'
import type { ServiceRow } from '#contracts/staff/orders/repair-settings.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Giá sửa chữa'
export const has_own_heading = true

/** Repair services with their prices, those of one device together. */
export function Page({ data: { rows, has_next } }: { data: RepairServicesData }) {
  return (
    <ListPage
      title={title}
      path={addresses.repair_services.path}
      search={{ label: 'Tìm dịch vụ', placeholder: 'Tên dịch vụ, dòng máy, SKU' }}
      filters={[
        { name: 'device_kind', label: 'Loại máy', choices: device_kinds },
        { name: 'skill', label: 'Kỹ năng', choices: skills },
        {
          name: 'is_active',
          label: 'Đang nhận',
          choices: [
            { value: 'on', title: 'Đang nhận' },
            { value: 'off', title: 'Đã tắt' },
          ],
        },
      ]}
      columns={columns}
      rows={rows}
      keyOf={({ sku }) => sku}
      hrefOf={({ sku }) => repairServicePath(sku)}
      nameOf={({ name }) => name}
      has_next={has_next}
      empty="Không có dịch vụ nào ở đây."
      create={
        <Link to={addresses.new_repair_service.path} className="tool-main">
          Thêm dịch vụ
        </Link>
      }
    />
  )
}

const skills = Object.entries(skill_titles).map(([value, name]) => ({ value, title: name }))
const columns: ListColumn<ServiceRow>[] = [
  {
    title: 'Dịch vụ',
    small: 'line',
    cell: ({ name, sku, is_active }) => (
      <>
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="text-xs text-muted tabular-nums">
          {sku}
          {!is_active && ' · đã tắt'}
        </span>
      </>
    ),
  },
  { title: 'Kỹ năng', small: 'start', cell: ({ skill }) => skill_titles[skill] },
  { title: 'Phút', look: 'number', small: 'hidden', cell: ({ minutes }) => minutes },
  {
    title: 'Giá',
    look: 'number',
    small: 'end',
    cell: ({ lowest_price, highest_price, options }) => (
      <>
        <span className="block whitespace-nowrap tabular-nums">
          {lowest_price === null || highest_price === null
            ? 'chưa có giá'
            : lowest_price === highest_price
              ? formatDong(lowest_price)
              : `${formatDong(lowest_price)} – ${formatDong(highest_price)}`}
        </span>
        <span className="text-xs text-muted">{options} loại</span>
      </>
    ),
  },
  {
    title: 'Linh kiện',
    look: 'number',
    small: 'end',
    cell: ({ free }) =>
      free === null ? (
        'không cần'
      ) : (
        <span className={free === 0 ? 'text-sale' : ''}>còn {free}</span>
      ),
  },
]

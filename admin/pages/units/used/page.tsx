import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { usedUnitPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { used_grade_titles, used_state_titles } from '#admin/pages/units/used-texts.ts'
import type { UsedUnitList, UsedUnitRow } from '#contracts/staff/trade/used-units.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Máy cũ'
export const has_own_heading = true

/** Used devices: one row for each. */
export function Page({ data }: { data: UsedUnitList }) {
  const { rows, has_next, counts, shops, may_add } = data
  const grades = Object.entries(used_grade_titles).map(([value, name]) => ({ value, title: name }))
  return (
    <ListPage
      title="Máy cũ"
      path={addresses.used_units.path}
      search={{ label: 'Tìm máy cũ', placeholder: 'Quét QR, số máy, đuôi IMEI hoặc tên' }}
      tabs={stateTabs(used_state_titles, counts)}
      filters={[
        { name: 'grade', label: 'Hạng', choices: grades },
        { name: 'shop', label: 'Cửa hàng', choices: shops },
      ]}
      columns={columns}
      rows={rows}
      keyOf={({ imei_id }) => String(imei_id)}
      hrefOf={({ imei_id }) => usedUnitPath(imei_id)}
      nameOf={({ sku }) => `máy ${sku}`}
      has_next={has_next}
      empty="Không tìm thấy máy cũ nào."
      create={
        may_add && (
          <Link to={addresses.used_new.path} className="tool-main">
            Nhập máy cũ
          </Link>
        )
      }
    />
  )
}

const columns: ListColumn<UsedUnitRow>[] = [
  {
    title: 'Máy',
    cell: ({ sku, code }) => (
      <>
        <span className="whitespace-nowrap tabular-nums">{sku}</span>
        <span className="block text-xs font-medium text-muted tabular-nums">{code}</span>
      </>
    ),
  },
  {
    title: 'Sản phẩm',
    small: 'line',
    cell: ({ name, color_name }) => (
      <span className="font-semibold">
        {name}
        {color_name !== null && ` · ${color_name}`}
      </span>
    ),
  },
  {
    title: 'Hạng, pin',
    small: 'start',
    cell: ({ grade, battery }) =>
      `${used_grade_titles[grade]}${battery === null ? '' : ` · ${battery}%`}`,
  },
  { title: 'Cửa hàng', small: 'line', cell: ({ shop_name }) => shop_name },
  {
    title: 'Ảnh',
    look: 'number',
    small: 'hidden',
    cell: ({ picture_count }) => String(picture_count),
  },
  {
    title: 'Ngày bán',
    look: 'number',
    small: 'hidden',
    cell: ({ days_listed }) => (days_listed === null ? '–' : String(days_listed)),
  },
  {
    title: 'Giá',
    look: 'number',
    small: 'end',
    cell: ({ price }) => (price === null ? '–' : formatDong(price)),
  },
  { title: 'Tình trạng', small: 'end', cell: ({ state }) => used_state_titles[state] },
]

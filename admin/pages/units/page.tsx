import { addresses } from '#admin/addresses/addresses.ts'
import { unitPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { UnitMark } from '#admin/pages/units/unit-mark.tsx'
import { unit_state_titles } from '#admin/pages/units/unit-texts.ts'
import type { UnitList, UnitRow } from '#contracts/staff/units.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate } from '#pure/vietnam-time.ts'

export const title = 'IMEI'
export const has_own_heading = true

/** Every unit that has a code of its own. */
export function Page({ data }: { data: UnitList }) {
  const { rows, has_next, counts, shops, may_see_cost } = data
  return (
    <ListPage
      title="IMEI, serial"
      path={addresses.units.path}
      search={{ label: 'Tìm máy', placeholder: 'Quét hoặc gõ IMEI, serial, SKU, tên' }}
      tabs={stateTabs(unit_state_titles, counts)}
      filters={[{ name: 'shop', label: 'Cửa hàng', choices: shops }]}
      columns={may_see_cost ? [...columns, cost_column] : columns}
      rows={rows}
      keyOf={({ unit_id }) => String(unit_id)}
      hrefOf={({ code }) => unitPath(code)}
      nameOf={({ code }) => `máy ${code}`}
      has_next={has_next}
      empty="Không tìm thấy máy nào."
    />
  )
}

const columns: ListColumn<UnitRow>[] = [
  {
    title: 'IMEI, serial',
    cell: ({ code, imei2 }) => (
      <>
        <span className="whitespace-nowrap tabular-nums">{code}</span>
        {imei2 !== null && (
          <span className="block text-xs font-medium text-muted tabular-nums">{imei2}</span>
        )}
      </>
    ),
  },
  {
    title: 'Sản phẩm',
    small: 'line',
    cell: ({ name, color_name, sku }) => (
      <>
        <span className="mr-2 font-semibold md:block">
          {name}
          {color_name !== null && ` · ${color_name}`}
        </span>
        <span className="text-xs text-muted">{sku}</span>
      </>
    ),
  },
  { title: 'Ở đâu', small: 'line', cell: ({ place }) => place },
  {
    title: 'Nhập ngày',
    small: 'start',
    cell: ({ created_at }) => formatDate(new Date(created_at)),
  },
  { title: 'Tình trạng', small: 'end', cell: ({ state }) => <UnitMark state={state} /> },
]

const cost_column: ListColumn<UnitRow> = {
  title: 'Giá vốn',
  look: 'number',
  small: 'hidden',
  cell: ({ cost }) => (cost === null ? '–' : formatDong(cost)),
}

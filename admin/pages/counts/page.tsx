import { addresses } from '#admin/addresses/addresses.ts'
import { countPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { count_state_titles } from '#admin/pages/counts/count-texts.ts'
import type { CountList, CountRow } from '#contracts/staff/counts.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Kiểm kê'
export const has_own_heading = true

/** Counts of what lies in the shops. */
export function Page({ data }: { data: CountList }) {
  const { rows, has_next, counts, shops } = data
  return (
    <>
      <ListPage
        title={title}
        path={addresses.counts.path}
        search={null}
        tabs={stateTabs(count_state_titles, counts)}
        filters={[]}
        columns={columns}
        rows={rows}
        keyOf={({ code }) => code}
        hrefOf={({ code }) => countPath(code)}
        nameOf={({ code }) => `phiếu ${code}`}
        has_next={has_next}
        empty="Không tìm thấy phiếu kiểm kê nào."
        create={
          shops.length > 0 && (
            <a href="#new" className="tool-main">
              Phiếu mới
            </a>
          )
        }
      />
      {shops.length > 0 && <NewCount data={data} />}
    </>
  )
}

function NewCount({ data: { shops, categories } }: { data: CountList }) {
  return (
    <section id="new" aria-labelledby="new-title" className="sheet">
      <h2 id="new-title" className="part-title mb-2">
        Phiếu mới
      </h2>
      <StaffForm
        action={addresses.counts.path}
        hidden={{}}
        className="flex flex-wrap items-end gap-2 text-sm"
      >
        <label className="grid min-w-0 grow gap-1">
          <span className="text-muted">Cửa hàng</span>
          <select name="shop_id" className="field w-full">
            {shops.map(({ value, title: name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="grid min-w-0 grow gap-1">
          <span className="text-muted">Ngành hàng</span>
          <select name="category_id" className="field w-full">
            <option value="">Tất cả</option>
            {categories.map(({ value, title: name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="tool-main">
          Bắt đầu đếm
        </button>
      </StaffForm>
    </section>
  )
}

const columns: ListColumn<CountRow>[] = [
  { title: 'Mã phiếu', cell: ({ code }) => <span className="tabular-nums">{code}</span> },
  { title: 'Cửa hàng', small: 'line', cell: ({ shop }) => shop },
  { title: 'Ngành hàng', small: 'line', cell: ({ category }) => category ?? 'Tất cả' },
  {
    title: 'Bắt đầu',
    small: 'start',
    cell: ({ created_at, staff_name }) => (
      <>
        <span className="whitespace-nowrap">{formatDateTime(new Date(created_at))}</span>{' '}
        <span className="text-xs text-muted">{staff_name}</span>
      </>
    ),
  },
  { title: 'Duyệt', small: 'hidden', cell: ({ approved_by }) => approved_by },
  { title: 'Tình trạng', small: 'end', cell: ({ state }) => count_state_titles[state] },
]

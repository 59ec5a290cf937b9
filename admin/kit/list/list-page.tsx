import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { Icon } from '#web/ui/icons.tsx'
import { useKeys } from '#admin/kit/keyboard.ts'
import { KeysHelp } from '#admin/kit/keys-help.tsx'
import { PageHeading } from '#admin/kit/page-heading.tsx'
import { BulkBar, type BulkChoice } from '#admin/kit/list/bulk-bar.tsx'
import { countText } from '#admin/kit/count-text.ts'
import { ColumnChoice, shownColumns } from '#admin/kit/list/column-choice.tsx'
import { ListFile } from '#admin/kit/list/list-file.tsx'
import { type ListFilter, ListFilters } from '#admin/kit/list/list-filters.tsx'
import { listAddress, type ListQuery, useListQuery } from '#admin/kit/list/list-query.ts'
import { SavedViews, SaveView } from '#admin/kit/list/saved-views.tsx'
import { chooseRow, moveRow } from '#admin/kit/list/row-keys.ts'

/** A column of a list. */
export interface ListColumn<Row> {
  title: string
  cell: (row: Row) => ReactNode
  look?: 'number'
  /**
   * How the cell stands on a phone, where a row is a card: on a line of its own, at the start or end of one, or not
   * (nor on a tablet).
   */
  small?: 'line' | 'start' | 'end' | 'hidden'
}

/** A tab: a value of the field `state` with the number of its rows. */
interface ListTab {
  value: string
  title: string
  count: number
  is_capped: boolean
}

/** A tab for each state, in the sequence of its titles; a state that was not counted has none of its rows. */
export function stateTabs(
  titles: Readonly<Record<string, string>>,
  counts: readonly { state: string; count: number; is_capped: boolean }[],
): ListTab[] {
  return Object.entries(titles).map(([value, title]) => {
    const { count = 0, is_capped = false } = counts.find(({ state }) => state === value) ?? {}
    return { value, title, count, is_capped }
  })
}

interface ListPageProps<Row> {
  title: string
  /** The path of the list. Filters, sort, tab and page are its query. */
  path: string
  /** The search box; null: the list has none. */
  search: { label: string; placeholder: string } | null
  /** None: the list has no states. */
  tabs?: readonly ListTab[]
  filters: readonly ListFilter[]
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The page of a row. */
  hrefOf: (row: Row) => string
  /** How screen readers name the row's link and its check box. */
  nameOf: (row: Row) => string
  has_next: boolean
  /** What can be done with chosen rows: a page that gets their keys in its query. */
  bulk?: { path: string; field: string; choices: readonly BulkChoice[] }
  empty: string
  /** The button or link that adds a row. */
  create?: ReactNode
}

const keys = [
  ['j', 'Dòng sau'],
  ['k', 'Dòng trước'],
  ['Enter', 'Mở dòng đang đứng'],
  ['x', 'Chọn hoặc bỏ chọn dòng'],
  ['/', 'Tìm khắp cửa hàng'],
  ['?', 'Danh sách phím tắt'],
] as const

/**
 * A list of a staff page: tabs with counts, a search box, filters, rows and a pager. Its address holds all of it, and
 * it works without scripts. With scripts it has keys.
 */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, path, tabs, filters, search, rows, has_next, bulk, empty, create } = props
  const query = useListQuery()
  const columns = shownColumns(props.columns, query)
  useKeys({
    j: () => moveRow(1),
    k: () => moveRow(-1),
    x: chooseRow,
  })
  return (
    <>
      <PageHeading title={title}>
        <SaveView path={path} query={query} />
        <ColumnChoice path={path} query={query} columns={props.columns} />
        <ListFile path={path} query={query} />
        <KeysHelp keys={keys} />
        {create}
      </PageHeading>
      <SavedViews path={path} query={query} />
      <div className="overflow-clip rounded-2xl border border-line bg-white">
        {tabs !== undefined && <Tabs path={path} query={query} tabs={tabs} />}
        {search !== null && (
          <ListFilters path={path} query={query} filters={filters} search={search} />
        )}
        {rows.length === 0 ? (
          <p className="border-t border-line px-4 py-10 text-center text-muted">{empty}</p>
        ) : bulk === undefined ? (
          <Rows {...props} columns={columns} />
        ) : (
          <Form method="get" action={bulk.path}>
            <Rows {...props} columns={columns} />
            <BulkBar choices={bulk.choices} field={bulk.field} query={query} />
          </Form>
        )}
      </div>
      <Pager path={path} query={query} has_next={has_next} />
    </>
  )
}

/** Tabs; on a phone the chosen one is a button that opens all of them. */
function Tabs({ path, query, tabs }: { path: string; query: ListQuery; tabs: readonly ListTab[] }) {
  const all = tabs.reduce((sum, { count }) => sum + count, 0)
  const is_capped = tabs.some((tab) => tab.is_capped)
  const every: ListTab = {
    value: '',
    title: 'Tất cả',
    count: Math.min(all, 1_000),
    is_capped: is_capped || all > 1_000,
  }
  const all_tabs = [every, ...tabs]
  const state = query['state'] ?? ''
  const shown = all_tabs.find(({ value }) => value === state) ?? every
  return (
    <>
      <button
        type="button"
        popoverTarget="trang-thai"
        className="tool m-2.5 mb-0 w-[calc(100%-1.25rem)] justify-start md:hidden"
      >
        {shown.title}
        <TabCount tab={shown} />
        <Icon name="chevron-down" className="ml-auto size-4" />
      </button>
      <nav
        // Another address closes it.
        key={listAddress(path, query)}
        id="trang-thai"
        popover="auto"
        aria-label="Trạng thái"
        className="phone-sheet border-line md:flex md:flex-wrap md:gap-x-1 md:border-b md:px-2"
      >
        {all_tabs.map((tab) => (
          <Link
            key={tab.value}
            to={listAddress(path, query, { state: tab.value })}
            aria-current={tab === shown ? 'page' : undefined}
            className="flex h-11 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2.5 text-sm font-semibold text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
          >
            {tab.title}
            <TabCount tab={tab} />
          </Link>
        ))}
      </nav>
    </>
  )
}

function TabCount({ tab }: { tab: ListTab }) {
  return (
    <span className="rounded-full bg-mist px-1.5 text-xs leading-5 tabular-nums">
      {countText(tab)}
    </span>
  )
}

function Rows<Row>({ title, columns, rows, keyOf, hrefOf, nameOf, bulk }: ListPageProps<Row>) {
  return (
    <div
      className={`overflow-x-auto ${bulk === undefined ? 'max-md:pl-3' : ''}`}
      tabIndex={0}
      role="region"
      aria-label={title}
    >
      <table className="w-full text-sm">
        <thead className="max-md:sr-only">
          <tr className="border-y border-line bg-mist/60 text-xs text-muted">
            {bulk !== undefined && <td className="w-10" />}
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                className={`px-2 py-2 font-semibold whitespace-nowrap ${column.look === 'number' ? 'text-right' : 'text-left'} ${column.small === 'hidden' ? 'max-lg:hidden' : ''}`}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              data-row
              className="relative border-b border-line last:border-0 focus-within:bg-cream/60 hover:bg-mist/50 has-checked:bg-cream max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2 max-md:py-2 max-md:pr-3"
            >
              {bulk !== undefined && (
                <td className="pl-1.5">
                  <label className="grid size-8 place-items-center">
                    <input
                      type="checkbox"
                      name={bulk.field}
                      value={keyOf(row)}
                      aria-label={`Chọn ${nameOf(row)}`}
                      className="size-4 accent-accent"
                    />
                  </label>
                </td>
              )}
              {columns.map(({ title: heading, cell, look, small }, n) => (
                <td
                  key={heading}
                  className={`px-2 py-1.5 max-md:px-0 max-md:py-0 ${cellLook({ look, small }, bulk !== undefined)}`}
                >
                  {n === 0 ? (
                    <Link
                      to={hrefOf(row)}
                      data-row-link
                      className="font-bold text-ink hover:text-accent"
                    >
                      {cell(row)}
                    </Link>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const small_looks = {
  line: 'max-md:basis-full',
  start: '',
  end: 'max-md:ml-auto',
  hidden: 'max-lg:hidden',
}

/** Beside a check box, the lines of a card begin where its first one does. */
function cellLook(
  { look, small }: Pick<ListColumn<never>, 'look' | 'small'>,
  has_box: boolean,
): string {
  const aligned = look === 'number' ? 'md:text-right whitespace-nowrap tabular-nums' : ''
  if (small === undefined) return aligned
  const indent = has_box && (small === 'line' || small === 'start') ? 'max-md:pl-[46px]' : ''
  return `${aligned} ${small_looks[small]} ${indent}`
}

function Pager({ path, query, has_next }: { path: string; query: ListQuery; has_next: boolean }) {
  const page = Number(query['page'] ?? 1)
  if (page === 1 && !has_next) return null
  return (
    <nav aria-label="Trang" className="flex items-center justify-end gap-2 text-sm">
      <span className="text-muted">Trang {page}</span>
      {page > 1 && (
        <Link
          to={listAddress(path, query, { page: page === 2 ? null : String(page - 1) })}
          className="tool"
        >
          Trang trước
        </Link>
      )}
      {has_next && (
        <Link to={listAddress(path, query, { page: String(page + 1) })} className="tool">
          Trang sau
        </Link>
      )}
    </nav>
  )
}

import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import type { StaffAddress } from '#admin/addresses/staff-address.ts'
import type { FrameData } from '#admin/kit/frame-data.ts'
import type { ListQuery } from '#admin/kit/list/list-query.ts'

interface ListViewsProps {
  path: string
  query: ListQuery
}

/** The saved views of a list as links. */
export function SavedViews({ path, query }: ListViewsProps) {
  const { views } = useListViews(path)
  const shown = filtersOf(query)
  if (views.length === 0) return null
  return (
    <nav aria-label="Bộ lọc đã lưu" className="-m-1 flex min-w-0 gap-2 overflow-x-auto p-1">
      {views.map((view) => (
        <Link
          key={view.staff_view_id}
          to={view.query === '' ? path : `${path}?${view.query}`}
          aria-current={view.query === shown ? 'page' : undefined}
          title={view.is_own ? undefined : `${view.saved_by} lưu cho cả nhóm`}
          className="tool aria-[current]:border-accent aria-[current]:text-accent"
        >
          {view.name}
        </Link>
      ))}
      <Link to={addresses.views.path} className="tool border-transparent text-muted">
        Sửa
      </Link>
    </nav>
  )
}

/**
 * Saves the shown filters under a name. Its place stays empty where nothing can be saved, so that the page does not
 * move. The form loads a new document: the browser has the views from there.
 */
export function SaveView({ path, query }: ListViewsProps) {
  const { list, views } = useListViews(path)
  const { key } = useLocation()
  const shown = filtersOf(query)
  const is_offered = shown !== '' && views.every((view) => view.query !== shown)
  if (list === undefined) return null
  return (
    // Another address closes the form.
    <details key={key} className={is_offered ? '' : 'invisible'}>
      <summary className="tool">Lưu bộ lọc này</summary>
      <form
        method="post"
        action={addresses.views.path}
        className="absolute top-full right-0 z-10 mt-2 grid w-72 gap-3 rounded-2xl border border-line bg-white p-4 shadow-pop"
      >
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="query" value={shown} />
        <label>
          <span className="sr-only">Tên bộ lọc</span>
          <input
            name="name"
            required
            maxLength={40}
            placeholder="Tên bộ lọc"
            autoComplete="off"
            className="field w-full"
          />
        </label>
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" name="is_team" className="size-4 accent-accent" />
          Cho cả nhóm
        </label>
        <button type="submit" className="tool-main">
          Lưu
        </button>
      </form>
    </details>
  )
}

/** The page of the list at this path, and its views. */
function useListViews(path: string) {
  const frame = useRouteLoaderData<FrameData | null>('root')
  const all: StaffAddress[] = Object.values(addresses)
  const list = all.find((address) => address.path === path)?.page
  return { list, views: (frame?.views ?? []).filter((view) => view.list === list) }
}

/** The filters of a query as a view has them: sorted, without search and page. */
function filtersOf({ q: _q, page: _page, ...filters }: ListQuery): string {
  const fields = Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return new URLSearchParams(fields).toString()
}

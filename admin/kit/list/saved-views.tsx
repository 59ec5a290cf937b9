import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { addresses, type StaffAddress } from '#admin/addresses/addresses.ts'
import type { FrameData } from '#admin/kit/frame.tsx'
import type { ListQuery } from '#admin/kit/list/list-query.ts'

/**
 * The saved views of a list as links, and the form that saves the shown filters. The form loads a new document: the
 * browser has the views from there.
 */
export function SavedViews({ path, query }: { path: string; query: ListQuery }) {
  const frame = useRouteLoaderData<FrameData | null>('root')
  const { key } = useLocation()
  const all: StaffAddress[] = Object.values(addresses)
  const list = all.find((address) => address.path === path)?.page
  if (list === undefined || frame === null || frame === undefined) return null
  const views = frame.views.filter((view) => view.list === list)
  const shown = filtersOf(query)
  if (views.length === 0 && shown === '') return null
  const is_saved = views.some((view) => view.query === shown)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {views.length > 0 && (
        <nav aria-label="Bộ lọc đã lưu" className="flex min-w-0 gap-2 overflow-x-auto p-1">
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
      )}
      {shown !== '' && !is_saved && (
        // Another address closes the form.
        <details key={key} className="min-w-0">
          <summary className="tool">Lưu bộ lọc này</summary>
          <form
            method="post"
            action={addresses.views.path}
            className="mt-2 flex flex-wrap items-center gap-2"
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
                className="field"
              />
            </label>
            <label className="flex items-center gap-2 text-sm">
              <input type="checkbox" name="is_team" className="size-4 accent-accent" />
              Cho cả nhóm
            </label>
            <button type="submit" className="tool">
              Lưu
            </button>
          </form>
        </details>
      )}
    </div>
  )
}

/** The filters of a query as a view has them: sorted, without search and page. */
function filtersOf({ q: _q, page: _page, ...filters }: ListQuery): string {
  const fields = Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return new URLSearchParams(fields).toString()
}

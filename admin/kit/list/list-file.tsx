import { useLocation, useRouteLoaderData } from 'react-router'
import { addresses, list_file_path } from '#admin/addresses/addresses.ts'
import type { StaffAddress } from '#admin/addresses/staff-address.ts'
import type { FrameData } from '#admin/kit/frame-data.ts'
import type { ListQuery } from '#admin/kit/list/list-query.ts'

const formats = [
  { value: 'csv', title: 'CSV' },
  { value: 'xlsx', title: 'Excel' },
] as const

/** Takes out the list as a file, as it is filtered. Nothing is shown to whoever may not. */
export function ListFile({ path, query }: { path: string; query: ListQuery }) {
  const frame = useRouteLoaderData<FrameData | null>('root')
  const { key } = useLocation()
  const all: StaffAddress[] = Object.values(addresses)
  const list = all.find((address) => address.path === path)?.page
  if (list === undefined || !frame?.files.includes(list)) return null
  return (
    // Another address closes the form.
    <details key={key} className="relative">
      <summary className="tool">Tải tệp</summary>
      <form
        method="post"
        action={list_file_path}
        className="absolute top-full right-0 z-10 mt-2 grid w-64 gap-2 rounded-2xl border border-line bg-white p-4 text-sm shadow-pop"
      >
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="query" value={new URLSearchParams(query).toString()} />
        <p className="text-muted">Mọi dòng theo bộ lọc đang chọn. Lần tải được ghi vào nhật ký.</p>
        <div className="flex gap-2">
          {formats.map(({ value, title }) => (
            <button key={value} type="submit" name="format" value={value} className="tool grow">
              {`Tải ${title}`}
            </button>
          ))}
        </div>
      </form>
    </details>
  )
}

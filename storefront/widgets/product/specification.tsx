import { ChevronDown } from '#storefront/ui/icons.tsx'
import type { SpecificationGroup } from '#contracts/catalog.ts'

type Row = SpecificationGroup['rows'][number]

/** "Thông số kỹ thuật": the key rows at once, every group behind "Xem tất cả". */
export function Specification({ groups }: { groups: readonly SpecificationGroup[] }) {
  const rows = groups.flatMap((group) => group.rows)
  const key = rows.filter((row) => row.is_key)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="thong-so" className="sheet p-4 md:p-5">
      <h2 id="thong-so" className="text-lg">
        Thông số kỹ thuật
      </h2>
      <SpecTable rows={key.length > 0 ? key : rows} label="Thông số chính" />
      {key.length > 0 && key.length < rows.length ? (
        <details className="group/all mt-3">
          <summary className="flex min-h-11 items-center justify-center gap-2 rounded-button border border-line font-bold hover:border-ink">
            <span className="group-open/all:hidden">Xem tất cả thông số</span>
            <span className="hidden group-open/all:inline">Thu gọn</span>
            <ChevronDown className="size-4 group-open/all:rotate-180" />
          </summary>
          {groups.map((group) => (
            <div key={group.name} className="mt-4">
              <h3 className="text-[15px]">{group.name}</h3>
              <SpecTable rows={group.rows} label={group.name} />
            </div>
          ))}
        </details>
      ) : null}
    </section>
  )
}

function SpecTable({ rows, label }: { rows: readonly Row[]; label: string }) {
  return (
    <table aria-label={label} className="mt-3 w-full overflow-hidden rounded-xl text-[15px]">
      <tbody>
        {rows.map((row) => (
          <tr key={row.code} className="odd:bg-mist">
            <th
              scope="row"
              className="w-2/5 px-3 py-2.5 text-left align-top font-medium text-muted"
            >
              {row.name}
            </th>
            <td className="px-3 py-2.5 align-top break-words">{row.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

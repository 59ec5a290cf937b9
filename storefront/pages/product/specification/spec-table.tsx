import type { SpecificationGroup } from '#contracts/storefront/catalog.ts'

interface SpecTableProps {
  rows: SpecificationGroup['rows']
  label: string
}

/** A table of specifications: names on the left, values on the right. */
export function SpecTable({ rows, label }: SpecTableProps) {
  return (
    <table
      aria-label={label}
      className="mt-3 w-full table-fixed overflow-hidden rounded-xl text-[15px]"
    >
      <tbody>
        {rows.map((row) => (
          <tr key={row.code} className="odd:bg-mist">
            <th
              scope="row"
              className="w-[44%] px-3 py-2.5 text-left align-top font-medium text-muted"
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

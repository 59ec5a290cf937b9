import type { SpecificationGroup } from '#contracts/storefront/catalog.ts'

interface SpecTableProps {
  rows: SpecificationGroup['rows']
  label: string
}

/** A table of specifications: names on the left, values on the right. */
export function SpecTable({ rows, label }: SpecTableProps) {
  return (
    <table aria-label={label} className="spec-table">
      <tbody>
        {rows.map((row) => (
          <tr key={row.code}>
            <th scope="row">{row.name}</th>
            <td>{row.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

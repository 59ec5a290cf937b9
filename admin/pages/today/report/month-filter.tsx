import { Form } from 'react-router'
import { useListQuery } from '#admin/kit/list/list-query.ts'

interface MonthFilterProps {
  path: string
  month: string
  shops: readonly { value: string; title: string }[]
}

/** The month and the shop of a report. */
export function MonthFilter({ path, month, shops }: MonthFilterProps) {
  const query = useListQuery()
  return (
    <Form action={path} className="sheet flex min-w-0 flex-wrap items-end gap-3 text-sm">
      <label className="grid gap-1">
        <span className="text-muted">Tháng</span>
        <input type="month" name="month" defaultValue={month} className="field min-h-11" />
      </label>
      <label className="grid min-w-0 gap-1">
        <span className="text-muted">Cửa hàng</span>
        <select name="shop" defaultValue={query['shop'] ?? ''} className="field min-h-11 w-full">
          <option value="">Tất cả</option>
          {shops.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="tool min-h-11">
        Xem
      </button>
    </Form>
  )
}

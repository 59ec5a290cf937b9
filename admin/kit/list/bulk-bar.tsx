import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import type { ListQuery } from '#admin/kit/list/list-query.ts'

/** An action for chosen rows: the value of the field `action` and the label of its button. */
export interface BulkChoice {
  value: string
  title: string
}

interface BulkBarProps {
  choices: readonly BulkChoice[]
  field: string
  /** The filters of the list: all rows that match can be chosen. */
  query: ListQuery
}

/**
 * The bar below a list: how many rows are chosen and what can be done with them. The page behind it shows each row
 * first.
 */
export function BulkBar({ choices, field, query }: BulkBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(0)
  useEffect(() => {
    const form = bar.current?.closest('form')
    const count = () => setChosen(form ? new FormData(form).getAll(field).length : 0)
    count()
    form?.addEventListener('change', count)
    return () => form?.removeEventListener('change', count)
  }, [field])
  const chooseAll = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const form = currentTarget.form
    const boxes = form?.querySelectorAll<HTMLInputElement>(`input[name="${field}"]`) ?? []
    for (const box of boxes) box.checked = currentTarget.checked
  }
  return (
    <div
      ref={bar}
      className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-white px-2.5 py-2 text-sm"
    >
      <label className="flex items-center gap-2 pr-2 font-semibold">
        <input type="checkbox" onChange={chooseAll} className="size-4 accent-accent" />
        Chọn cả trang
      </label>
      <label className="flex items-center gap-2 pr-2">
        <input type="checkbox" name="all" value="1" className="size-4 accent-accent" />
        Mọi đơn khớp bộ lọc
      </label>
      <input type="hidden" name="query" value={new URLSearchParams(query).toString()} />
      <span className="text-muted tabular-nums" aria-live="polite">
        {chosen > 0 ? `Đã chọn ${chosen}` : ''}
      </span>
      <div className="ml-auto flex gap-2">
        {choices.map(({ value, title }) => (
          <button key={value} type="submit" name="action" value={value} className="tool">
            {title}
          </button>
        ))}
      </div>
    </div>
  )
}

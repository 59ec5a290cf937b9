import { useId } from 'react'
import { Form } from 'react-router'
import { formatDong } from '#pure/money.ts'
import { buttonClass } from '#web/ui/button.ts'

interface CardAmountProps {
  label: string
  /** The page with everything else that is chosen. */
  href: string
  min: number
  total: number
  amount: number | null
}

/** How much the card pays in parts: a plain form, which leads to the page with the amount in its query. */
export function CardAmount({ label, href, min, total, amount }: CardAmountProps) {
  const id = useId()
  const [path, query] = href.split('?')
  const others = [...new URLSearchParams(query)].filter(([name]) => name !== 'so_tien')
  return (
    <Form key={href} action={path} preventScrollReset className="grid gap-1">
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          name="so_tien"
          inputMode="numeric"
          autoComplete="off"
          maxLength={17}
          aria-describedby={`${id}-range`}
          defaultValue={formatDong(amount ?? total)}
          className="h-12 w-full min-w-0 rounded-xl border border-muted/50 bg-white px-3 sm:max-w-xs"
        />
        <button type="submit" className={buttonClass('outline', 'min-h-12 shrink-0')}>
          Tính lại
        </button>
      </div>
      <p id={`${id}-range`} className="text-sm text-muted">
        Từ {formatDong(min)} đến {formatDong(total)}. Phần còn lại trả khi nhận máy.
      </p>
    </Form>
  )
}

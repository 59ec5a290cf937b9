import type { ReactNode } from 'react'
import type { TradeValue } from '#contracts/storefront/trade/trade-in.ts'
import { formatDong } from '#pure/money.ts'

interface ValueCardProps {
  value: TradeValue
  children?: ReactNode
}

/** "Máy thu cũ → Máy lên đời": what a device is worth, each answer with what it takes off, and what is left to pay. */
export function ValueCard({ value: quoted, children }: ValueCardProps) {
  const { name, base_price, grade_label, deductions, value, target } = quoted
  const taken = deductions.filter(({ deduction }) => deduction > 0)
  return (
    <section aria-label="Giá thu dự kiến" className="sheet grid gap-3 p-4 sm:p-5">
      <h2 className="text-base tracking-normal">
        {name}
        {target && (
          <>
            <span aria-hidden> → </span>
            <span className="sr-only"> lên đời </span>
            {target.name}
          </>
        )}
      </h2>
      <dl className="grid gap-2 text-body" aria-live="polite">
        <Row name="Giá máy đẹp" amount={formatDong(base_price)} />
        {taken.map(({ question_code, title, label, deduction }) => (
          <Row
            key={question_code}
            name={`${title.replace(/\?$/, '')}: ${label}`}
            amount={`−${formatDong(deduction)}`}
          />
        ))}
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2">
          <dt>
            Giá thu dự kiến
            <span className="block text-sm text-muted">{grade_label}</span>
          </dt>
          <dd className="text-xl font-bold whitespace-nowrap text-sale">{formatDong(value)}</dd>
        </div>
        {target && (
          <>
            {target.bonus > 0 && <Row name="Trợ giá" amount={`+${formatDong(target.bonus)}`} />}
            <Row name="Giá máy mới" amount={formatDong(target.price)} />
            <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2">
              <dt className="font-semibold">Số tiền bù thêm</dt>
              <dd className="text-lg font-bold whitespace-nowrap">{formatDong(target.rest)}</dd>
            </div>
          </>
        )}
      </dl>
      {deductions.map(
        ({ question_code, note }) =>
          note !== '' && (
            <p key={question_code} className="text-sm text-muted">
              {note}
            </p>
          ),
      )}
      {children}
    </section>
  )
}

function Row({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="shrink-0 whitespace-nowrap">{amount}</dd>
    </div>
  )
}

interface AmountRowsProps {
  rows: readonly (readonly [label: string, amount: string])[]
  className?: string
}

/** Rows of a label and an amount, as on a receipt. A long label wraps, an amount never does. */
export function AmountRows({ rows, className = '' }: AmountRowsProps) {
  return (
    <dl className={`grid grid-cols-[minmax(0,1fr)] ${className}`}>
      {rows.map(([label, amount], n) => (
        <div key={n} className="flex justify-between gap-3">
          <dt className="min-w-0 text-muted wrap-anywhere">{label}</dt>
          <dd className="shrink-0 font-semibold">{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

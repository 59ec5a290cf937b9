/** Shows, folded, how the price of one unit is made: the listed price and what each rule takes off. */
export function PriceRows({
  rows,
}: {
  rows: readonly (readonly [label: string, amount: string])[]
}) {
  if (rows.length < 2) return null
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-6 items-center gap-1 font-semibold text-accent">
        Cách tính giá
      </summary>
      <dl className="mt-1 grid gap-1 rounded-xl bg-mist px-3 py-2">
        {rows.map(([label, amount], n) => (
          <div key={n} className="flex justify-between gap-3">
            <dt className="text-muted">{label}</dt>
            <dd className="shrink-0 font-semibold">{amount}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

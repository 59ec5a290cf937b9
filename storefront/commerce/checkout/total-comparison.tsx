import { formatDong } from '#pure/money.ts'

interface TotalComparisonProps {
  /** Null if only the new total is shown. */
  previous_total: number | null
  grand_total: number
}

/** The previous and the new total of the order. */
export function TotalComparison({ previous_total, grand_total }: TotalComparisonProps) {
  return (
    <dl className="mt-4 grid gap-2 rounded-2xl bg-mist p-4">
      {previous_total !== null && (
        <div className="flex justify-between gap-4">
          <dt className="text-muted">Tổng tiền cũ</dt>
          <dd>
            <del className="text-muted">{formatDong(previous_total)}</del>
          </dd>
        </div>
      )}
      <div className="flex justify-between gap-4">
        <dt className="font-semibold">{previous_total === null ? 'Tổng tiền' : 'Tổng tiền mới'}</dt>
        <dd className="text-lg font-extrabold text-sale">{formatDong(grand_total)}</dd>
      </div>
    </dl>
  )
}

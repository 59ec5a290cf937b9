import { formatDateTime } from '#pure/vietnam-time.ts'

interface Props {
  /** Null: these settings are still the ones that the shop came with. */
  changed_at: string | null
  changed_by: string | null
}

/** Who changed settings last, and when. */
export function LastChange({ changed_at, changed_by }: Props) {
  if (changed_at === null) return null
  return (
    <p className="text-muted">
      {changed_by} đổi lúc {formatDateTime(new Date(changed_at))}
    </p>
  )
}

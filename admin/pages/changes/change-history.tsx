import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { changePath } from '#admin/addresses/paths.ts'
import { ChangeLines } from '#admin/pages/changes/change-lines.tsx'
import type { HistoryEntry } from '#admin/pages/changes/history-of.ts'
import type { ChangedThing } from '#contracts/staff/changes.ts'
import { formatDate, formatTime } from '#pure/vietnam-time.ts'

interface HistoryProps {
  entries: readonly HistoryEntry[]
  thing: ChangedThing
  /** Absent: all things of this kind. */
  thing_key?: string
}

/** The latest entries of the ledger about a thing, on its own page. Closed until somebody asks. */
export function ChangeHistory({ entries, thing, thing_key = '' }: HistoryProps) {
  const query = new URLSearchParams({ thing, ...(thing_key !== '' && { q: thing_key }) })
  return (
    <details className="sheet text-sm">
      <summary className="part-title">Lịch sử thay đổi ({entries.length})</summary>
      {entries.length === 0 ? (
        <p className="mt-2 text-muted">Chưa ai thay đổi gì.</p>
      ) : (
        <ol className="mt-2 grid">
          {entries.map((entry) => (
            <Entry key={entry.change_id} entry={entry} />
          ))}
        </ol>
      )}
      <p className="mt-2">
        <Link to={`${addresses.changes.path}?${query}`} className="link">
          Xem trong nhật ký
        </Link>
      </p>
    </details>
  )
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { change_id, changed_at, who, what, reason, part, lines } = entry
  const time = new Date(changed_at)
  return (
    <li className="grid gap-x-3 border-t border-line py-2 first:border-0 sm:grid-cols-[6rem_1fr]">
      <Link
        to={changePath(change_id)}
        className="text-xs leading-5 text-muted tabular-nums hover:text-accent"
      >
        {formatDate(time).slice(0, 5)} {formatTime(time)}
      </Link>
      <div className="min-w-0">
        <span className="font-semibold">{who}</span> · {what}
        {reason !== null && <span className="text-muted"> · {reason}</span>}
        <span className="block text-muted">{part}</span>
        <ChangeLines lines={lines} />
      </div>
    </li>
  )
}

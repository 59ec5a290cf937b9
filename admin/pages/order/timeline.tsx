import type { ShownEntry } from '#admin/pages/order/timeline-texts.ts'
import type { TimelineEntry } from '#contracts/staff/orders.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, formatTime } from '#pure/vietnam-time.ts'

const dots: Record<TimelineEntry['actor'], string> = {
  shopper: 'bg-accent',
  staff: 'bg-ink',
  money: 'bg-success',
  clock: 'bg-gold',
  carrier: 'bg-gold',
  system: 'bg-line',
}

/** Everything that happened to an order, newest first. */
export function Timeline({ entries }: { entries: readonly ShownEntry[] }) {
  return (
    <section aria-labelledby="timeline" className="sheet text-sm">
      <h2 id="timeline" className="part-title mb-2">
        Diễn biến
      </h2>
      <ol>
        {entries.map((entry, n) => (
          <Entry key={n} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

function Entry({ entry }: { entry: ShownEntry }) {
  const { at, actor, who, what, reason, note, amount } = entry
  const time = new Date(at)
  return (
    <li className="group grid grid-cols-[5rem_auto_1fr] gap-x-2.5">
      <time dateTime={at} className="pt-px text-xs leading-5 text-muted tabular-nums">
        {formatDate(time).slice(0, 5)} {formatTime(time)}
      </time>
      <span aria-hidden className="relative grid justify-items-center pt-1.5">
        <span className={`size-2 rounded-full ${dots[actor]}`} />
        <span className="w-px grow bg-line group-last:hidden" />
      </span>
      <div className="pb-2.5 wrap-anywhere">
        <span className="font-semibold">{who}</span> {what}
        {amount !== null && (
          <span className="font-semibold tabular-nums"> {formatDong(amount)}</span>
        )}
        {reason !== null && <span>: {reason}</span>}
        {note !== null && note !== '' && <span className="block text-muted">{note}</span>}
      </div>
    </li>
  )
}

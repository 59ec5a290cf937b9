import { formatDateTime } from '#pure/vietnam-time.ts'

interface StateListProps {
  title: string
  /** Oldest first. */
  events: readonly { title: string; note: string | null; happened_at: string }[]
}

/** What happened to an order, newest event first. */
export function StateList({ title, events }: StateListProps) {
  return (
    <div>
      <h3 className="text-body tracking-normal">{title}</h3>
      <ol className="mt-3 grid text-body">
        {events.toReversed().map((event, index) => (
          <li
            key={`${event.happened_at} ${index}`}
            className="relative pb-4 pl-6 before:absolute before:top-1.5 before:left-0.5 before:size-2.5 before:rounded-full before:bg-line after:absolute after:top-4 after:bottom-0 after:left-[6.5px] after:w-0.5 after:bg-line first:before:bg-accent last:pb-0 last:after:hidden"
          >
            <p className="font-semibold">{event.title}</p>
            {event.note !== null && <p className="wrap-anywhere">{event.note}</p>}
            <p className="text-note text-muted">
              <time dateTime={event.happened_at}>
                {formatDateTime(new Date(event.happened_at))}
              </time>
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}

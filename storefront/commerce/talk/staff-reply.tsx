import { formatDate } from '#pure/vietnam-time.ts'

interface StaffReplyProps {
  shop_name: string
  text: string
  /** ISO 8601 */
  at: string
}

/** What the shop answered, with the badge of its staff. */
export function StaffReply({ shop_name, text, at }: StaffReplyProps) {
  return (
    <div className="rounded-xl bg-mist p-3 text-body">
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <span className="font-bold">{shop_name}</span>
        <StaffBadge />
        <time dateTime={at} className="text-muted">
          {formatDate(new Date(at))}
        </time>
      </p>
      <p className="mt-1 leading-relaxed wrap-anywhere whitespace-pre-line">{text}</p>
    </div>
  )
}

/** "QTV": somebody of the shop wrote this. */
export function StaffBadge() {
  return (
    <abbr
      title="Quản trị viên"
      className="rounded-md bg-accent px-1.5 py-0.5 text-xs font-bold text-white no-underline"
    >
      QTV
    </abbr>
  )
}

import { Icon } from '#web/ui/icons.tsx'
import type { ReactNode, Ref } from 'react'

const looks = {
  error: { icon: 'circle-alert', box: 'border-sale/30 bg-sale-soft', color: 'text-sale' },
  info: { icon: 'info', box: 'border-line bg-white', color: 'text-accent' },
} as const

interface NoticeProps {
  ref?: Ref<HTMLDivElement>
  kind: keyof typeof looks
  children: ReactNode
}

/** An important text within the page. Screen readers read an error when it appears. */
export function Notice({ ref, kind, children }: NoticeProps) {
  const { icon, box, color } = looks[kind]
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={kind === 'error' ? 'alert' : 'note'}
      className={`flex gap-3 rounded-2xl border p-4 text-body leading-snug text-ink ${box}`}
    >
      <Icon name={icon} className={`size-5 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

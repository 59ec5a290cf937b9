import type { ReactNode } from 'react'

/** How a thing of the member stands: it waits for somebody, it is well, or it is over. */
export type StateKind = 'waiting' | 'good' | 'ended'

const looks: Record<StateKind, string> = {
  waiting: 'bg-gold-soft text-ink',
  good: 'bg-success-soft text-success',
  ended: 'bg-mist text-muted',
}

export function StateBadge({ kind, children }: { kind: StateKind; children: string }) {
  return (
    <span className={`shrink-0 rounded-full px-3 py-0.5 text-sm font-bold ${looks[kind]}`}>
      {children}
    </span>
  )
}

interface MemberItemProps {
  href: string
  title: string
  state: string
  kind: StateKind
  /** At the left; absent: things without one. */
  picture?: ReactNode
  children: ReactNode
}

/** A thing of the member in a list. The whole card leads to it. */
export function MemberItem({ href, title, state, kind, picture, children }: MemberItemProps) {
  return (
    <li className="relative flex gap-3 large-text:flex-col rounded-2xl bg-white p-4 shadow-card hover:shadow-raised sm:gap-4 sm:p-5">
      {picture}
      <div className="grid min-w-0 flex-1 content-start gap-1.5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
          <a
            href={href}
            className="min-w-0 font-bold wrap-anywhere after:absolute after:inset-0 after:rounded-2xl hover:text-accent"
          >
            {title}
          </a>
          <StateBadge kind={kind}>{state}</StateBadge>
        </div>
        {children}
      </div>
    </li>
  )
}

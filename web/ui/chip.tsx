import type { ReactNode } from 'react'

interface ChipProps {
  href: string
  is_current?: boolean
  /** True: the scroll position is preserved (filters and sorting). */
  keeps_scroll?: boolean
  children: ReactNode
}

/** A small link in a row of choices. The chosen one is marked visually and for screen readers. */
export function Chip({ href, is_current = false, keeps_scroll = false, children }: ChipProps) {
  const look = is_current
    ? 'border-accent bg-cream text-accent'
    : 'border-line bg-white text-ink hover:border-ink'
  return (
    <a
      href={href}
      aria-current={is_current ? 'true' : undefined}
      data-scroll={keeps_scroll ? 'keep' : undefined}
      className={`finger inline-flex min-h-10 shrink-0 items-center gap-1.5 rounded-full border px-4 py-1.5 text-sm font-semibold whitespace-nowrap transition-colors ${look}`}
    >
      {children}
    </a>
  )
}

interface ChipRowProps {
  label: string
  /** True: wraps into further lines on a wide screen. On a small screen the row always scrolls sideways. */
  wraps?: boolean
  children: ReactNode
}

/** A row of chips. */
export function ChipRow({ label, wraps = false, children }: ChipRowProps) {
  return (
    <nav
      aria-label={label}
      className={`-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:px-1 ${wraps ? 'md:flex-wrap' : ''}`}
    >
      {children}
    </nav>
  )
}

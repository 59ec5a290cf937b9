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
  return (
    <a
      href={href}
      aria-current={is_current ? 'true' : undefined}
      data-scroll={keeps_scroll ? 'keep' : undefined}
      // In a row that scrolls sideways the chosen one is in sight at once.
      className="chip aria-[current]:[scroll-initial-target:nearest]"
    >
      {children}
    </a>
  )
}

interface ChipRowProps {
  label: string
  /**
   * True: wraps into further lines on a wide screen, and scrolls sideways on a small one. `always`: wraps on both,
   * where there are many choices of which none may be missed.
   */
  wraps?: boolean | 'always'
  children: ReactNode
}

/** A row of chips. */
export function ChipRow({ label, wraps = false, children }: ChipRowProps) {
  return (
    <nav aria-label={label} className={`chip-row ${wrapping(wraps)}`}>
      {children}
    </nav>
  )
}

function wrapping(wraps: boolean | 'always'): string {
  if (wraps === 'always') return 'flex-wrap'
  return wraps ? 'md:flex-wrap' : ''
}

import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icons.tsx'

interface LandingSectionProps {
  title: string
  sentence: string
  /** Where the whole list is; empty: nowhere. */
  more?: string
  children: ReactNode
}

/** A part of a landing page with its heading, in the decoration of the page's theme. */
export function LandingSection({ title, sentence, more = '', children }: LandingSectionProps) {
  return (
    <section className="landing-frame landing-section">
      {title === '' ? null : (
        <header className="landing-heading">
          <h2>{title}</h2>
          {sentence === '' ? null : <p>{sentence}</p>}
          {more === '' ? null : (
            <a href={more} className="landing-more">
              Xem tất cả
              <span className="sr-only"> {title}</span>
              <Icon name="chevron-right" className="size-4" />
            </a>
          )}
        </header>
      )}
      {children}
    </section>
  )
}

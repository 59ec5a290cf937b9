import { type ReactNode, useEffect, useId, useRef } from 'react'
import { scrollToAndFocus } from '#web/ui/scroll-to.ts'

/** What a form found. It is scrolled to and focused, because it stands below the form. */
export function FoundSection({ title, children }: { title: string; children: ReactNode }) {
  const section = useRef<HTMLElement>(null)
  const heading = useId()
  useEffect(() => {
    if (section.current) scrollToAndFocus(section.current)
  }, [title])
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={heading}
      className="sheet p-4 outline-none sm:p-6"
    >
      <h2 id={heading} className="text-base tracking-normal wrap-anywhere">
        {title}
      </h2>
      <div className="mt-4 grid gap-5">{children}</div>
    </section>
  )
}

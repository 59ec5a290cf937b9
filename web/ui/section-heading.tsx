import { Icon } from '#web/ui/icons.tsx'
import type { ReactNode } from 'react'

interface SectionHeadingProps {
  id?: string
  title: string
  more?: { text: string; href: string }
  children?: ReactNode
}

/** The title of a page section, with chips beside it and a link to the full list. */
export function SectionHeading({ id, title, more, children }: SectionHeadingProps) {
  return (
    <div className="heading">
      <h2 id={id} className="mr-auto text-xl md:shrink-0 md:text-2xl">
        {title}
      </h2>
      {more ? (
        <a href={more.href} className="heading-more">
          {more.text}
          <span className="sr-only"> {title}</span>
          <Icon name="chevron-right" className="size-4" />
        </a>
      ) : null}
      {children}
    </div>
  )
}

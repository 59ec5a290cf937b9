import type { ReactNode } from 'react'

interface PageHeadingProps {
  title: ReactNode
  /** What can be done here. The main action is the last one. */
  children?: ReactNode
}

/** The heading of a page, with its buttons at the right end of the line. */
export function PageHeading({ title, children }: PageHeadingProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h1 className="text-xl">{title}</h1>
      <div className="relative ml-auto flex flex-wrap justify-end gap-2 print:hidden">
        {children}
      </div>
    </div>
  )
}

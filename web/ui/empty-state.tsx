import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** A picture in /media/states. */
  picture: 'cart' | 'search' | 'orders' | 'no-result' | 'offline'
  title: string
  /** What to do next. */
  children: ReactNode
  heading?: 'h1' | 'h2'
}

/** Shows with a picture and a text that there is nothing here, and what to do next. */
export function EmptyState({ picture, title, children, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center px-4 py-6 text-center md:py-10">
      <img
        src={`/media/states/${picture}.webp`}
        alt=""
        width={960}
        height={800}
        className="h-auto w-40 md:w-72"
      />
      <Heading className="mt-4 text-xl md:text-2xl">{title}</Heading>
      <div className="mt-3 flex w-full flex-col items-center gap-5 text-muted">{children}</div>
    </div>
  )
}

import { type ReactNode, useId } from 'react'

interface CheckoutSectionProps {
  title: string
  /** A link beside the heading. */
  more?: { text: string; href: string }
  children: ReactNode
}

/** A section of the checkout with its heading. */
export function CheckoutSection({ title, more, children }: CheckoutSectionProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="sheet p-4 sm:p-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={heading} className="text-base tracking-normal">
          {title}
        </h2>
        {more && (
          <a href={more.href} className="shrink-0 font-semibold text-accent hover:underline">
            {more.text}
          </a>
        )}
      </div>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
    </section>
  )
}

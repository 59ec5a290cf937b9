import { type ReactNode, useId } from 'react'

/** A white sheet of the checkout with its heading. */
export function CheckoutSection({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="sheet p-4 sm:p-5">
      <h2 id={heading} className="text-base tracking-normal">
        {title}
      </h2>
      <div className="mt-4 grid gap-4">{children}</div>
    </section>
  )
}

import type { ReactNode } from 'react'

interface CheckoutColumnsProps {
  /** What is bought. */
  goods: ReactNode
  /** The total and the button. */
  foot: ReactNode
  /** What the shopper chooses. */
  children: ReactNode
}

/**
 * From 1200 px what is chosen stands on the left, the goods and under them the total and the button on the right. On
 * smaller screens goods, choices and foot stand one under the other; the foot then sticks to the bottom.
 */
export function CheckoutColumns({ goods, foot, children }: CheckoutColumnsProps) {
  return (
    <div
      data-columns
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_380px] lg:grid-rows-[auto_1fr] lg:gap-x-5"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 lg:col-start-2 lg:row-start-1">
        {goods}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        {children}
      </div>
      <div className="max-lg:contents lg:sticky lg:top-4 lg:col-start-2 lg:row-start-2 lg:grid lg:gap-4 lg:self-start">
        {foot}
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'

interface CheckoutColumnsProps {
  /** What is bought. */
  goods: ReactNode
  /** The total and the button. */
  foot: ReactNode
  /** What the shopper chooses. */
  children: ReactNode
  /** On smaller screens what is chosen stands above the goods. */
  is_choice_first?: boolean
}

/**
 * From 1200 px what is chosen stands on the left, the goods and under them the total and the button on the right. On
 * smaller screens they stand one under the other, the foot last; it then sticks to the bottom.
 */
export function CheckoutColumns({
  goods,
  foot,
  children,
  is_choice_first = false,
}: CheckoutColumnsProps) {
  const chosen = (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
      {children}
    </div>
  )
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_380px] lg:grid-rows-[auto_1fr] lg:gap-x-5">
      {is_choice_first && chosen}
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 empty:hidden lg:col-start-2 lg:row-start-1">
        {goods}
      </div>
      {!is_choice_first && chosen}
      <div className="max-lg:contents lg:sticky lg:top-4 lg:col-start-2 lg:row-start-2 lg:grid lg:gap-4 lg:self-start">
        {foot}
      </div>
    </div>
  )
}

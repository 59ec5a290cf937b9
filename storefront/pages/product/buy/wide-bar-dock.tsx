import { useEffect, useRef, useState } from 'react'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import type { WideBuyBarProps } from '#storefront/pages/product/buy/wide-buy-bar.tsx'

/**
 * The observed area includes everything below the screen. So the mark leaves it only upwards, and a jump over the mark
 * (the End key) is reported too.
 */
const ALL_BELOW = '0px 0px 99999px'

/**
 * Shows a buy bar at the bottom of a wide screen once the buy buttons are above the screen. The bar is
 * fetched then, and covers the page, so that nothing moves. On a phone the buy buttons are always fixed.
 */
export function WideBarDock(props: WideBuyBarProps) {
  const mark = useRef<HTMLSpanElement>(null)
  const [is_scrolled_past, setScrolledPast] = useState(false)
  const { value: bar, ask } = useOnDemand(
    () => import('#storefront/pages/product/buy/wide-buy-bar.tsx'),
  )
  useEffect(() => {
    if (!mark.current || !matchMedia('(width > 800px)').matches) return
    const watcher = new IntersectionObserver(
      (entries) => {
        const is_above = entries.at(-1)?.isIntersecting === false
        setScrolledPast(is_above)
        if (is_above) ask()
      },
      { rootMargin: ALL_BELOW },
    )
    watcher.observe(mark.current)
    return () => watcher.disconnect()
  }, [ask])
  return (
    <>
      <span ref={mark} aria-hidden className="-mt-5 block max-md:hidden" />
      {is_scrolled_past && bar ? <bar.WideBuyBar {...props} /> : null}
    </>
  )
}

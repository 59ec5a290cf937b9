import { useEffect, useRef, useState } from 'react'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import type { WideBuyBarProps } from '#storefront/pages/product/buy/wide-buy-bar.tsx'

/**
 * Stands where the buttons end. Once they have gone over the top of a wide screen, a bar at its foot
 * takes their place; it is fetched then, and lies over the page, so that nothing moves. A phone has its
 * bar from the beginning.
 */
export function WideBarDock(props: WideBuyBarProps) {
  const mark = useRef<HTMLSpanElement>(null)
  const [is_gone, setIsGone] = useState(false)
  const { value: bar, ask } = useOnDemand(
    () => import('#storefront/pages/product/buy/wide-buy-bar.tsx'),
  )
  useEffect(() => {
    if (!mark.current || !matchMedia('(width > 800px)').matches) return
    const watcher = new IntersectionObserver(([entry]) => {
      const is_above = entry !== undefined && entry.boundingClientRect.top < 0
      setIsGone(is_above)
      if (is_above) ask()
    })
    watcher.observe(mark.current)
    return () => watcher.disconnect()
    // oxlint-disable-next-line react/exhaustive-deps -- `ask` is made anew each time and asks once.
  }, [])
  return (
    <>
      <span ref={mark} aria-hidden className="block max-md:hidden" />
      {is_gone && bar ? <bar.WideBuyBar {...props} /> : null}
    </>
  )
}

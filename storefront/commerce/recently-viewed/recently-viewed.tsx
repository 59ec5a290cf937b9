import { useEffect, useSyncExternalStore } from 'react'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import { viewedProducts } from '#storefront/commerce/recently-viewed/viewed-products.ts'

const NONE: readonly number[] = []

interface RecentlyViewedProps {
  /** The product whose page this is. */
  without?: number
}

/**
 * "Sản phẩm đã xem" of this browser. The page itself is the same for everybody: the row is fetched once
 * the page is hydrated, by who has viewed something.
 */
export function RecentlyViewed({ without }: RecentlyViewedProps) {
  const viewed = useSyncExternalStore(viewedProducts.subscribe, viewedProducts.read, () => NONE)
  const { value: row, ask } = useOnDemand(
    () => import('#storefront/commerce/recently-viewed/viewed-row.tsx'),
  )
  const ids = viewed.filter((product_id) => product_id !== without)
  const is_wanted = ids.length > 0
  useEffect(() => {
    if (is_wanted) ask()
    // oxlint-disable-next-line react/exhaustive-deps -- `ask` is made anew each time and asks once.
  }, [is_wanted])
  return is_wanted && row ? <row.ViewedRow ids={ids} /> : null
}

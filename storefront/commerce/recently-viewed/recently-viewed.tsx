import { useEffect, useSyncExternalStore } from 'react'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import { viewedProducts } from '#storefront/commerce/recently-viewed/viewed-products.ts'

const NONE: readonly number[] = []

interface RecentlyViewedProps {
  /** The product of this page, which is not listed. */
  without?: number
}

/**
 * "Sản phẩm đã xem" of this browser. The page is cached for everybody, so the row is fetched after the page
 * is hydrated, and only if this browser has viewed products.
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
  }, [is_wanted, ask])
  return is_wanted && row ? <row.ViewedRow ids={ids} /> : null
}

import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import { useCompareList } from '#storefront/commerce/compare/compare-list.ts'

/** Shows the tray of products to compare. Its code is fetched when the list is not empty. */
export function CompareDock() {
  const list = useCompareList()
  const { pathname } = useLocation()
  const { value: tray, ask } = useOnDemand(
    () => import('#storefront/layouts/compare/compare-tray.tsx'),
  )
  const is_wanted = list.products.length > 0 && pathname !== frame_paths.compare
  useEffect(() => {
    if (is_wanted) ask()
  }, [is_wanted, ask])
  if (!is_wanted || tray === null) return null
  return <tray.CompareTray list={list} />
}

import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { addresses } from '#storefront/addresses/addresses.ts'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import { useCompareList } from '#storefront/commerce/compare/compare-list.ts'

/** Where the tray of compared products appears. It is fetched when there is something in it. */
export function CompareDock() {
  const list = useCompareList()
  const { pathname } = useLocation()
  const { value: tray, ask } = useOnDemand(
    () => import('#storefront/layouts/compare/compare-tray.tsx'),
  )
  const is_wanted = list.products.length > 0 && pathname !== addresses.compare.path
  useEffect(() => {
    if (is_wanted) ask()
    // oxlint-disable-next-line react/exhaustive-deps -- `ask` is made anew each time and asks once.
  }, [is_wanted])
  if (!is_wanted || tray === null) return null
  return <tray.CompareTray list={list} />
}

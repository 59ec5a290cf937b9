import { useState } from 'react'
import { useCompareList } from '#storefront/commerce/compare/compare-list.ts'

interface CompareToggleProps {
  product_id: number
  category_id: number
  name: string
  className: string
}

/** "So sánh" on a card or page: adds the product to the list or removes it. Hidden without JavaScript. */
export function CompareToggle({ product_id, category_id, name, className }: CompareToggleProps) {
  const list = useCompareList()
  const is_chosen = list.products.some((listed) => listed.product_id === product_id)
  // What was pressed, until the list is changed.
  const [wanted, setWanted] = useState<boolean | null>(null)
  const press = async () => {
    setWanted(!is_chosen)
    const { pressCompare } = await import('#storefront/commerce/compare/press-compare.ts')
    pressCompare(category_id, { product_id, name })
    setWanted(null)
  }
  return (
    <label className={`compare-toggle ${className}`}>
      <input type="checkbox" checked={wanted ?? is_chosen} onChange={press} />
      So sánh<span className="sr-only">{` ${name}`}</span>
    </label>
  )
}

import { showToast } from '#web/ui/toast-list.ts'
import {
  currentList,
  openTray,
  saveList,
  useCompareList,
} from '#storefront/commerce/compare/compare-list.ts'
import { MAX_COMPARED, toggled } from '#storefront/commerce/compare/list-rules.ts'

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
  const press = () => {
    const { list: next, outcome } = toggled(currentList(), category_id, { product_id, name })
    if (outcome === 'full') {
      showToast({ kind: 'info', text: `So sánh nhiều nhất ${MAX_COMPARED} sản phẩm.` })
      return
    }
    saveList(next)
    // On a phone the tray would cover too much, so only the button shows the new count.
    if (outcome !== 'removed' && matchMedia('(width > 800px)').matches) openTray(true)
    if (outcome === 'started_anew') {
      showToast({
        kind: 'info',
        text: 'Chỉ so sánh được sản phẩm cùng loại, nên danh sách mới bắt đầu từ sản phẩm này.',
      })
    }
  }
  return (
    <label className={`compare-toggle ${className}`}>
      <input type="checkbox" aria-label={`So sánh ${name}`} checked={is_chosen} onChange={press} />
      So sánh
    </label>
  )
}

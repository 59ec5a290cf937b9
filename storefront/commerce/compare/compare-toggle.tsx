import { showToast } from '#web/ui/toast-list.ts'
import {
  currentList,
  openTray,
  saveList,
  useCompareList,
} from '#storefront/commerce/compare/compare-list.ts'
import { MOST_COMPARED, toggled } from '#storefront/commerce/compare/list-rules.ts'

interface CompareToggleProps {
  product_id: number
  category_id: number
  name: string
  className: string
}

/** "So sánh" on a card or page: puts the product aside for the tray. Not there without JavaScript. */
export function CompareToggle({ product_id, category_id, name, className }: CompareToggleProps) {
  const list = useCompareList()
  const is_chosen = list.products.some((one) => one.product_id === product_id)
  const press = () => {
    const { list: next, outcome } = toggled(currentList(), category_id, { product_id, name })
    if (outcome === 'full') {
      showToast({ kind: 'info', text: `So sánh nhiều nhất ${MOST_COMPARED} sản phẩm.` })
      return
    }
    saveList(next)
    // A phone has no room to spare: there the button at the foot counts on.
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
      <input
        type="checkbox"
        checked={is_chosen}
        onChange={press}
        className="size-4 shrink-0 cursor-pointer accent-accent"
      />
      So sánh<span className="sr-only">{` ${name}`}</span>
    </label>
  )
}

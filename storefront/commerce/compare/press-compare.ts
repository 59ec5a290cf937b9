import { currentList, openTray, saveList } from '#storefront/commerce/compare/compare-list.ts'
import { toggled } from '#storefront/commerce/compare/list-changes.ts'
import { type ListedProduct, MAX_COMPARED } from '#storefront/commerce/compare/list-rules.ts'
import { showToast } from '#web/ui/toast-list.ts'

/** Adds a product to the list or removes it, and says what became of it. Loaded with the first press. */
export function pressCompare(category_id: number, product: ListedProduct): void {
  const { list, outcome } = toggled(currentList(), category_id, product)
  if (outcome === 'full') {
    showToast({ kind: 'info', text: `So sánh nhiều nhất ${MAX_COMPARED} sản phẩm.` })
    return
  }
  saveList(list)
  // On a phone the tray would cover too much, so only the button shows the new count.
  if (outcome !== 'removed' && matchMedia('(width > 800px)').matches) openTray(true)
  if (outcome === 'started_anew') {
    showToast({
      kind: 'info',
      text: 'Chỉ so sánh được sản phẩm cùng loại, nên danh sách mới bắt đầu từ sản phẩm này.',
    })
  }
}

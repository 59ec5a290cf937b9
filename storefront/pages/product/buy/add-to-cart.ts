import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { isFormAnswer } from '#storefront/runtime/form-answer.ts'
import { showToast } from '#web/ui/toast-list.ts'

/**
 * The form that adds an item to the cart. Without scripts it is a plain post that redirects to the cart. With
 * scripts the page stays and a toast shows the result. "MUA NGAY" always redirects to the cart.
 */
export function useAddToCart(key = 'add-to-cart') {
  const { Form, data, state, formData } = useFetcher<unknown>({ key })
  useEffect(() => {
    if (state === 'idle' && data !== undefined) void showResult(data)
  }, [state, data])
  const isBusy = state !== 'idle'
  return { Form, is_busy: isBusy, is_buying: isBusy && formData?.get('buy_now') === '1' }
}

async function showResult(answer: unknown): Promise<void> {
  if (!isFormAnswer(answer)) {
    const link = { text: 'Xem giỏ hàng', to: cart_addresses.cart.path }
    showToast({ kind: 'success', text: 'Đã thêm vào giỏ hàng', link })
    return
  }
  const { showProblem } = await import('#storefront/pages/product/buy/show-problem.ts')
  showProblem(answer)
}

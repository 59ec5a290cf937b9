import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { isFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
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
  const { text, button, href } = await messageFor(answer)
  const link = button && href ? { text: button, to: href } : undefined
  showToast({ kind: 'error', text, ...(link ? { link } : {}) })
}

/** Loads the texts of refusals only when one is shown, because few shoppers ever see one. */
async function messageFor({ refusal, problems }: FormAnswer) {
  const { refusalMessage } = await import('#storefront/refusals.ts')
  if (refusal) return refusalMessage(refusal)
  const [problem = 'Chưa thêm được sản phẩm. Vui lòng thử lại.'] = Object.values(problems)
  return { text: problem, button: undefined, href: undefined }
}

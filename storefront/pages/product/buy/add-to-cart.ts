import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { addresses } from '#storefront/addresses/addresses.ts'
import { isFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { showToast } from '#web/ui/toast-list.ts'

/**
 * The form that puts a colour into the cart. Without JavaScript it is a plain post that ends at the
 * cart; with it the page stays and a toast tells what came of it. "MUA NGAY" goes to the cart.
 */
export function useAddToCart(key = 'add-to-cart') {
  const { Form, data, state, formData } = useFetcher<unknown>({ key })
  useEffect(() => {
    if (state === 'idle' && data !== undefined) void tell(data)
  }, [state, data])
  const isBusy = state !== 'idle'
  return { Form, is_busy: isBusy, is_buying: isBusy && formData?.get('buy_now') === '1' }
}

async function tell(answer: unknown): Promise<void> {
  if (!isFormAnswer(answer)) {
    const link = { text: 'Xem giỏ hàng', to: addresses.cart.path }
    showToast({ kind: 'success', text: 'Đã thêm vào giỏ hàng', link })
    return
  }
  const { text, button, href } = await wordsFor(answer)
  const link = button && href ? { text: button, to: href } : undefined
  showToast({ kind: 'error', text, ...(link ? { link } : {}) })
}

/** The words of a "no" are fetched when one is heard: few shoppers ever do. */
async function wordsFor({ refusal, problems }: FormAnswer) {
  const { wordsForRefusal } = await import('#storefront/refusals.ts')
  if (refusal) return wordsForRefusal(refusal)
  const [problem = 'Chưa thêm được sản phẩm. Vui lòng thử lại.'] = Object.values(problems)
  return { text: problem, button: undefined, href: undefined }
}

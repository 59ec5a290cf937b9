import { useEffect } from 'react'
import { useFetcher } from 'react-router'

/**
 * The form that adds an item to the cart. Without scripts it is a plain post that redirects to the cart. With
 * scripts the page stays and a toast shows the result. "MUA NGAY" always redirects to the cart.
 */
export function useAddToCart(key = 'add-to-cart') {
  const { Form, data, state, formData } = useFetcher<unknown>({ key })
  useEffect(() => {
    if (state === 'idle' && data !== undefined) void showResult(data)
  }, [state, data])
  const is_busy = state !== 'idle'
  return { Form, is_busy, is_buying: is_busy && formData?.get('buy_now') === '1' }
}

/** The words of results are loaded with the first one. */
async function showResult(answer: unknown): Promise<void> {
  const { showAdded } = await import('#storefront/pages/product/buy/show-result.ts')
  showAdded(answer)
}

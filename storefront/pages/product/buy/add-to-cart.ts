import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

/**
 * The form that adds an item to the cart. Without scripts it is a plain post that redirects to the cart. With
 * scripts the page stays and a toast shows the result. "MUA NGAY" always redirects to the cart.
 */
export function useAddToCart(item_id: number, what = '') {
  const { Form, state, formData } = useFetcher<unknown>({ key: what + item_id })
  // The answer to the last press may come while its shopper looks at another item.
  const [pressed, press] = useState(item_id)
  const { data, state: pressed_state } = useFetcher<unknown>({ key: what + pressed })
  useEffect(() => {
    if (pressed_state === 'idle' && data !== undefined) void showResult(data)
  }, [pressed_state, data])
  const is_busy = state !== 'idle'
  const is_buying = is_busy && formData?.get('buy_now') === '1'
  // To be called with each press.
  const onPress = () => press(item_id)
  return { Form, is_busy, is_buying, onPress }
}

/** The words of results are loaded with the first one. */
async function showResult(answer: unknown): Promise<void> {
  const { showAdded } = await import('#storefront/pages/product/buy/show-result.ts')
  showAdded(answer)
}

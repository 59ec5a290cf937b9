import { useFetcher } from 'react-router'

/**
 * The form that adds an item to the cart. Without scripts it is a plain post that redirects to the cart. With
 * scripts the page stays and a toast shows the result (browser-source.ts). "MUA NGAY" always redirects to the cart.
 */
export function useAddToCart(item_id: number, what = '') {
  const { Form, state, formData } = useFetcher<unknown>({ key: what + item_id })
  const is_busy = state !== 'idle'
  const is_buying = is_busy && formData?.get('buy_now') === '1'
  return { Form, is_busy, is_buying }
}

import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Cart } from '#contracts/storefront/cart.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { setCartCount } from '#storefront/runtime/cart-count.ts'
import { isFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { refusalMessage } from '#storefront/refusals.ts'
import { showToast } from '#web/ui/toast-list.ts'
import { withItemName } from '#storefront/commerce/checkout/checkout-item-name.ts'
import {
  applyChanges,
  type CartChange,
  formOf,
  queueChange,
} from '#storefront/pages/cart/cart-optimism.ts'

/**
 * Returns the cart with the shopper's latest changes already applied. Changes are sent to the server one after
 * another, so that their sequence stays. If one is refused, the rest is dropped and the refusal is shown.
 * `service_quantity`: what the cart has besides its goods.
 */
export function useCartChanges(saved: Cart, service_quantity: number) {
  const fetcher = useFetcher<unknown>()
  const [sent, setSent] = useState<{ change: CartChange; before: unknown } | null>(null)
  const [waiting, setWaiting] = useState<CartChange[]>([])
  const cart = applyChanges(saved, sent ? [sent.change, ...waiting] : waiting)
  const { state, data, submit } = fetcher

  const isAnswered = sent !== null && state === 'idle' && data !== sent.before
  if (isAnswered) {
    setSent(null)
    if (isFormAnswer(data)) setWaiting([])
  }

  const next = waiting[0]
  if (sent === null && next !== undefined) {
    setSent({ change: next, before: data })
    setWaiting(waiting.slice(1))
  }

  const change = sent?.change
  useEffect(() => {
    if (change) void submit(formOf(change), { method: 'post', action: cart_addresses.cart.path })
  }, [change, submit])

  const shown = useRef<unknown>(null)
  useEffect(() => {
    if (!isFormAnswer(data) || shown.current === data) return
    shown.current = data
    showRefusal(data, saved)
  }, [data, saved])

  const item_quantity = cart.item_quantity + service_quantity
  useEffect(() => setCartCount(item_quantity), [item_quantity])

  return {
    cart,
    isSaving: sent !== null || waiting.length > 0,
    makeChange: (added: CartChange) => setWaiting((older) => queueChange(older, added)),
  }
}

function showRefusal({ refusal, problems }: FormAnswer, cart: Cart): void {
  const text = refusal
    ? refusalMessage(withItemName(refusal, cart.items)).text
    : Object.values(problems)[0]
  if (text !== undefined) showToast({ kind: 'error', text })
}

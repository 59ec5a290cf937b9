import { Icon } from '#web/ui/icons.tsx'
import { type SubmitEvent, useEffect, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import type { Cart } from '#contracts/storefront/cart.ts'
import { formatDong } from '#pure/money.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import type { CartPageData } from '#storefront/pages/cart/page.server.ts'
import { cartTotal, lineIds } from '#storefront/pages/cart/cart-optimism.ts'
import { buttonClass } from '#web/ui/button.ts'
import { footButton, footCard, stickyFoot } from '#storefront/commerce/checkout/checkout-footer.tsx'
import { showToast } from '#web/ui/toast-list.ts'

interface CartBarProps {
  cart: Cart
  form: string
  onSelectAll: (line_ids: number[]) => void
  onRemove: () => void
}

/** The bar above the lines: selects all lines, removes the selected lines. */
export function CartBar({ cart, form, onSelectAll, onRemove }: CartBarProps) {
  const buyable = cart.items.filter((line) => line.state === 'available' && !line.is_gift)
  const selected = buyable.filter((line) => line.is_selected)
  const isAll = buyable.length > 0 && selected.length === buyable.length
  const isPartial = selected.length > 0 && !isAll
  const all_line_ids = lineIds(buyable)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-3 py-1.5 sm:px-5">
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-body font-semibold sm:gap-4 noscript:hidden">
        <input
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = isPartial
          }}
          checked={isAll}
          disabled={buyable.length === 0}
          onChange={() => onSelectAll(isAll ? [] : all_line_ids)}
          className="size-5 accent-accent"
        />
        Chọn tất cả
      </label>
      <Form method="post" action={cart_addresses.cart.path} className="hidden noscript:block">
        <input type="hidden" name="intent" value="select" />
        <input type="hidden" name="all" value="1" />
        <button type="submit" className={buttonClass('quiet', 'px-2!')}>
          Chọn tất cả
        </button>
      </Form>
      <span className="hidden noscript:block">
        <button
          type="submit"
          form={form}
          name="intent"
          value="select"
          className={buttonClass('quiet', 'px-2!')}
        >
          Cập nhật
        </button>
      </span>
      <button
        type="submit"
        form={form}
        name="intent"
        value="remove-selected"
        onClick={(event) => {
          event.preventDefault()
          if (selected.length > 0) onRemove()
          else askToChoose()
        }}
        className="min-h-11 rounded-lg text-body font-semibold text-muted hover:text-sale"
      >
        Xóa sản phẩm đã chọn
      </button>
    </div>
  )
}

interface CartFooterProps {
  cart: Cart
  /** What the server last told of the cart. */
  saved: Cart
  form: string
  isSaving: boolean
  offers: CartPageData['offers']
}

/** The foot: the one total of the page, what is saved, and the button to the checkout. */
export function CartFooter({ cart, saved, form, isSaving, offers }: CartFooterProps) {
  const path = withQuery(cart_addresses.cart.path, { payment_method: offers?.payment_method })
  const checkout = useCheckout(isSaving, path)
  const { total, saving } = cartTotal(cart, saved, offers)
  return (
    <Form id={form} method="post" action={path} onSubmit={checkout.send} className={stickyFoot}>
      <div className={footCard}>
        <div className="min-w-0" aria-live="polite" aria-atomic>
          <p className="flex flex-wrap items-baseline gap-x-1.5 text-note leading-tight text-muted lg:justify-between lg:text-body">
            Tạm tính:
            <span className="text-lg leading-tight font-extrabold tracking-tight text-sale max-[360px]:text-base lg:text-xl">
              {formatDong(total)}
            </span>
          </p>
          {saving > 0 && (
            <p className="flex flex-wrap items-baseline gap-x-1.5 text-note leading-tight text-muted lg:justify-between lg:text-body">
              Tiết kiệm:
              <span className="font-semibold text-success">{formatDong(saving)}</span>
            </p>
          )}
        </div>
        <button
          type="submit"
          name="intent"
          value="checkout"
          aria-disabled={checkout.isBusy}
          className={buttonClass('primary', footButton)}
        >
          {checkout.isBusy && (
            <Icon name="loader-circle" className="size-5 motion-safe:animate-spin" />
          )}
          Mua ngay ({cart.selected.item_quantity})
        </button>
      </div>
    </Form>
  )
}

/** Submits the checkout form once, after all changes of the cart have reached the server. */
function useCheckout(isSaving: boolean, path: string) {
  const submit = useSubmit()
  const navigation = useNavigation()
  const [waiting, setWaiting] = useState<FormData | null>(null)
  const isSending = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'checkout'

  useEffect(() => {
    if (waiting === null || isSaving) return
    const sent = submit(waiting, { method: 'post', action: path })
    void sent.finally(() => setWaiting(null))
  }, [waiting, isSaving, submit, path])

  function send(event: SubmitEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget, event.nativeEvent.submitter)
    if (isSending || waiting !== null) return event.preventDefault()
    if (!form.has('line_ids[]')) {
      event.preventDefault()
      return askToChoose()
    }
    if (!isSaving) return
    event.preventDefault()
    setWaiting(form)
  }

  return { send, isBusy: isSending || waiting !== null }
}

function askToChoose(): void {
  showToast({ kind: 'info', text: 'Vui lòng chọn ít nhất một sản phẩm.' })
}

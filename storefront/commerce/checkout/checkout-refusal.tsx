import { type ReactNode, useEffect, useState } from 'react'
import { Form, useLocation } from 'react-router'
import type { SlotPlace } from '#contracts/storefront/promotion.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import type { RefusalOfCode, ShownRefusal } from '#storefront/runtime/shown-refusal.ts'
import { giftsGone, isStudentLimit, readTotals, wordsForRefusal } from '#storefront/refusals.ts'
import { buttonClass } from '#web/ui/button.ts'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import { Popup } from '#web/ui/popup.tsx'
import { flaggedCart } from '#storefront/commerce/checkout/cart-problem.tsx'
import { withItemName } from '#storefront/commerce/checkout/checkout-item-name.ts'
import { TotalComparison } from '#storefront/commerce/checkout/total-comparison.tsx'

interface CheckoutRefusalProps {
  answer: FormAnswer
  /** What the answer may be about. */
  lines: Parameters<typeof withItemName>[1]
  isBusy: boolean
}

interface PopupOf {
  title: string
  /** Sends the same order again, with these fields changed. */
  again?: { button: string; fields: Record<string, string | number> }
  /** Closes instead of leading to the cart. */
  closes?: boolean
  /** Others hold the slots: there is a line. */
  waits?: boolean
}

const TO_CART = 'Quay lại giỏ hàng'

/** The error popup (contract §8): why the order was not made, and the ways on. Without scripts it stands in the page. */
export function CheckoutRefusal({ answer, lines, isBusy }: CheckoutRefusalProps) {
  const [closed, setClosed] = useState<FormAnswer | null>(null)
  const { pathname } = useLocation()
  const { refusal } = answer
  const is_shown = refusal !== null && closed !== answer
  const line = useLine(answer, is_shown && popupOf(refusal).waits === true)
  if (!is_shown) return null
  const close = () => {
    line.leave()
    setClosed(answer)
  }
  const words = wordsForRefusal(withItemName(refusal, lines))
  const { text, button } = words
  // Who is there already needs no way to it.
  const href = words.href === pathname ? undefined : words.href
  const totals = readTotals(refusal)
  const { title, again, closes } = popupOf(refusal)
  return (
    <Popup
      key={`${refusal.code} ${totals?.grand_total}`}
      title={title}
      onClose={close}
      max_width={440}
      footer={
        <>
          {href !== undefined && (
            <a
              href={flaggedCart(href, refusal)}
              className={buttonClass(again ? 'outline' : 'primary', 'flex-1 whitespace-nowrap')}
            >
              {again && href === addresses.cart.path && refusal.code !== 'grand_total_change'
                ? TO_CART
                : button}
            </a>
          )}
          {(closes === true || href === undefined) && !again && (
            <CloseButton look={href === undefined ? 'primary' : 'outline'} onClick={close}>
              {href !== undefined ? 'Đóng' : words.href === pathname ? button : 'Đã hiểu'}
            </CloseButton>
          )}
          {again && (
            <OrderAgain {...{ answer, isBusy }} {...again} button={line.button ?? again.button} />
          )}
        </>
      }
    >
      <p>{text}</p>
      {line.view}
      {totals && <TotalComparison {...totals} />}
    </Popup>
  )
}

/** The place in line for a slot that others hold, its code fetched with the popup. Without scripts: nothing. */
function useLine(answer: FormAnswer, is_waiting: boolean) {
  const { value: code, ask } = useOnDemand(
    () => import('#storefront/commerce/flash-sale/flash-waitlist.tsx'),
  )
  const [place, setPlace] = useState<SlotPlace | null>(null)
  useEffect(() => {
    if (is_waiting) ask()
  })
  const is_told = is_waiting && code !== null
  return {
    view: is_told && <code.FlashWaitlist asked={answer} place={place} onTold={setPlace} />,
    button: is_told && place?.state === 'yours' ? 'Đặt hàng ngay' : undefined,
    leave: () => {
      if (is_told) code.leaveLine()
      setPlace(null)
    },
  }
}

/** Codes that are answered by a popup wherever they come (contract §8). */
export function asksForPopup({ refusal }: FormAnswer): boolean {
  return refusal !== null && popupOf(refusal).title !== any_title
}

const any_title = 'Chưa thể đặt hàng'

/** Each code's popup; the words are those of storefront/refusals.ts. */
function popupOf(refusal: ShownRefusal): PopupOf {
  const totals = readTotals(refusal)
  const fields: Record<string, number> = totals ? { grand_total: totals.grand_total } : {}
  switch (refusal.code) {
    case 'grand_total_change':
      return {
        title: changeTitle(refusal.data),
        again: { button: 'Xác nhận mua', fields },
      }
    case 'temporary_no_slot':
      return {
        title: 'Tạm hết suất Flash Sale',
        again: { button: 'Thử lại', fields: {} },
        waits: true,
      }
    case 'no_available_slot':
      return {
        title: 'Đã hết suất Flash Sale',
        again: { button: 'Mua với giá thường', fields: { ...fields, without_flash: 'true' } },
      }
    case 'exceed_quantity_flashsale':
    case 'exceed_ordered_item_flashsale':
      return { title: 'Vượt giới hạn Flash Sale' }
    case 'flashsale_ended':
      return { title: 'Flash Sale đã kết thúc' }
    case 'used_product_company_not_available':
    case 'used_product_not_available':
    case 'used_product_online_payment_pending':
      return { title: 'Máy này không còn mua được', closes: true }
    default:
      return { title: any_title }
  }
}

function changeTitle({ problems }: RefusalOfCode<'grand_total_change'>['data']): string {
  if (giftsGone(problems).length > 0) return 'Quà tặng đã hết'
  return isStudentLimit(problems) ? 'Vượt số lượng ưu đãi' : 'Tổng tiền đã thay đổi'
}

const sent_again = ['payment_method', 'quote_id', 'idempotency_key', 'grand_total', 'without_flash']

interface OrderAgainProps {
  answer: FormAnswer
  isBusy: boolean
  button: string
  fields: Record<string, string | number>
}

function OrderAgain({ answer, isBusy, button, fields }: OrderAgainProps) {
  const given = Object.fromEntries(
    sent_again.flatMap((name) => {
      const value = answer.values[name]
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
  return (
    <Form
      method="post"
      action={addresses.payment.path}
      className="flex flex-1"
      onSubmit={(event) => {
        if (isBusy) event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value="pay" />
      {Object.entries({ ...given, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        aria-disabled={isBusy}
        className={buttonClass('primary', 'flex-1 whitespace-nowrap')}
      >
        {button}
      </button>
    </Form>
  )
}

interface CloseButtonProps {
  look: 'primary' | 'outline'
  onClick: () => void
  children: ReactNode
}

function CloseButton({ look, onClick, children }: CloseButtonProps) {
  return (
    <button type="button" onClick={onClick} className={buttonClass(look, 'flex-1 noscript:hidden')}>
      {children}
    </button>
  )
}

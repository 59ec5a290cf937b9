import { type ReactNode, useEffect, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { formatDong } from '#pure/money.ts'
import type { WaitlistPosition } from '#contracts/storefront/promotion.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import type { RefusalOfCode, ShownRefusal } from '#storefront/runtime/shown-refusal.ts'
import { refusalMessage } from '#storefront/refusals.ts'
import { isGiftGone, isStudentLimit, readTotals } from '#storefront/refused-totals.ts'
import { buttonClass } from '#web/ui/button.ts'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import { Popup } from '#web/ui/popup.tsx'
import { flaggedCart } from '#storefront/commerce/checkout/cart-problem.tsx'
import { withItemName } from '#storefront/commerce/checkout/checkout-item-name.ts'
import { TotalComparison } from '#storefront/commerce/checkout/total-comparison.tsx'

interface CheckoutRefusalProps {
  answer: FormAnswer
  /** The lines that the answer may be about. */
  lines: Parameters<typeof withItemName>[1]
  isBusy: boolean
}

interface PopupSettings {
  title: string
  /** A button that sends the same order again with these fields changed. */
  again?: { button: string; fields: Record<string, string | number> }
  /** Has a close button besides the link. */
  closes?: boolean
  /** All slots are reserved by other buyers, so there is a waitlist. */
  has_waitlist?: boolean
}

const TO_CART = 'Quay lại giỏ hàng'

/**
 * The error popup (contract §8): the reason of the refusal and the next steps. Without scripts it is part of the page.
 */
export function CheckoutRefusal({ answer, lines, isBusy }: CheckoutRefusalProps) {
  const [closed, setClosed] = useState<FormAnswer | null>(null)
  const { pathname } = useLocation()
  const { refusal } = answer
  const is_shown = refusal !== null && closed !== answer
  const waitlist = useWaitlist(answer, is_shown && popupOf(refusal).has_waitlist === true)
  if (!is_shown) return null
  const close = () => {
    waitlist.leave()
    setClosed(answer)
  }
  const message = refusalMessage(withItemName(refusal, lines))
  const { text, button } = message
  // A link to the current page is left out.
  const href = message.href === pathname ? undefined : message.href
  const totals = readTotals(refusal)
  const { title, again, closes, has_waitlist = false } = popupOf(refusal)
  return (
    <Popup
      key={`${refusal.code} ${totals?.grand_total}`}
      title={title}
      onClose={close}
      max_width={440}
      footer={
        <>
          {(closes === true || href === undefined) && !again && (
            <CloseButton look={href === undefined ? 'primary' : 'outline'} onClick={close}>
              {href !== undefined ? 'Đóng' : message.href === pathname ? button : 'Đã hiểu'}
            </CloseButton>
          )}
          {href !== undefined && (
            <a
              href={flaggedCart(href, refusal)}
              className={buttonClass(again ? 'outline' : 'primary', 'flex-1 whitespace-nowrap')}
            >
              {again && href === cart_addresses.cart.path && refusal.code !== 'grand_total_change'
                ? TO_CART
                : button}
            </a>
          )}
          {again && (
            <OrderAgain
              {...{ answer, isBusy }}
              {...again}
              button={waitlist.button ?? again.button}
            />
          )}
        </>
      }
    >
      <p>{text}</p>
      {waitlist.view}
      {totals && !has_waitlist && <TotalComparison {...totals} />}
      {totals && has_waitlist && waitlist.button === undefined && (
        <div className="mt-4 grid gap-2 rounded-2xl bg-mist p-4">
          <p>Không muốn chờ? Bạn có thể mua ngay với giá thường.</p>
          <OrderAgain
            {...{ answer, isBusy }}
            look="outline"
            button={`Mua với giá thường ${formatDong(totals.grand_total)}`}
            fields={{ grand_total: totals.grand_total, without_flash: 'true' }}
          />
        </div>
      )}
    </Popup>
  )
}

/** The queue position for a reserved slot. Its code is fetched with the popup; without scripts there is nothing. */
function useWaitlist(answer: FormAnswer, is_waiting: boolean) {
  const { value: code, ask } = useOnDemand(
    () => import('#storefront/commerce/flash-sale/flash-waitlist.tsx'),
  )
  const [position, setPosition] = useState<WaitlistPosition | null>(null)
  useEffect(() => {
    if (is_waiting) ask()
  }, [is_waiting, ask])
  const is_loaded = is_waiting && code !== null
  return {
    view: is_loaded && (
      <code.FlashWaitlist answer={answer} position={position} onPosition={setPosition} />
    ),
    button: is_loaded && position?.state === 'yours' ? 'Đặt hàng ngay' : undefined,
    leave: () => {
      if (is_loaded) code.leaveWaitlist()
      setPosition(null)
    },
  }
}

/** Whether the refusal is shown in a popup on every page (contract §8). */
export function asksForPopup({ refusal }: FormAnswer): boolean {
  return refusal !== null && popupOf(refusal).title !== default_title
}

const default_title = 'Chưa thể đặt hàng'

/** The popup for each code. Its text comes from storefront/refusals.ts. */
function popupOf(refusal: ShownRefusal): PopupSettings {
  const totals = readTotals(refusal)
  const fields: Record<string, string | number> = totals ? { grand_total: totals.grand_total } : {}
  switch (refusal.code) {
    case 'grand_total_change':
      return {
        title: changeTitle(refusal.data),
        again: {
          button: 'Xác nhận mua',
          // The popup names the gifts that are gone: whoever confirms has seen that.
          fields: isGiftGone(refusal.data.problems) ? { ...fields, gifts_seen: '' } : fields,
        },
      }
    case 'temporary_no_slot':
      return {
        title: 'Tạm hết suất Flash Sale',
        again: { button: 'Thử lại', fields: {} },
        has_waitlist: true,
      }
    case 'no_available_slot':
      return {
        title: 'Đã hết suất Flash Sale',
        again: { button: 'Mua với giá thường', fields: { ...fields, without_flash: 'true' } },
      }
    case 'exceed_quantity_flashsale':
      return { title: 'Vượt giới hạn Flash Sale' }
    case 'exceed_ordered_item_flashsale':
      return {
        title: 'Vượt giới hạn Flash Sale',
        again: { button: 'Mua với giá thường', fields: { ...fields, without_flash: 'true' } },
      }
    case 'flashsale_ended':
      return { title: 'Flash Sale đã kết thúc' }
    case 'used_product_company_not_available':
    case 'used_product_not_available':
    case 'used_product_online_payment_pending':
      return { title: 'Máy này không còn mua được', closes: true }
    default:
      return { title: default_title }
  }
}

function changeTitle({ problems }: RefusalOfCode<'grand_total_change'>['data']): string {
  if (isGiftGone(problems)) return 'Quà tặng đã thay đổi'
  return isStudentLimit(problems) ? 'Vượt số lượng ưu đãi' : 'Tổng tiền đã thay đổi'
}

const resent_fields = [
  'payment_method',
  'quote_id',
  'recipient_seen',
  'gifts_seen',
  'idempotency_key',
  'grand_total',
  'without_flash',
]

interface OrderAgainProps {
  answer: FormAnswer
  isBusy: boolean
  look?: 'primary' | 'outline'
  button: string
  fields: Record<string, string | number>
}

function OrderAgain({ answer, isBusy, look = 'primary', button, fields }: OrderAgainProps) {
  const sent_fields = Object.fromEntries(
    resent_fields.flatMap((name) => {
      const value = answer.values[name]
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
  return (
    <Form
      method="post"
      action={cart_addresses.payment.path}
      className="flex flex-1"
      onSubmit={(event) => {
        if (isBusy) event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="pressed" value="popup" />
      {Object.entries({ ...sent_fields, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        aria-disabled={isBusy}
        className={buttonClass(look, 'flex-1 whitespace-nowrap')}
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

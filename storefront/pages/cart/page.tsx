import { useId, useRef, useState } from 'react'
import type { CartItem } from '#contracts/storefront/cart.ts'
import { booking_addresses } from '#storefront/addresses/booking.ts'
import { loan_addresses } from '#storefront/addresses/loan.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { signInUrl } from '#storefront/addresses/sign-in.ts'
import { no_answer, useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { FormAnswer, PageMeta } from '#storefront/runtime/page.ts'
import type { CartPageData } from '#storefront/pages/cart/page.server.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SellingGoods } from '#storefront/commerce/product-card/selling-goods.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CartGift } from '#storefront/pages/cart/cart-gift.tsx'
import { CartBar, CartFooter } from '#storefront/pages/cart/cart-bar.tsx'
import { useCartChanges } from '#storefront/pages/cart/cart-changes.ts'
import { type CartChange, lineIds } from '#storefront/pages/cart/cart-optimism.ts'
import { CartOffers } from '#storefront/pages/cart/cart-offers.tsx'
import { CartLine } from '#storefront/pages/cart/cart-line.tsx'
import { CartTotals } from '#storefront/pages/cart/cart-totals.tsx'
import { CheckoutColumns } from '#storefront/commerce/checkout/checkout-columns.tsx'
import { CartProblem } from '#storefront/commerce/checkout/cart-problem.tsx'
import { tabCounts } from '#storefront/pages/cart/cart-tab-counts.ts'
import { comboText } from '#storefront/commerce/checkout/checkout-item-name.ts'
import { flashOthers } from '#storefront/pages/cart/flash/flash-limit.ts'
import { CartTabs } from '#storefront/pages/cart/cart-tabs.tsx'
import { service_texts } from '#storefront/commerce/booking/service-refusals.ts'
import { captchaRequestOf } from '#storefront/commerce/captcha/captcha-request.ts'
import { AnswerNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { asksForPopup, CheckoutRefusal } from '#storefront/commerce/checkout/checkout-refusal.tsx'
import { LastOrderNotice } from '#storefront/pages/cart/last-order-notice.tsx'
import { LoginPopup } from '#storefront/pages/cart/login-popup.tsx'
import { ProvinceButton } from '#storefront/commerce/province/province-button.tsx'

export function meta(): PageMeta {
  return { title: 'Giỏ hàng của bạn', robots: 'noindex, nofollow' }
}

/** /cart: tabs, lines and totals. Every button is a small form; with scripts it acts without a page load. */
export function Page({ data }: { data: CartPageData }) {
  const {
    cart,
    isSaving,
    makeChange: change,
  } = useCartChanges(data.cart, data.others.item_quantity)
  const own_answer = useFormAnswer()
  const is_voucher = isOfVouchers(own_answer)
  const answer = is_voucher ? no_answer : own_answer
  const [dismissed, setDismissed] = useState<FormAnswer | null>(null)
  const form = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const selected = cart.items.filter(
    (line) => line.is_selected && line.state === 'available' && !line.is_gift,
  )

  function makeChange(added: CartChange) {
    change(added)
    setDismissed(answer)
  }

  function select(line: CartItem, is_selected: boolean) {
    const others = selected.filter(({ line_id }) => line_id !== line.line_id)
    makeChange({ kind: 'select', line_ids: lineIds(is_selected ? [...others, line] : others) })
  }

  function remove(lines: readonly CartItem[]) {
    makeChange({ kind: 'remove', line_ids: lineIds(lines) })
    // The pressed button is removed with its line, so the focus moves to the title.
    title.current?.focus()
  }

  if (cart.items.length === 0) {
    return (
      <>
        {data.asks_login && <LoginPopup asked={data.asks_login} />}
        {answer !== dismissed && <AnswerNotice answer={answer} lines={[]} texts={service_texts} />}
        <EmptyCart {...data} />
      </>
    )
  }
  return (
    <>
      {data.asks_login && <LoginPopup asked={data.asks_login} />}
      <CheckoutColumns
        is_choice_first
        goods={
          data.offers ? (
            <CartOffers offers={data.offers} answer={is_voucher ? own_answer : no_answer} />
          ) : (
            <p className="sheet p-4 text-body text-muted sm:px-5">
              Chọn sản phẩm để xem mã giảm giá và tổng tiền.
            </p>
          )
        }
        foot={
          <>
            {data.offers && <CartTotals cart={cart} offers={data.offers} isSaving={isSaving} />}
            <CartFooter {...{ cart, form, isSaving }} saved={data.cart} offers={data.offers} />
          </>
        }
      >
        <div className="max-lg:-mt-4">
          <h1 ref={title} tabIndex={-1} className="text-2xl outline-none">
            Giỏ hàng của bạn
          </h1>
          <ProvinceButton look="line" />
          <CartTabs
            counts={{
              ...tabCounts(cart.items),
              2: data.others.services,
              4: data.others.installments,
            }}
            current={1}
          />
        </div>
        <Notices
          lines={cart.items}
          left_out_count={data.left_out_count}
          answer={answer === dismissed ? null : answer}
          isSaving={isSaving}
        />
        {/* Whoever pressed "MUA NGAY" goes on here: the province and the tabs above are not what they came for. */}
        <section
          aria-label="Sản phẩm trong giỏ"
          tabIndex={-1}
          data-begin
          className="sheet outline-none"
        >
          <CartBar
            cart={cart}
            form={form}
            onSelectAll={(line_ids) => makeChange({ kind: 'select', line_ids })}
            onRemove={() => remove(selected)}
          />
          <ul>
            {cart.items.map((line, index) => {
              const { line_id } = line
              if (line_id === null) return <CartGift key={`gift ${index}`} line={line} />
              return (
                <CartLine
                  key={line_id}
                  line={line}
                  combo_text={comboText(line, cart.items)}
                  flash_others={flashOthers(line, cart.items)}
                  form={form}
                  onSelect={(is_selected) => select(line, is_selected)}
                  onQuantity={(item_quantity) =>
                    makeChange({ kind: 'quantity', line_id, item_quantity })
                  }
                  onRemove={() => remove([line])}
                />
              )
            })}
          </ul>
        </section>
      </CheckoutColumns>
    </>
  )
}

interface NoticesProps extends Pick<CartPageData, 'left_out_count'> {
  lines: readonly CartItem[]
  answer: FormAnswer | null
  isSaving: boolean
}

/** What is wrong with the cart, and why the last action was refused. */
function Notices({ lines, left_out_count, answer, isSaving }: NoticesProps) {
  return (
    <>
      <CartProblem lines={lines} />
      {left_out_count > 0 && (
        <Notice kind="info">
          {`${left_out_count} sản phẩm của đơn cũ đã hết hoặc không còn đủ, nên giỏ hàng chưa có đủ như đơn đó.`}
        </Notice>
      )}
      {answer !== null &&
        (asksForPopup(answer) ? (
          <CheckoutRefusal answer={answer} lines={lines} isBusy={isSaving} />
        ) : (
          <AnswerNotice answer={answer} lines={lines} texts={service_texts} />
        ))}
    </>
  )
}

/** Vouchers say beside their buttons why one was refused. A way to pay has no field, only a captcha. */
function isOfVouchers({ values: { intent }, refusal }: FormAnswer): boolean {
  return intent === 'voucher' || (intent === 'way' && captchaRequestOf(refusal) !== null)
}

type EmptyCartProps = Pick<CartPageData, 'last_order' | 'is_guest' | 'others' | 'selling'>

function EmptyCart({ last_order, is_guest, others, selling }: EmptyCartProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="sheet">
        {last_order && <LastOrderNotice order={last_order} />}
        <EmptyState picture="cart" title="Giỏ hàng của bạn đang trống." heading="h1">
          <p className="text-balance">Hãy chọn thêm sản phẩm để mua sắm nhé</p>
          {others.services > 0 && (
            <a href={booking_addresses.cartBooking.path} className={buttonClass('outline', 'px-8')}>
              Xem {others.services} dịch vụ chờ đặt lịch
            </a>
          )}
          {others.installments > 0 && (
            <a
              href={loan_addresses.cartInstallments.path}
              className={buttonClass('outline', 'px-8')}
            >
              Xem {others.installments} sản phẩm chờ trả góp
            </a>
          )}
          <a href="/" className={buttonClass('primary', 'px-8')}>
            Quay lại trang chủ
          </a>
          {/* Also for whoever was signed out meanwhile, in another tab or because the session has ended. */}
          {is_guest && (
            <p>
              Bạn có tài khoản Smember?{' '}
              <a
                href={signInUrl(cart_addresses.cart.path)}
                className="font-semibold text-accent hover:underline"
              >
                Đăng nhập
              </a>{' '}
              để xem giỏ hàng đã lưu.
            </p>
          )}
        </EmptyState>
      </div>
      <SellingGoods products={selling} />
    </div>
  )
}

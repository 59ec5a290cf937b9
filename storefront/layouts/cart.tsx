import { Icon } from '#web/ui/icons.tsx'
import { useLayoutEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { booking_addresses } from '#storefront/addresses/booking.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { loan_addresses } from '#storefront/addresses/loan.ts'
import { content_addresses } from '#storefront/addresses/content.ts'
import { member_addresses } from '#storefront/addresses/member.ts'
import { useOpenAnswer } from '#storefront/runtime/open-page.ts'
import type { CartBookingData } from '#storefront/pages/cart/booking/page.server.ts'
import type { SuccessData } from '#storefront/pages/cart/success/page.server.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { useFocusOnNewPage } from '#web/runtime/focus-on-new-page.ts'
import { useLinkClicks } from '#web/runtime/link-clicks.ts'
import { Toasts } from '#web/ui/toasts.tsx'
import { NavigationProgress } from '#storefront/layouts/frame/navigation-progress.tsx'
import { CheckoutSteps } from '#storefront/layouts/frame/checkout-steps.tsx'

/** The layout of cart and checkout: a link back, the steps, the hotline, and no other links. */
export function Layout() {
  const followLink = useLinkClicks()
  const { pathname } = useLocation()
  const main = useFocusOnNewPage()
  const is_wide = useColumns(pathname)
  useTopOfNewPage(pathname)
  return (
    <div
      data-checkout
      data-columns={is_wide || undefined}
      className="group/page flex min-h-dvh flex-col"
      onClick={followLink}
    >
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-white focus:px-4 focus:py-2 focus:font-semibold"
      >
        Chuyển đến nội dung chính
      </a>
      <NavigationProgress />
      <CartHeader pathname={pathname} />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="mx-auto w-full max-w-[752px] flex-1 px-4 pt-5 pb-4 lg:group-data-columns/page:max-w-[1136px]"
      >
        <Outlet />
      </main>
      <CartFooter />
      <Toasts />
    </div>
  )
}

const in_columns: readonly string[] = [
  cart_addresses.cart.path,
  cart_addresses.paymentInfo.path,
  cart_addresses.payment.path,
  loan_addresses.cartInstallments.path,
]

/**
 * Whether a wide window shows the page in columns. The address decides it, and not what the page contains: the frame
 * has its width before the page has arrived.
 */
function useColumns(pathname: string): boolean {
  const answer = useOpenAnswer()
  if (answer === undefined) return false
  const { kind } = answer.data as Partial<Pick<CartBookingData, 'kind'>>
  return (
    in_columns.includes(pathname) ||
    (pathname === booking_addresses.cartBooking.path && kind === 'cart')
  )
}

/** Begins a page at its top, also after a form that keeps the scroll position for its own answer. */
function useTopOfNewPage(pathname: string) {
  const is_return = useNavigationType() === 'POP'
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    if (shown.current !== pathname && !is_return) scrollTo({ top: 0, behavior: 'instant' })
    shown.current = pathname
  }, [pathname, is_return])
}

/** Whoever returns goods, books a repair, has a piece set aside or looks at an application is not in a checkout. */
const without_steps: readonly string[] = [
  cart_addresses.orderReturn.path,
  booking_addresses.cartBooking.path,
  booking_addresses.cartShopReservation.path,
  loan_addresses.application.path,
]

function CartHeader({ pathname }: { pathname: string }) {
  const { shop } = useShop()
  const answer = useOpenAnswer()
  // The page of an order knows how far it is, and where it is listed.
  const { steps, is_in_list } = (answer?.data ?? {}) as Partial<SuccessData>
  const back = steps === 'none' && is_in_list ? back_to_list : backLink(pathname)
  // An error screen has no checkout steps.
  const hasSteps = answer !== undefined && steps !== 'none' && !without_steps.includes(pathname)
  return (
    <header className="border-b border-line bg-white">
      <div className="mx-auto grid h-16 w-full max-w-[752px] lg:group-data-columns/page:max-w-[1136px] grid-cols-[1fr_auto_1fr] items-center gap-3 px-4">
        <a
          href={back.path}
          className="-ml-2 flex h-11 w-fit items-center gap-1 rounded-xl pr-3 pl-1 text-body font-semibold text-ink hover:bg-mist"
        >
          <Icon name="chevron-left" className="size-6 shrink-0" />
          <span className="max-sm:sr-only">{back.text}</span>
        </a>
        <a href="/" aria-label={`${shop.name}, về trang chủ`} className="rounded-lg">
          <img
            src="/media/brand/logo.svg"
            alt=""
            width={463}
            height={72}
            className="h-7 w-auto sm:h-8 forced-colors:bg-white forced-colors:forced-color-adjust-none"
          />
        </a>
        <a
          href={`tel:${shop.hotline.replace(/\D/g, '')}`}
          className="flex h-11 w-fit items-center gap-2 justify-self-end rounded-xl px-2 text-body font-semibold text-ink hover:bg-mist"
        >
          <Icon name="phone" className="size-5 shrink-0 text-accent" />
          <span className="max-sm:sr-only">{shop.hotline}</span>
        </a>
      </div>
      {hasSteps && (
        <div className="mx-auto w-full max-w-[752px] px-2 pt-1 pb-4 sm:px-4">
          <CheckoutSteps pathname={pathname} is_unpaid={steps === 'at_payment'} />
        </div>
      )}
    </header>
  )
}

function CartFooter() {
  const { shop } = useShop()
  return (
    <footer className="border-t border-line bg-white">
      <div className="mx-auto flex w-full max-w-[752px] flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-4 text-sm text-muted lg:group-data-columns/page:max-w-[1136px]">
        <p>
          Cần hỗ trợ đặt hàng? Gọi miễn phí{' '}
          <a
            href={`tel:${shop.hotline.replace(/\D/g, '')}`}
            className="font-semibold whitespace-nowrap text-accent"
          >
            {shop.hotline}
          </a>
        </p>
        {shop.is_demo && <p>Cửa hàng dùng thử, không giao hàng thật.</p>}
      </div>
    </footer>
  )
}

const back_to_list = { path: member_addresses.memberOrders.path, text: 'Lịch sử mua hàng' }

function backLink(pathname: string): { path: string; text: string } {
  if (pathname === cart_addresses.payment.path) {
    return { path: cart_addresses.paymentInfo.path, text: 'Thông tin đơn hàng' }
  }
  if (pathname === cart_addresses.paymentInfo.path)
    return { path: cart_addresses.cart.path, text: 'Giỏ hàng' }
  return { path: content_addresses.home.path, text: 'Tiếp tục mua sắm' }
}

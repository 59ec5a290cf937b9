import { useEffect } from 'react'
import { Form } from 'react-router'
import type { RestoredLine } from '#contracts/storefront/abandoned-cart.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { formatDong } from '#pure/money.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { setCartCount } from '#storefront/runtime/cart-count.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { AbandonmentData } from '#storefront/pages/cart/abandonment/page.server.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Notice } from '#web/ui/notice.tsx'
import { AnswerNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'

export function meta(): PageMeta {
  return { title: 'Giỏ hàng bạn để lại', robots: 'noindex, nofollow' }
}

/** /cart/abandonment/{code}: the restored lines of the cart, at today's prices. */
export function Page({ data: { abandoned, asks_to_stop, is_stopped } }: { data: AbandonmentData }) {
  const { lines, item_quantity, code, url_path, expires_at } = abandoned
  const answer = useFormAnswer()
  useEffect(() => setCartCount(item_quantity), [item_quantity])
  const has_changed = lines.some(({ change }) => change !== 'same')
  return (
    <div className="grid gap-4 pb-6">
      <h1 className="text-2xl">Giỏ hàng bạn để lại</h1>
      <AnswerNotice answer={answer} lines={lines} />
      {is_stopped && <Notice kind="info">Bạn sẽ không nhận thư nhắc giỏ hàng nữa.</Notice>}
      {asks_to_stop && (
        <CheckoutSection title="KHÔNG NHẬN THƯ NHẮC NỮA?">
          <Form method="post" action={url_path} className="grid gap-3">
            <input type="hidden" name="code" value={code} />
            <button type="submit" name="intent" value="stop" className={buttonClass('outline')}>
              Dừng gửi thư nhắc giỏ hàng
            </button>
          </Form>
        </CheckoutSection>
      )}
      <CheckoutSection title="ĐÃ ĐƯA VÀO GIỎ HÀNG">
        <p className="text-body">
          {has_changed
            ? 'Một vài điều đã thay đổi từ khi bạn rời đi; giá dưới đây là giá hôm nay.'
            : 'Giá và hàng vẫn như khi bạn rời đi.'}
        </p>
        <ul className="-my-3 divide-y divide-line">
          {lines.map((line, index) => (
            <Line key={`${line.item_id} ${index}`} line={line} />
          ))}
        </ul>
      </CheckoutSection>
      <a href={cart_addresses.cart.path} className={buttonClass('primary', 'min-h-12')}>
        Xem giỏ hàng
      </a>
      <p className="text-center text-sm text-muted">
        Liên kết này dùng được đến {formatDate(new Date(expires_at))}.
      </p>
    </div>
  )
}

function Line({ line }: { line: RestoredLine }) {
  const { name, color_name, price, previous_price, change, url_path } = line
  return (
    <li className="flex items-center gap-3 py-3">
      <LinePicture line={line} className="size-16 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold">
          <a href={`/${url_path.replace(/^\//, '')}`} className="hover:text-accent">
            {name}
          </a>
        </p>
        <p className="mt-0.5 text-sm text-muted">
          {color_name && <>Màu: {color_name} · </>}Số lượng: {line.restored_quantity}
        </p>
        {price !== null && (
          <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
            <span className="font-bold text-sale">{formatDong(price)}</span>
            {price !== previous_price && (
              <del className="text-note text-muted">
                <span className="sr-only">Giá lúc bạn rời đi </span>
                {formatDong(previous_price)}
              </del>
            )}
          </p>
        )}
        {change !== 'same' && (
          <p className={`mt-1 text-sm font-semibold ${toneOf(change)}`}>{changeText(line)}</p>
        )}
      </div>
    </li>
  )
}

function toneOf(change: RestoredLine['change']): string {
  return change === 'price_down' ? 'text-success' : 'text-sale'
}

function changeText({
  change,
  price,
  previous_price,
  item_quantity,
  restored_quantity,
}: RestoredLine) {
  const difference = formatDong(Math.abs((price ?? previous_price) - previous_price))
  switch (change) {
    case 'price_up':
      return `Giá tăng ${difference}`
    case 'price_down':
      return `Giá giảm ${difference}`
    case 'fewer':
      return `Chỉ còn ${restored_quantity} trên ${item_quantity} chiếc`
    case 'sold_out':
      return 'Vừa hết hàng'
    case 'gone':
      return 'Không còn được bán'
    case 'cart_full':
      return 'Giỏ hàng đã đủ 50 sản phẩm khác nhau'
    default:
      return null
  }
}

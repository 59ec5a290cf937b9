import { useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type {
  ShopReservation,
  ShopReservationState,
} from '#contracts/storefront/trade/shop-reservation.ts'
import { formatDate, formatTime } from '#pure/vietnam-time.ts'
import { reservedUrl, shopReservationUrl } from '#storefront/addresses/shop-reservation-links.ts'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { ShopWays } from '#storefront/commerce/nearby/shop-ways.tsx'
import { shop_reservation_texts } from '#storefront/commerce/shop-reservation/shop-reservation-refusals.ts'
import type { CartShopReservationData } from '#storefront/pages/cart/shop-reservation/page.server.ts'
import { refusalMessage } from '#storefront/refusals.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Fact } from '#web/ui/fact.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Notice } from '#web/ui/notice.tsx'

export function meta(data: CartShopReservationData): PageMeta {
  const title = data.kind === 'list' ? 'Hàng đang giữ tại cửa hàng' : `Giữ hàng ${data.one.code}`
  return { title, robots: 'noindex, nofollow' }
}

const headlines: Record<ShopReservationState, { title: string; text: string }> = {
  reserved: {
    title: 'CỬA HÀNG ĐÃ GIỮ HÀNG CHO BẠN',
    text: 'Đến nơi, hãy đưa mã này cho nhân viên. Bạn trả tiền khi nhận hàng, theo giá lúc đó.',
  },
  sold: { title: 'BẠN ĐÃ NHẬN HÀNG', text: 'Cảm ơn bạn đã mua hàng.' },
  cancelled: {
    title: 'ĐÃ HỦY GIỮ HÀNG',
    text: 'Món hàng đã về kệ. Bạn có thể giữ lại nếu cửa hàng còn hàng.',
  },
  lapsed: {
    title: 'ĐÃ HẾT GIỜ GIỮ HÀNG',
    text: 'Quá 24 giờ nên món hàng đã về kệ. Bạn có thể giữ lại nếu cửa hàng còn hàng.',
  },
}

/** /cart/dat-giu: what is set aside for the shopper, or all of it. */
export function Page({ data }: { data: CartShopReservationData }) {
  return data.kind === 'list' ? <List list={data.list} /> : <One data={data} />
}

function List({ list }: { list: ShopReservation[] }) {
  return (
    <div className="grid gap-4 pb-6">
      <h1 className="text-2xl">Hàng giữ tại cửa hàng</h1>
      {list.length === 0 ? (
        <div className="sheet">
          <EmptyState picture="cart" title="Chưa giữ món nào.">
            <p className="text-balance">
              Ở trang sản phẩm, bấm “Đặt giữ tại cửa hàng” để giữ 1 sản phẩm trong 24 giờ.
            </p>
          </EmptyState>
        </div>
      ) : (
        <ul className="grid gap-3">
          {list.map((one) => (
            <li key={one.code} className="sheet flex items-start gap-3 p-4">
              <LinePicture line={one.item} className="size-16 shrink-0" />
              <p className="min-w-0">
                <a
                  href={reservedUrl(one.code)}
                  className="font-semibold hover:text-accent hover:underline"
                >
                  {one.item.name}
                </a>
                <span className="block text-body text-muted">{one.shop.name}</span>
                <span className="block text-body text-muted">
                  {one.is_open ? `Giữ đến ${untilText(one)}` : headlineOf(one).title.toLowerCase()}
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** One whose time is over and that the shop has not put back yet counts as lapsed. */
function headlineOf({ state, is_open }: ShopReservation) {
  return headlines[state === 'reserved' && !is_open ? 'lapsed' : state]
}

function untilText({ expires_at }: ShopReservation): string {
  const end = new Date(expires_at)
  return `${formatTime(end)} ngày ${formatDate(end)}`
}

function One({ data }: { data: Extract<CartShopReservationData, { kind: 'one' }> }) {
  const { one, is_linked, asks_to_cancel, now } = data
  const { code, item, shop, is_open, state } = one
  const secret = is_linked ? one.secret : undefined
  const { title, text } = headlineOf(one)
  const is_good = is_open || state === 'sold'
  return (
    <div className="grid gap-4 pb-6">
      <div className="sheet p-4 text-center sm:p-6">
        <Icon
          name={is_good ? 'circle-check' : 'circle-x'}
          className={`mx-auto size-12 ${is_good ? 'text-success' : 'text-muted'}`}
        />
        <h1 className="mt-2 text-2xl">{title}</h1>
        <p className="mx-auto mt-1 max-w-md text-muted">{text}</p>
        {is_open && <TimeLeft one={one} now={now} />}
      </div>
      {asks_to_cancel && <CancelForm one={one} secret={secret} />}
      <CheckoutSection title="HÀNG ĐƯỢC GIỮ">
        <div className="grid items-center gap-4 sm:grid-cols-[auto_1fr]">
          {is_open && (
            <img
              src={one.qr}
              alt={`Mã QR giữ hàng ${code}`}
              width={176}
              height={176}
              className="size-44 justify-self-center"
            />
          )}
          <dl className="grid gap-2.5 text-body">
            <Fact name="Mã giữ hàng">
              <span className="tracking-wide whitespace-nowrap select-all">{code}</span>
            </Fact>
            <Fact name="Sản phẩm">{item.name}</Fact>
            <Fact name="Giữ đến">{untilText(one)}</Fact>
            <Fact name="Cửa hàng">{shop.name}</Fact>
            <Fact name="Địa chỉ">{shop.address}</Fact>
            <Fact name="Giờ mở cửa">{shop.time_opening}</Fact>
            <Fact name="Người lấy">
              {one.name} · {one.phone}
            </Fact>
          </dl>
        </div>
        <ShopWays shop={shop} />
      </CheckoutSection>
      {is_open && !asks_to_cancel && (
        <a
          href={reservedUrl(code, secret, { huy: 1 })}
          className={buttonClass('outline', 'min-h-12')}
        >
          Hủy giữ hàng
        </a>
      )}
      {!is_open && (
        <a href={shopReservationUrl(item.item_id)} className={buttonClass('primary', 'min-h-12')}>
          Giữ lại sản phẩm này
        </a>
      )}
      {!is_linked && is_open && (
        <p className="text-center text-sm text-muted">
          Nhờ người khác đến lấy? Gửi cho họ{' '}
          <a
            href={reservedUrl(code, one.secret)}
            className="font-semibold text-accent hover:underline"
          >
            liên kết giữ hàng
          </a>
          . Ai có liên kết này đều hủy được.
        </p>
      )}
    </div>
  )
}

/** "Còn 23 giờ 59 phút" by the shop's clock, counted on where scripts run. */
function TimeLeft({ one, now }: { one: ShopReservation; now: number }) {
  const [passed_ms, setPassed] = useState(0)
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => setPassed(performance.now() - began), 10_000)
    return () => clearInterval(timer)
  }, [])
  const left_ms = Math.max(0, Date.parse(one.expires_at) - now - passed_ms)
  const minutes = Math.floor(left_ms / 60_000)
  return (
    <p role="timer" className="mt-3 text-lg font-bold text-sale">
      Còn {Math.floor(minutes / 60)} giờ {minutes % 60} phút
    </p>
  )
}

function CancelForm({ one, secret }: { one: ShopReservation; secret: string | undefined }) {
  const { refusal } = useFormAnswer()
  const is_busy = useNavigation().state !== 'idle'
  return (
    <Form
      method="post"
      action={reservedUrl(one.code, secret)}
      onSubmit={(event) => {
        if (is_busy) event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value="cancel" />
      <input type="hidden" name="code" value={one.code} />
      {secret !== undefined && <input type="hidden" name="secret" value={secret} />}
      <CheckoutSection title="HỦY GIỮ HÀNG">
        {refusal !== null && (
          <Notice kind="error">{refusalMessage(refusal, shop_reservation_texts).text}</Notice>
        )}
        <p>
          Hủy giữ {one.item.name} tại {one.shop.name}? Người khác có thể mua ngay.
        </p>
        <div className="grid grid-cols-2 gap-3">
          <a href={reservedUrl(one.code, secret)} className={buttonClass('outline', 'min-h-12')}>
            Vẫn giữ
          </a>
          <button type="submit" aria-disabled={is_busy} className={buttonClass('dark', 'min-h-12')}>
            Hủy giữ hàng
          </button>
        </div>
      </CheckoutSection>
    </Form>
  )
}

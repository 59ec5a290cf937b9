import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, shopReservationPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { StaffShopReservation } from '#admin/pages/pickups/reservation/page.server.ts'
import { shop_reservation_titles } from '#admin/pages/pickups/reservations/reservation-texts.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ code }: StaffShopReservation) => `Đặt giữ ${code}`
export const has_own_heading = true

/** One piece that is set aside, with its two ends. */
export function Page({ data }: { data: StaffShopReservation }) {
  const { code, state, may, price } = data
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl tabular-nums">{code}</h1>
        <span className="rounded-md bg-cream px-2 text-sm leading-7 font-bold text-accent-dark">
          {shop_reservation_titles[state]}
        </span>
        <Link to={addresses.shop_reservations.path} className="tool ml-auto">
          Danh sách
        </Link>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <section aria-label="Món hàng" className="sheet grid content-start gap-4 text-sm">
          <FactList facts={factsOf(data)} />
          {may.release && <Release code={code} />}
        </section>
        {may.sell && price !== null && <Sell {...{ code, price }} />}
      </div>
    </>
  )
}

function factsOf(one: StaffShopReservation) {
  const { item, sku, shop, name, phone, created_at, expires_at, price, order_code } = one
  return [
    ['Hàng', item],
    ['Mã hàng', sku],
    ['Giá hôm nay', price === null ? 'Không còn bán' : formatDong(price)],
    ['Khách', `${name} · ${phone}`],
    ['Cửa hàng', shop],
    ['Giữ từ', formatDateTime(new Date(created_at))],
    ['Giữ đến', formatDateTime(new Date(expires_at))],
    [
      'Đơn đã bán',
      order_code && (
        <Link key={order_code} to={orderPath(order_code)} className="underline">
          {order_code}
        </Link>
      ),
    ],
  ] as const
}

/** The shopper stands here: the piece is scanned, paid in cash and taken along. */
function Sell({ code, price }: { code: string; price: number }) {
  return (
    <StaffForm
      action={shopReservationPath(code)}
      hidden={{ intent: 'sell', code, grand_total: price }}
      className="sheet grid content-start gap-3 max-lg:order-first"
    >
      <label className="block font-semibold">
        Quét IMEI, serial hoặc mã hàng
        <input
          name="scanned"
          required
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={400}
          className="field mt-1 min-h-11 w-full font-mono text-base"
        />
      </label>
      <button type="submit" className="tool-main min-h-11">
        Bán tại quầy, thu {formatDong(price)}
      </button>
      <p className="text-sm text-muted">
        Khách mua thêm món khác hoặc trả cách khác: trả món này về kệ rồi lập đơn.
      </p>
    </StaffForm>
  )
}

function Release({ code }: { code: string }) {
  return (
    <details>
      <summary className="cursor-pointer font-semibold text-muted">Trả về kệ</summary>
      <StaffForm
        action={shopReservationPath(code)}
        hidden={{ intent: 'release', code }}
        className="mt-2 grid gap-2"
      >
        <ReasonField required is_tall />
        <div>
          <button type="submit" className="tool">
            Trả về kệ, báo khách
          </button>
        </div>
      </StaffForm>
    </details>
  )
}

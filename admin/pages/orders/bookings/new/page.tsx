import { Form, Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { newBookingPath } from '#admin/addresses/paths.ts'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { DayChoice, SlotChoice } from '#admin/pages/orders/bookings/new/times.tsx'
import type { NewBookingData } from '#admin/pages/orders/bookings/new/page.server.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Đặt lịch cho khách'
export const has_own_heading = true

type Typed = Readonly<Record<string, string>>

/** Services and shop are links and a form of the address; the time and the customer are what is sent. */
export function Page({ data, typed = {} }: { data: NewBookingData; typed?: Typed }) {
  const { shop_id, lines, problem, days } = data
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">{title}</h1>
        <Link
          to={`${addresses.bookings.path}${shop_id === null ? '' : `?shop_id=${shop_id}`}`}
          className="tool ml-auto min-h-11"
        >
          Lịch hẹn
        </Link>
      </div>
      {shop_id === null ? (
        <p className="sheet text-muted">Chưa có cửa hàng nào của bạn nhận lịch sửa chữa.</p>
      ) : (
        <div className="grid items-start gap-4 text-sm lg:grid-cols-2">
          <div className="grid min-w-0 gap-4">
            <Search data={data} />
            <Found data={data} />
            <Chosen data={data} />
          </div>
          <div className="grid min-w-0 gap-4">
            {problem !== null && <p className="sheet font-semibold text-sale">{problem}</p>}
            {lines.length === 0 && problem === null && (
              <p className="sheet text-muted">Tìm và thêm dịch vụ để xem giờ trống.</p>
            )}
            {days.length > 0 && <Book data={data} typed={typed} />}
          </div>
        </div>
      )}
    </>
  )
}

interface PartProps {
  data: NewBookingData
}

/** The shop and the words that services are searched by. */
function Search({ data: { shops, shop_id, q, item_ids, day } }: PartProps) {
  return (
    <Form
      action={addresses.new_booking.path}
      key={`${shop_id} ${q}`}
      role="search"
      className="sheet flex flex-wrap items-end gap-2"
    >
      {item_ids.map((item, n) => (
        <input key={`${item} ${n}`} type="hidden" name="item" value={item} />
      ))}
      {day !== null && <input type="hidden" name="day" value={day.day} />}
      <label className="grid min-w-0 grow basis-full gap-1">
        <span className="text-muted">Cửa hàng</span>
        <select name="shop_id" defaultValue={shop_id ?? ''} className="field min-h-11 w-full">
          {shops.map((shop) => (
            <option key={shop.shop_id} value={shop.shop_id}>
              {shop.name}
            </option>
          ))}
        </select>
      </label>
      <label className="grid min-w-0 grow basis-40 gap-1">
        <span className="text-muted">Dịch vụ và dòng máy</span>
        <input
          name="q"
          type="search"
          defaultValue={q}
          maxLength={60}
          autoComplete="off"
          placeholder="pin iPhone 13"
          className="field min-h-11 w-full"
        />
      </label>
      <button type="submit" className="tool min-h-11">
        Tìm
      </button>
    </Form>
  )
}

function Found({ data: { found, q, shop_id, item_ids, day, can_add } }: PartProps) {
  if (q === '') return null
  if (found.length === 0) {
    return <p className="sheet text-muted">{`Không có dịch vụ nào có “${q}”.`}</p>
  }
  return (
    <ul aria-label="Dịch vụ tìm thấy" className="sheet divide-y divide-line p-0">
      {found.map(({ item_id, name, price, free }) => (
        <li key={item_id} className="flex items-center gap-3 px-4 py-2">
          <p className="min-w-0 grow wrap-anywhere">
            {name}
            <span className="block text-muted">
              {formatDong(price)}
              {free !== null && ` · ${free > 0 ? `còn ${free} linh kiện` : 'hết linh kiện'}`}
            </span>
          </p>
          {can_add && (
            <Link
              to={newBookingPath({ shop_id, day: day?.day, item_ids: [...item_ids, item_id] })}
              aria-label={`Thêm ${name}`}
              className="tool min-h-11 shrink-0"
            >
              Thêm
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function Chosen({ data: { lines, total, item_ids, shop_id, day, has_parts, can_add } }: PartProps) {
  if (lines.length === 0) return null
  return (
    <section aria-label="Dịch vụ đã chọn" className="sheet grid gap-2">
      <ul className="divide-y divide-line">
        {lines.map(({ item_id, name, quantity, price, minutes }) => (
          <li key={item_id} className="flex items-center gap-3 py-2 first:pt-0">
            <p className="min-w-0 grow wrap-anywhere">
              <span className="font-semibold">
                {quantity > 1 && `${quantity} × `}
                {name}
              </span>
              <span className="block text-muted">
                {formatDong(price * quantity)} · {minutes} phút
              </span>
            </p>
            <Link
              to={newBookingPath({ shop_id, day: day?.day, item_ids: without(item_ids, item_id) })}
              aria-label={`Bớt ${name}`}
              className="tool min-h-11 shrink-0"
            >
              Bớt
            </Link>
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-3 font-bold">
        Tổng tạm tính <span className="tabular-nums">{formatDong(total)}</span>
      </p>
      {has_parts === false && (
        <p className="font-semibold text-sale">
          Cửa hàng chưa đủ linh kiện. Hẹn sau 2 ngày, hoặc chọn cửa hàng khác.
        </p>
      )}
      {!can_add && <p className="text-muted">Một lịch có tối đa 5 dịch vụ.</p>}
    </section>
  )
}

/** The list with one piece less of an item. */
function without(item_ids: readonly number[], item_id: number): number[] {
  const at = item_ids.indexOf(item_id)
  return item_ids.filter((_, n) => n !== at)
}

function Book({ data, typed }: PartProps & { typed: Typed }) {
  const { shop_id, day, item_ids, total, days } = data
  const here = { shop_id, item_ids }
  return (
    <StaffForm
      action={newBookingPath({ ...here, day: day?.day })}
      hidden={{ shop_id: shop_id ?? '', total_seen: total }}
      autoComplete="off"
      className="sheet grid gap-3"
    >
      <DayChoice
        days={days}
        current={day?.day}
        hrefOf={(chosen) => newBookingPath({ ...here, day: chosen })}
      />
      {day === null ? (
        <p className="font-semibold text-sale">Cửa hàng đã kín lịch trong 14 ngày tới.</p>
      ) : (
        <SlotChoice key={day.day} day={day} now={data.now} chosen={typed['booking_date']} />
      )}
      <Text name="name" label="Tên khách" max={100} typed={typed} required />
      <Text name="phone" label="Số điện thoại" max={30} typed={typed} required type="tel" />
      <Text name="email" label="Email (không bắt buộc)" max={200} typed={typed} type="email" />
      <Text name="notes" label="Ghi chú, khách cũng thấy" max={500} typed={typed} />
      <p className="text-muted">
        Khách nhận tin xác nhận và tin nhắc như khi tự đặt trên trang. Khách muốn gửi máy ngay thì
        dùng “Nhận máy”.
      </p>
      <SubmitButton look="primary">Đặt lịch</SubmitButton>
    </StaffForm>
  )
}

interface TextProps {
  name: string
  label: string
  max: number
  typed: Typed
  required?: boolean
  type?: 'tel' | 'email'
}

function Text({ name, label, max, typed, required = false, type }: TextProps) {
  return (
    <label className="grid gap-1">
      <span className="text-muted">{label}</span>
      <input
        {...{ name, required }}
        type={type ?? 'text'}
        maxLength={max}
        defaultValue={typed[name] ?? ''}
        autoComplete="off"
        className="field min-h-11 w-full"
      />
    </label>
  )
}

import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, returnPath } from '#admin/addresses/paths.ts'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { ShopField } from '#admin/pages/returns/shop-field.tsx'
import { FindReturnable } from '#admin/pages/returns/find-returnable.tsx'
import type { NewReturnData } from '#admin/pages/returns/new/page.server.ts'
import { return_reason_titles } from '#admin/pages/returns/return-texts.ts'
import type { ReturnableLine, ReturnableOrder } from '#contracts/staff/returns.ts'
import { formatDate } from '#pure/vietnam-time.ts'

export const title = 'Nhận hàng trả'
export const has_own_heading = true

/** The goods of an order, each with the form that takes it back. The scanned unit comes first. */
export function Page({ data: { q, order } }: { data: NewReturnData }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">{title}</h1>
        <Link to={addresses.returns.path} className="tool ml-auto">
          Tất cả phiếu
        </Link>
      </div>
      <FindReturnable key={q} q={q} />
      {order === null
        ? q !== '' && (
            <p className="sheet" role="status">
              Không có đơn đã giao nào với mã “{q}”.
            </p>
          )
        : order && <Order order={order} />}
    </>
  )
}

function Order({ order }: { order: NonNullable<NewReturnData['order']> }) {
  const { order_code, customer, delivered_at, day, lines, scanned } = order
  const sorted = lines.toSorted(
    (a, b) => Number(b.position === scanned?.position) - Number(a.position === scanned?.position),
  )
  return (
    <>
      <p className="sheet text-sm">
        <Link to={orderPath(order_code)} className="font-semibold tabular-nums underline">
          {order_code}
        </Link>{' '}
        · {customer} · giao ngày {formatDate(new Date(delivered_at))}, ngày thứ {day}
      </p>
      {sorted.map((line) => (
        <Line
          key={line.position}
          order={order}
          line={line}
          unit_code={scanned?.position === line.position ? scanned.unit_code : ''}
        />
      ))}
    </>
  )
}

interface LineProps {
  order: ReturnableOrder
  line: ReturnableLine
  unit_code: string
}

function Line({ order: { order_code, shops }, line, unit_code }: LineProps) {
  const { position, name, sku, quantity, left, return_codes, unit_codes, fees } = line
  const is_open = left > 0 && fees.length > 0
  return (
    <section aria-label={name} className="sheet grid gap-3 text-sm">
      <p>
        <span className="font-semibold">
          {quantity} × {name}
        </span>{' '}
        <span className="text-muted">{sku}</span>
      </p>
      {return_codes.length > 0 && (
        <p className="text-muted">
          Đã có phiếu:{' '}
          {return_codes.map((code) => (
            <Link key={code} to={returnPath(code)} className="mr-3 underline tabular-nums">
              {code}
            </Link>
          ))}
        </p>
      )}
      {line.asked.map((request) => (
        <AskedForm key={request.code} {...{ request, order_code, position, unit_code, shops }} />
      ))}
      {left > 0 && fees.length === 0 && (
        <p className="font-semibold text-sale">Đã quá hạn đổi trả.</p>
      )}
      {is_open && (
        <StaffForm
          action={addresses.new_return.path}
          hidden={{ order_code, position }}
          className="grid gap-3 md:grid-cols-2"
        >
          <fieldset className="grid content-start gap-1">
            <legend className="mb-1 text-muted">Lý do</legend>
            {fees.map(({ reason, percent }, n) => (
              <label key={reason} className="flex min-h-9 items-center gap-2">
                <input
                  type="radio"
                  name="reason"
                  value={reason}
                  required
                  defaultChecked={n === 0}
                />
                {return_reason_titles[reason]}
                <span className="text-muted">{percent === 0 ? 'miễn phí' : `trừ ${percent}%`}</span>
              </label>
            ))}
          </fieldset>
          <div className="grid content-start gap-2">
            {unit_codes.length > 0 ? (
              <LineField
                label="IMEI hoặc serial của máy khách mang tới"
                name="unit_code"
                defaultValue={unit_code}
                required
                maxLength={40}
              />
            ) : (
              <label className="grid gap-1">
                <span className="text-muted">Số lượng (còn {left})</span>
                <input
                  name="quantity"
                  inputMode="numeric"
                  defaultValue="1"
                  autoComplete="off"
                  className="field w-20 text-right tabular-nums"
                />
              </label>
            )}
            <LineField label="Lời khách" name="words" maxLength={500} />
            <ShopField shops={shops} />
            <button type="submit" className="tool-main justify-self-start">
              Nhận hàng
            </button>
          </div>
        </StaffForm>
      )}
    </section>
  )
}

interface AskedFormProps {
  request: ReturnableLine['asked'][number]
  order_code: string
  position: number
  /** The code that was scanned. */
  unit_code: string
  shops: ReturnableOrder['shops']
}

/** Takes the goods of a request that the shopper sent before. It goes on with its reason and its day. */
function AskedForm({ request, order_code, position, unit_code, shops }: AskedFormProps) {
  const { code, reason, quantity } = request
  const is_scanned = request.unit_code === unit_code
  return (
    <StaffForm
      action={addresses.new_return.path}
      hidden={{ order_code, position, reason, quantity }}
      className="grid gap-2 rounded-lg bg-cream p-3 md:grid-cols-2"
    >
      <p className="md:col-span-2">
        Khách đã gửi yêu cầu <span className="font-semibold tabular-nums">{code}</span>:{' '}
        {return_reason_titles[reason]}
        {quantity > 1 && `, ${quantity} chiếc`}
      </p>
      {request.unit_code !== null && (
        <LineField
          label={`IMEI hoặc serial (…${request.unit_code.slice(-4)})`}
          name="unit_code"
          defaultValue={is_scanned ? unit_code : ''}
          required
          maxLength={40}
        />
      )}
      <ShopField shops={shops} />
      <button type="submit" className="tool-main justify-self-start md:col-span-2">
        Nhận theo yêu cầu
      </button>
    </StaffForm>
  )
}

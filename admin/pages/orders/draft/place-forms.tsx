import { ScanField } from '#admin/kit/fields/scan-field.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { draftPath, orderPath } from '#admin/addresses/paths.ts'
import { OrderPriceRows } from '#admin/kit/price-rows.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { Draft } from '#contracts/staff/orders/drafts.ts'
import { formatDong } from '#pure/money.ts'
import { formatChange, orderRows, rowTexts } from '#pure/price-rows.ts'

interface PlaceFormsProps {
  draft: Draft
  may_sell: boolean
}

/** What the draft costs, and the ways to make an order of it. */
export function PlaceForms({ draft, may_sell }: PlaceFormsProps) {
  const { draft_id, version, totals, address, on_delivery, follows } = draft
  const worth = follows?.worth ?? 0
  const missing = (total: number) => formatDong(Math.max(0, total - worth))
  const picks_up = address?.shipping_method === 'store_pickup'
  return (
    <div className="grid content-start gap-4 text-sm">
      <section aria-labelledby="total" className="sheet grid gap-3">
        <h2 id="total" className="part-title">
          Tổng
        </h2>
        {totals === null ? (
          <p className="text-muted">Thêm món để tính giá.</p>
        ) : (
          <OrderPriceRows rows={rowTexts(orderRows(draft.lines, totals))} />
        )}
        {follows !== null && <Follows follows={follows} total={totals?.grand_total ?? null} />}
      </section>
      {totals !== null && address === null && (
        <p className="sheet text-muted">
          {worth > 0
            ? 'Điền người mua, lưu lại rồi đặt.'
            : 'Điền người mua, lưu lại rồi đặt. Gửi báo giá thì chưa cần.'}
        </p>
      )}
      {totals !== null && address !== null && (
        <section aria-labelledby="place" className="sheet grid gap-4">
          <h2 id="place" className="part-title">
            Đặt đơn
          </h2>
          {on_delivery !== null && picks_up && may_sell && (
            <PlaceForm draft={draft} way="counter" total={on_delivery.grand_total}>
              <ScanField label="Bán tại quầy, trả tiền mặt: quét từng món" rows={2} />
              <button type="submit" className="tool-main min-h-11 whitespace-normal">
                Đã thu {missing(on_delivery.grand_total)}, giao hàng
              </button>
            </PlaceForm>
          )}
          {on_delivery !== null && (
            <PlaceForm draft={draft} way="on_delivery" total={on_delivery.grand_total}>
              <button
                type="submit"
                className={picks_up && may_sell ? 'tool whitespace-normal' : 'tool-main min-h-11'}
              >
                {picks_up ? 'Đặt, trả tiền khi đến lấy' : 'Đặt, trả tiền khi nhận hàng'}
              </button>
            </PlaceForm>
          )}
          <PlaceForm draft={draft} way="hold" total={totals.grand_total}>
            <button type="submit" className="tool min-h-11 whitespace-normal">
              Giữ hàng 24 giờ, khách trả online
            </button>
            {worth > 0 && (
              <p className="text-muted">
                Quá 24 giờ khách chưa trả phần chênh, tiền của món đã bỏ được hoàn lại.
              </p>
            )}
          </PlaceForm>
        </section>
      )}
      <section aria-label="Việc khác" className="sheet flex flex-wrap gap-3">
        {totals !== null && worth === 0 && (
          <StaffForm action={draftPath(draft_id)} hidden={{ intent: 'share', version }}>
            <button type="submit" className="tool min-h-11">
              Tạo link báo giá
            </button>
          </StaffForm>
        )}
        <StaffForm action={draftPath(draft_id)} hidden={{ intent: 'drop', version }}>
          <button type="submit" className="tool min-h-11">
            Bỏ đơn nháp
          </button>
        </StaffForm>
      </section>
    </div>
  )
}

/** The order to which these goods are added, and what its own goods that go for them pay. */
function Follows({
  follows: { order_code, worth },
  total,
}: {
  follows: NonNullable<Draft['follows']>
  total: number | null
}) {
  return (
    <>
      <p>
        {worth === null ? 'Món thêm của đơn ' : 'Đổi món của đơn '}
        <Link to={orderPath(order_code)} className="font-semibold underline tabular-nums">
          {order_code}
        </Link>
      </p>
      {worth !== null && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-0.5 tabular-nums">
          <Row name="Tiền của món bỏ" amount={formatChange(-worth)} />
          {total !== null && (
            <>
              <dt className="pt-1 font-bold">
                {total < worth ? 'Hoàn lại khách' : 'Khách trả thêm'}
              </dt>
              <dd className="pt-1 text-right text-lg font-extrabold">
                {formatDong(Math.abs(total - worth))}
              </dd>
            </>
          )}
        </dl>
      )}
    </>
  )
}

interface PlaceFormProps {
  draft: Draft
  way: 'on_delivery' | 'hold' | 'counter'
  total: number
  children: ReactNode
}

function PlaceForm({ draft: { draft_id, version }, way, total, children }: PlaceFormProps) {
  return (
    <StaffForm
      action={draftPath(draft_id)}
      hidden={{ intent: 'place', version, way, grand_total: total }}
      className="grid gap-2"
    >
      {children}
    </StaffForm>
  )
}

function Row({ name, amount }: { name: string; amount: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-right">{amount}</dd>
    </>
  )
}

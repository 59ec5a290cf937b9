import { ScanField } from '#admin/kit/fields/scan-field.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { draftPath, returnPath } from '#admin/addresses/paths.ts'
import { OrderPriceRows } from '#admin/kit/price-rows.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { Draft } from '#contracts/staff/orders/drafts.ts'
import type { GoodsExchange } from '#contracts/staff/return-exchanges.ts'
import { formatDong } from '#pure/money.ts'
import { orderRows, rowTexts } from '#pure/price-rows.ts'

interface ExchangeFormsProps {
  draft: Draft
  may_sell: boolean
  exchange: GoodsExchange
}

/** What comes back, what the new goods cost, and the difference; then the exchange, at the counter or by delivery. */
export function ExchangeForms({ draft, may_sell, exchange }: ExchangeFormsProps) {
  const { draft_id, version, totals, address, on_delivery } = draft
  const total = on_delivery?.grand_total ?? totals?.grand_total ?? null
  return (
    <div className="grid content-start gap-4 text-sm">
      <section aria-labelledby="difference" className="sheet grid gap-3">
        <h2 id="difference" className="part-title">
          Đổi sang sản phẩm khác
        </h2>
        <Returned exchange={exchange} />
        {totals === null ? (
          <p className="text-muted">Thêm món khách lấy để tính phần chênh.</p>
        ) : (
          <OrderPriceRows rows={rowTexts(orderRows(draft.lines, totals))} />
        )}
        {total !== null && <Difference exchange={exchange} total={total} />}
      </section>
      <Ending draft={draft} may_sell={may_sell} exchange={exchange} total={total} />
      <section aria-label="Việc khác" className="sheet flex flex-wrap gap-3">
        <StaffForm action={draftPath(draft_id)} hidden={{ intent: 'drop', version }}>
          <button type="submit" className="tool min-h-11">
            Bỏ, không đổi nữa
          </button>
        </StaffForm>
      </section>
      {address === null && totals !== null && (
        <p className="sheet text-muted">Điền người mua, lưu lại rồi đổi.</p>
      )}
    </div>
  )
}

function Returned({ exchange: { return_code, item, value, fee } }: { exchange: GoodsExchange }) {
  return (
    <>
      <p>
        <Link to={returnPath(return_code)} className="font-semibold underline tabular-nums">
          {return_code}
        </Link>
        : {item}
      </p>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-0.5 tabular-nums">
        {fee > 0 && (
          <>
            <Row name="Giá trị hàng trả" amount={formatDong(value)} />
            <Row name="Phí trả hàng" amount={`−${formatDong(fee)}`} />
          </>
        )}
        <dt className="font-bold">Giá trị hàng đổi</dt>
        <dd className="text-right font-bold">{formatDong(value - fee)}</dd>
      </dl>
    </>
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

/** What the customer pays besides, or gets back. */
function Difference({
  exchange: { value, fee },
  total,
}: {
  exchange: GoodsExchange
  total: number
}) {
  const missing = total - (value - fee)
  return (
    <p className="flex items-baseline justify-between gap-4 border-t border-line pt-2 font-bold">
      <span>{missing < 0 ? 'Hoàn lại khách' : 'Khách trả thêm'}</span>
      <span className="text-lg font-extrabold tabular-nums">{formatDong(Math.abs(missing))}</span>
    </p>
  )
}

interface EndingProps extends ExchangeFormsProps {
  total: number | null
}

/** The exchange itself, or why it cannot be made. */
function Ending({ draft, may_sell, exchange, total }: EndingProps) {
  const { totals, address, on_delivery } = draft
  const problem = whyNot(exchange)
  if (problem !== null) return <p className="sheet text-sm text-muted">{problem}</p>
  if (totals === null || total === null || address === null) return null
  const missing = total - (exchange.value - exchange.fee)
  const picks_up = address.shipping_method === 'store_pickup'
  const form = { draft, exchange, total }
  return (
    <section aria-labelledby="exchange" className="sheet grid gap-4">
      <h2 id="exchange" className="part-title">
        Đổi hàng
      </h2>
      {on_delivery !== null && picks_up && may_sell && (
        <ExchangeForm {...form} way="counter">
          <ScanField label="Đổi tại quầy: quét từng món khách lấy" rows={2} />
          <button type="submit" className="tool-main min-h-11 whitespace-normal">
            {missing > 0 ? `Đã thu thêm ${formatDong(missing)}, giao hàng` : 'Đổi hàng, giao hàng'}
          </button>
        </ExchangeForm>
      )}
      {on_delivery !== null && (
        <ExchangeForm {...form} way="on_delivery">
          <button
            type="submit"
            className={
              picks_up && may_sell
                ? 'tool whitespace-normal'
                : 'tool-main min-h-11 whitespace-normal'
            }
          >
            {laterText(picks_up, missing)}
          </button>
        </ExchangeForm>
      )}
      {(missing > 0 || on_delivery === null) && (
        <HeldForm draft={draft} exchange={exchange} total={totals.grand_total} />
      )}
      {missing < 0 && (
        <p className="text-muted">
          Đề nghị hoàn {formatDong(-missing)} được gửi luôn; người khác duyệt rồi mới hoàn.
        </p>
      )}
    </section>
  )
}

function whyNot({ is_open, may_place }: GoodsExchange): string | null {
  if (!is_open) return 'Phiếu đổi trả này đã xử lý xong hoặc đang kiểm lại. Bỏ đơn nháp này.'
  if (!may_place) return 'Bạn không xử lý phiếu đổi trả này. Nhờ nhân viên cửa hàng nhận hàng.'
  return null
}

/** The exchange whose missing part the customer pays online. */
function HeldForm(form: Pick<ExchangeFormProps, 'draft' | 'exchange'> & { total: number }) {
  const missing = form.total - (form.exchange.value - form.exchange.fee)
  return (
    <ExchangeForm {...form} way="hold">
      <button type="submit" className="tool min-h-11 whitespace-normal">
        {missing > 0 ? `Đổi, giữ 24 giờ, trả online ${formatDong(missing)}` : 'Đổi, giao sau'}
      </button>
      {missing > 0 && (
        <p className="text-muted">
          Đổi xong thì gửi link cho khách. Quá 24 giờ chưa trả, giá trị hàng đổi được hoàn lại.
        </p>
      )}
    </ExchangeForm>
  )
}

/** The exchange whose goods are given later. */
function laterText(picks_up: boolean, missing: number): string {
  const then = picks_up ? 'khách lấy sau' : 'giao tận nơi'
  return missing > 0 ? `Đổi, ${then}, thu ${formatDong(missing)}` : `Đổi, ${then}`
}

interface ExchangeFormProps {
  draft: Draft
  exchange: GoodsExchange
  way: 'on_delivery' | 'hold' | 'counter'
  total: number
  children: ReactNode
}

function ExchangeForm({ draft, exchange, way, total, children }: ExchangeFormProps) {
  const { draft_id, version } = draft
  const { return_version } = exchange
  return (
    <StaffForm
      action={draftPath(draft_id)}
      hidden={{ intent: 'exchange', version, return_version, way, grand_total: total }}
      className="grid gap-2"
    >
      {children}
    </StaffForm>
  )
}

import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { receiptPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { Pictures } from '#admin/kit/pictures/pictures.tsx'
import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { LineForm } from '#admin/pages/receipt/line-form.tsx'
import type { ReceiptData } from '#admin/pages/receipt/page.server.ts'
import { receipt_state_titles } from '#admin/pages/receipts/receipt-texts.ts'
import type { Receipt } from '#contracts/staff/receipts.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ receipt }: ReceiptData) => `Phiếu nhập ${receipt.code}`
export const has_own_heading = true

/** One receipt: its lines, what lies on the table, and the button that brings it on hand. */
export function Page({ data: { receipt, booked } }: { data: ReceiptData }) {
  const { code, version, state, supplier, lines, may_change } = receipt
  const arriving = lines.reduce((sum, line) => sum + line.arriving, 0)
  const wrong = lines.reduce((sum, { wrong_lines }) => sum + wrong_lines.length, 0)
  return (
    <>
      {booked !== null && (
        <p
          role="status"
          className="rounded-xl bg-success-soft px-4 py-2 text-sm font-semibold text-success"
        >
          Đã nhận {booked} vào kho.{wrong > 0 && ` Còn ${wrong} dòng sai chưa nhận.`}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">
          {code} · {supplier}
        </h1>
        <span className="text-sm text-muted">{receipt_state_titles[state]}</span>
        <div className="ml-auto flex flex-wrap gap-2">
          <Link to={addresses.receipts.path} className="tool">
            Tất cả phiếu
          </Link>
          {may_change && arriving > 0 && (
            <StaffForm action={receiptPath(code)} hidden={{ intent: 'receive', version }}>
              <button type="submit" className="tool-main">
                Nhận {arriving.toLocaleString('vi-VN')} vào kho
              </button>
            </StaffForm>
          )}
        </div>
      </div>
      <Facts receipt={receipt} />
      {lines.map((line) => (
        <LineForm key={line.sku} receipt={receipt} line={line} />
      ))}
      {may_change && <LineForm key={`new ${lines.length}`} receipt={receipt} line={null} />}
      <Pictures
        path={receiptPath(code)}
        pictures={receipt.pictures}
        may_change={receipt.may_change_pictures}
      />
      {may_change && <Closing receipt={receipt} />}
    </>
  )
}

function Facts({ receipt }: { receipt: Receipt }) {
  const { shop, invoice, received, quantity, staff_name, created_at, close_reason } = receipt
  return (
    <section className="sheet text-sm">
      <FactList
        facts={[
          ['Nhận tại', shop],
          ...(invoice === '' ? [] : ([['Hóa đơn', invoice]] as const)),
          ['Đã nhận', `${received} / ${quantity}`],
          ['Lập', `${formatDateTime(new Date(created_at))} · ${staff_name}`],
          ...(close_reason === null ? [] : ([['Kết thúc vì', close_reason]] as const)),
        ]}
      />
    </section>
  )
}

function Closing({ receipt: { code, version, received, quantity } }: { receipt: Receipt }) {
  if (quantity === 0) return null
  return (
    <details className="sheet text-sm">
      <summary className="font-semibold">Phần còn lại không về nữa…</summary>
      <StaffForm
        action={receiptPath(code)}
        hidden={{ intent: 'close', version }}
        className="mt-3 flex flex-wrap items-end gap-2"
      >
        <ReasonField label={`Lý do thiếu ${quantity - received}`} />
        <button type="submit" className="tool">
          Kết thúc phiếu
        </button>
      </StaffForm>
    </details>
  )
}

import { useRef, useState } from 'react'
import { Link, useActionData } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, packPath } from '#admin/addresses/paths.ts'
import { useEarlyText } from '#admin/kit/early-text.ts'
import { pressKeyed, useKeys } from '#admin/kit/keyboard.ts'
import { Key } from '#admin/kit/keys-help.tsx'
import { ScanField } from '#admin/kit/fields/scan-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { Problem } from '#admin/runtime/page.ts'
import type { PackData } from '#admin/pages/packing/order/page.server.ts'
import {
  codesIn,
  countUnits,
  isComplete,
  UnitsToScan,
} from '#admin/pages/packing/order/units-to-scan.tsx'
import { QuotePart } from '#admin/pages/packing/order/quote-part.tsx'
import { data_transfer_title } from '#admin/pages/orders/order-texts.ts'
import { LabelSheet } from '#admin/pages/parcels/label-sheet.tsx'
import { PrintButton } from '#admin/pages/parcels/print-button.tsx'
import type { Packing, ParcelLabel } from '#contracts/staff/parcels.ts'

export const title = ({ order_code }: PackData) => `Đóng gói ${order_code}`
export const has_own_heading = true

/** Packs one order; then it shows the label, and `e` leads to the next order. */
export function Page({ data, answer: label }: { data: PackData; answer?: ParcelLabel }) {
  const { order_code, packing, scanned, quotes } = data
  useKeys({ p: () => pressKeyed('p'), e: () => pressKeyed('e') })
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <h1 className="text-xl">
          {label === undefined ? 'Đóng gói' : 'Đã gói'}{' '}
          <span className="tabular-nums">{order_code}</span>
        </h1>
        {packing !== null && <span className="text-sm text-muted">{packing.recipient}</span>}
        {packing?.data_transfer === true && (
          <span className="rounded-lg bg-gold-soft px-2 py-1 text-sm font-semibold">
            {data_transfer_title}
          </span>
        )}
        <div className="ml-auto flex flex-wrap gap-2">
          {label !== undefined && <PrintButton />}
          <Link to={orderPath(order_code)} className="tool">
            Xem đơn
          </Link>
          <Link to={addresses.packing.path} data-key="e" className="tool">
            {packing === null ? 'Gói đơn kế tiếp' : 'Đơn khác'} <Key name="e" />
          </Link>
        </div>
      </div>
      {label !== undefined && <LabelSheet label={label} />}
      {packing !== null && label !== undefined && (
        <p role="status" className="font-semibold print:hidden">
          Đơn còn món chưa gói: quét tiếp cho kiện sau.
        </p>
      )}
      {packing !== null && (
        <PackForm key={label?.parcel.code} packing={packing} scanned={label ? '' : scanned} />
      )}
      {packing !== null && <QuotePart order_code={order_code} quotes={quotes} />}
      {packing === null && label === undefined && (
        <p className="sheet">
          Đơn này không chờ đóng gói: chưa xác nhận, đã có vận đơn, hoặc khách nhận tại cửa hàng.
        </p>
      )}
    </>
  )
}

/**
 * A scanner types a code and Enter, so its codes stand in lines. The last unit sends the form. Without scripts the form
 * is sent by its button.
 */
function PackForm({ packing, scanned }: { packing: Packing; scanned: string }) {
  const { order_code, version, units, carriers } = packing
  const [text, setText] = useState(scanned === '' ? '' : `${scanned}\n`)
  const form = useRef<HTMLDivElement>(null)
  const { problem = '', refused } = useActionData<Partial<Problem>>() ?? {}
  const { units: counted, unknown } = countUnits(units, codesIn(text), refused)
  // What the notice of the page names is not said twice.
  const unsaid = unknown.filter((one) => !problem.includes(one))
  const scan = (value: string) => {
    setText(value)
    if (value.endsWith('\n') && isComplete(countUnits(units, codesIn(value), refused))) {
      form.current?.closest('form')?.requestSubmit()
    }
  }
  const field = useEarlyText(scan)
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <UnitsToScan units={counted} />
      <StaffForm
        action={packPath(order_code)}
        hidden={{ version }}
        className="sheet grid content-start gap-3 max-lg:order-first"
      >
        <div ref={form} className="contents">
          <ScanField
            label="Quét từng món"
            ref={field}
            rows={4}
            autoFocus
            value={text}
            onChange={({ target }) => scan(target.value)}
          />
          <p role="status" className="min-h-6 text-sm font-semibold text-sale wrap-anywhere">
            {unsaid.length > 0 && `Không thuộc đơn này: ${unsaid.join(', ')}`}
          </p>
          <label className="block text-sm font-semibold">
            Hãng giao
            <select name="carrier" className="field mt-1 w-full">
              {carriers.map(({ code, title: name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label className="block text-sm font-semibold">
            Cân nặng (gam)
            <input
              name="weight_g"
              inputMode="numeric"
              required
              defaultValue="500"
              className="field mt-1 w-full"
            />
          </label>
          <button type="submit" className="tool-main min-h-11">
            Gói xong, in tem
          </button>
          <button type="submit" name="is_part" value="1" className="tool min-h-11">
            Gói riêng phần đã quét
          </button>
          <p className="text-xs text-muted">
            Đơn nhiều kiện: mỗi kiện một tem, tiền thu hộ chia theo hàng trong kiện.
          </p>
        </div>
      </StaffForm>
    </div>
  )
}

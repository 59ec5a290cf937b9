import { type ChangeEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { addresses, orderPath, packPath } from '#admin/addresses/addresses.ts'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { PackData } from '#admin/pages/pack-order/page.server.ts'

export const title = ({ order_code }: PackData) => `Đóng gói ${order_code}`
export const has_own_heading = true

/**
 * Packs one order. A scanner types a code and Enter, so its codes stand in lines. The last unit sends the form.
 * Without scripts the form is sent by its button.
 */
export function Page({ data }: { data: PackData }) {
  const { order_code, version, recipient, units, carriers, scanned } = data
  const [text, setText] = useState(scanned === '' ? '' : `${scanned}\n`)
  const form = useRef<HTMLDivElement>(null)
  const codes = text.toUpperCase().split(/\s+/).filter(Boolean)
  const counted = countUnits(units, codes)
  const unknown = codes.filter((code) => !units.some(({ sku }) => sku.toUpperCase() === code))
  const scan = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    setText(target.value)
    if (target.value.endsWith('\n') && isComplete(units, target.value)) {
      form.current?.closest('form')?.requestSubmit()
    }
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">
          Đóng gói <span className="tabular-nums">{order_code}</span>
        </h1>
        <span className="text-sm text-muted">{recipient}</span>
        <Link to={orderPath(order_code)} className="tool ml-auto">
          Xem đơn
        </Link>
        <Link to={addresses.packing.path} className="tool">
          Đơn khác
        </Link>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <ul aria-label="Hàng phải có" className="sheet grid content-start gap-1 p-2">
          {counted.map(({ sku, name, quantity, done }) => (
            <li
              key={sku}
              className={`flex items-center gap-3 rounded-lg px-3 py-2 ${done >= quantity ? 'bg-success-soft' : ''}`}
            >
              <span className="w-14 shrink-0 text-lg font-bold tabular-nums">
                {done}/{quantity}
              </span>
              <span className="min-w-0 grow">
                <span className="font-semibold wrap-anywhere">{name}</span>
                <span className="block text-xs text-muted">{sku}</span>
              </span>
              {done > quantity && <strong className="text-sale">Thừa {done - quantity}</strong>}
              {done === quantity && <span className="font-bold text-success">Đủ</span>}
            </li>
          ))}
        </ul>
        <StaffForm
          action={packPath(order_code)}
          hidden={{ version }}
          className="sheet grid content-start gap-3 max-lg:order-first"
        >
          <div ref={form} className="contents">
            <label className="block font-semibold">
              Quét từng món
              <textarea
                name="scanned"
                rows={4}
                required
                autoFocus
                autoCapitalize="characters"
                spellCheck={false}
                value={text}
                onChange={scan}
                className="field mt-1 w-full py-2 font-mono text-base"
              />
            </label>
            <p role="status" className="min-h-6 text-sm font-semibold text-sale wrap-anywhere">
              {unknown.length > 0 && `Không thuộc đơn này: ${unknown.join(', ')}`}
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
          </div>
        </StaffForm>
      </div>
    </>
  )
}

function countUnits(units: PackData['units'], codes: readonly string[]) {
  return units.map((unit) => ({
    ...unit,
    done: codes.filter((code) => code === unit.sku.toUpperCase()).length,
  }))
}

function isComplete(units: PackData['units'], text: string): boolean {
  const codes = text.toUpperCase().split(/\s+/).filter(Boolean)
  const wanted = units.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    codes.length === wanted &&
    countUnits(units, codes).every(({ done, quantity }) => done === quantity)
  )
}

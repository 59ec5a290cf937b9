import { Link } from 'react-router'
import { usedUnitPath } from '#admin/addresses/paths.ts'
import { used_grade_titles } from '#admin/pages/units/used-texts.ts'
import type { UsedUnitPage } from '#contracts/staff/trade/used-units.ts'
import { formatDong } from '#pure/money.ts'

export const title = ({ sku }: UsedUnitPage) => `Tem ${sku}`
export const has_own_heading = true

/** The label beside a device on its shelf: what it is, its price and a QR code that opens its passport. */
export function Page({ data: unit }: { data: UsedUnitPage }) {
  const { imei_id, sku, name, color_name, grade, battery, price, warranty_months, code, qr } = unit
  return (
    <>
      <p className="flex gap-2 print:hidden">
        <Link to={usedUnitPath(imei_id)} className="tool">
          Về máy
        </Link>
        <span className="text-sm text-muted">In trang này bằng Ctrl+P; khổ tem từ 80 mm.</span>
      </p>
      <article className="grid w-[300px] grid-cols-[minmax(0,1fr)_112px] items-start gap-2 rounded-xl border border-line bg-white p-3 text-ink print:rounded-none print:border-0 print:p-0">
        <div className="min-w-0 text-sm leading-snug">
          <h1 className="text-base leading-tight font-bold">{name}</h1>
          <p>{[color_name, used_grade_titles[grade]].filter(Boolean).join(' · ')}</p>
          <p>
            {[battery === null ? null : `Pin ${battery}%`, `BH ${warranty_months} tháng`]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className="text-xs">{`${sku} · …${code.slice(-4)}`}</p>
        </div>
        <img src={qr} alt="Mã QR của máy" width={112} height={112} className="size-28" />
        <p className="col-span-2 text-2xl font-extrabold tabular-nums">
          {price === null ? 'Chưa có giá' : formatDong(price)}
        </p>
      </article>
    </>
  )
}

import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { countPath, unitPath } from '#admin/addresses/paths.ts'
import { QuantityField, ScanForm } from '#admin/kit/scan-form.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { count_state_titles } from '#admin/pages/counts/count-texts.ts'
import { unit_state_titles } from '#admin/pages/units/unit-texts.ts'
import type { Count, CountedUnit, CountLine } from '#contracts/staff/counts.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ code }: Count) => `Phiếu kiểm kê ${code}`
export const has_own_heading = true

/** One count: first the field for the scanner and what was counted; once closed, the differences. */
export function Page({ data: count }: { data: Count }) {
  const { code, state, shop, category, created_at, staff_name, may_count } = count
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl">{code}</h1>
        <span className="text-sm text-muted">{count_state_titles[state]}</span>
        <div className="ml-auto flex flex-wrap gap-2">
          <Link to={addresses.counts.path} className="tool">
            Tất cả phiếu
          </Link>
          <Moves count={count} />
        </div>
        <p className="basis-full text-sm text-muted">
          {shop} · {category ?? 'Tất cả ngành hàng'} · {formatDateTime(new Date(created_at))} ·{' '}
          {staff_name}
        </p>
      </div>
      {state === 'open' && may_count && (
        <ScanForm
          action={countPath(code)}
          hidden={{ intent: 'scan' }}
          label="Quét hàng trên kệ"
          placeholder="IMEI, serial hoặc SKU"
        >
          <QuantityField />
        </ScanForm>
      )}
      {state === 'closed' && <Summary count={count} />}
      <Lines count={count} />
      <Units
        title={state === 'open' ? 'Chưa rõ, xem khi chốt' : 'Thừa hoặc sai chỗ'}
        units={count.surplus}
      />
      <Units title="Thiếu" units={count.missing} />
      {count.not_counted.length > 0 && (
        <section aria-labelledby="not-counted" className="sheet text-sm">
          <h2 id="not-counted" className="part-title mb-2">
            Chưa đếm ({count.not_counted.length})
          </h2>
          <p className="text-muted">
            Sổ có, chưa ai đếm. Không còn chiếc nào thì đếm lại và ghi số lượng 0. Duyệt không đổi
            các dòng này.
          </p>
          <p className="mt-1 max-h-40 overflow-y-auto wrap-anywhere" tabIndex={0}>
            {count.not_counted.join(', ')}
          </p>
        </section>
      )}
    </>
  )
}

function Moves({ count: { code, version, state, may_count, may_approve } }: { count: Count }) {
  const move = (intent: string, name: string, look: string) => (
    <StaffForm action={countPath(code)} hidden={{ intent, version }}>
      <button type="submit" className={look}>
        {name}
      </button>
    </StaffForm>
  )
  if (state === 'open' && may_count) {
    return (
      <>
        {move('cancel', 'Hủy phiếu', 'tool')}
        {move('close', 'Chốt đếm', 'tool-main')}
      </>
    )
  }
  if (state !== 'closed') return null
  return (
    <>
      {may_count && move('cancel', 'Hủy phiếu', 'tool')}
      {may_count && move('recount', 'Đếm tiếp', 'tool')}
      {may_approve && move('approve', 'Duyệt chênh lệch', 'tool-main')}
    </>
  )
}

function Summary({ count }: { count: Count }) {
  const { lines, missing, surplus, amount } = count
  const different = lines.filter(({ difference }) => difference !== null && difference !== 0).length
  return (
    <p role="status" className="sheet text-sm font-semibold">
      {different} dòng lệch · {missing.length} máy thiếu · {surplus.length} máy thừa hoặc sai chỗ
      {amount !== null && ` · giá vốn của chênh lệch ${formatDong(amount)}`}
    </p>
  )
}

function Lines({ count }: { count: Count }) {
  const { lines, state } = count
  const total = lines.reduce((sum, { scanned, counted }) => sum + scanned + (counted ?? 0), 0)
  return (
    <section aria-labelledby="lines" className="sheet text-sm">
      <h2 id="lines" className="part-title mb-2">
        Đã đếm {total.toLocaleString('vi-VN')}
      </h2>
      {lines.length === 0 && <p className="text-muted">Chưa đếm gì.</p>}
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.sku} className="flex flex-wrap items-center gap-x-3 py-1.5">
            <span className="min-w-0 grow basis-40">
              <span className="font-semibold">
                {line.name}
                {line.color_name !== null && ` · ${line.color_name}`}
              </span>{' '}
              <span className="text-xs text-muted">{line.sku}</span>
            </span>
            <span className="font-semibold tabular-nums">
              {line.scanned + (line.counted ?? 0)}
              <Difference line={line} />
            </span>
            {(state === 'open' || state === 'closed') &&
              count.may_count &&
              line.counted !== null && (
                <StaffForm
                  action={countPath(count.code)}
                  hidden={{ intent: 'recount', version: count.version, sku: line.sku }}
                >
                  <button type="submit" className="tool" aria-label={`Đếm lại ${line.sku}`}>
                    Đếm lại
                  </button>
                </StaffForm>
              )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Difference({ line: { difference } }: { line: CountLine }) {
  if (difference === null) return null
  if (difference === 0) return <span className="text-success"> khớp</span>
  return (
    <span className="text-sale"> lệch {difference > 0 ? `+${difference}` : `−${-difference}`}</span>
  )
}

function Units({ title: heading, units }: { title: string; units: readonly CountedUnit[] }) {
  if (units.length === 0) return null
  return (
    <section aria-label={heading} className="sheet text-sm">
      <h2 className="part-title mb-2">
        {heading} ({units.length})
      </h2>
      <ul className="max-h-80 divide-y divide-line overflow-y-auto" tabIndex={0}>
        {units.map(({ code, sku, state }) => (
          <li key={code} className="flex flex-wrap gap-x-3 py-1">
            {sku === null ? (
              <span className="font-semibold tabular-nums">{code}</span>
            ) : (
              <Link to={unitPath(code)} className="link tabular-nums">
                {code}
              </Link>
            )}
            <span className="text-muted">{sku}</span>
            <span className="ml-auto">{state === null ? '' : unit_state_titles[state]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

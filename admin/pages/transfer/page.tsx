import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { transferPath, unitPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import { QuantityField, ScanForm } from '#admin/kit/scan-form.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { transfer_state_titles } from '#admin/pages/transfers/transfer-texts.ts'
import type { Transfer, TransferLine } from '#contracts/staff/transfers.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ code }: Transfer) => `Phiếu chuyển ${code}`
export const has_own_heading = true

/** One transfer: the field for the scanner, what was sent and what arrived. */
export function Page({ data: transfer }: { data: Transfer }) {
  const { code, version, state, quantity, may_send, may_receive } = transfer
  const path = transferPath(code)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">{code}</h1>
        <span className="text-sm text-muted">{transfer_state_titles[state]}</span>
        <div className="ml-auto flex flex-wrap gap-2">
          <Link to={addresses.transfers.path} className="tool">
            Tất cả phiếu
          </Link>
          {state === 'draft' && may_send && (
            <>
              <StaffForm action={path} hidden={{ intent: 'cancel', version }}>
                <button type="submit" className="tool">
                  Hủy phiếu
                </button>
              </StaffForm>
              {quantity > 0 && (
                <StaffForm action={path} hidden={{ intent: 'send', version }}>
                  <button type="submit" className="tool-main">
                    Gửi {quantity} đi
                  </button>
                </StaffForm>
              )}
            </>
          )}
        </div>
      </div>
      <Facts transfer={transfer} />
      {state === 'draft' && may_send && (
        <ScanForm
          key="add"
          action={path}
          hidden={{ intent: 'add' }}
          label="Quét hàng gửi đi"
          placeholder="IMEI, serial hoặc SKU"
        >
          <QuantityField />
        </ScanForm>
      )}
      {may_receive && (
        <ScanForm
          key="receive"
          action={path}
          hidden={{ intent: 'receive' }}
          label="Quét hàng nhận về"
          placeholder="IMEI, serial hoặc SKU"
        >
          <QuantityField />
        </ScanForm>
      )}
      <Lines transfer={transfer} />
      {state === 'sent' && (may_send || may_receive) && <Settling transfer={transfer} />}
    </>
  )
}

function Facts({ transfer }: { transfer: Transfer }) {
  const { from_shop, to_shop, staff_name, created_at, sent_by, sent_at } = transfer
  const { closed_by, close_reason } = transfer
  return (
    <section className="sheet text-sm">
      <FactList
        facts={[
          ['Từ', from_shop],
          ['Đến', to_shop],
          ['Lập', `${formatDateTime(new Date(created_at))} · ${staff_name}`],
          ...(sent_at === null
            ? []
            : ([['Gửi', `${formatDateTime(new Date(sent_at))} · ${sent_by}`]] as const)),
          ...(closed_by === null ? [] : ([['Kết thúc', closed_by]] as const)),
          ...(close_reason === null ? [] : ([['Chênh lệch', close_reason]] as const)),
        ]}
      />
    </section>
  )
}

function Lines({ transfer }: { transfer: Transfer }) {
  const { lines, quantity, received, state } = transfer
  const is_sent = state === 'sent' || state === 'closed'
  return (
    <section aria-labelledby="lines" className="sheet text-sm">
      <h2 id="lines" className="part-title mb-2">
        {is_sent ? `Đã nhận ${received} / ${quantity}` : `${quantity} chiếc`}
      </h2>
      {lines.length === 0 && <p className="text-muted">Chưa quét gì.</p>}
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.sku} line={line} transfer={transfer} />
        ))}
      </ul>
    </section>
  )
}

function Line({ line, transfer }: { line: TransferLine; transfer: Transfer }) {
  const { sku, name, color_name, quantity, received, settled, units } = line
  const is_draft = transfer.state === 'draft' && transfer.may_send
  const missing = quantity - received - settled
  return (
    <li className="grid gap-1.5 py-2 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">
          {name}
          {color_name !== null && ` · ${color_name}`}
        </span>
        <span className="text-xs text-muted">{sku}</span>
        <span className="ml-auto font-semibold tabular-nums">
          {is_draft || transfer.state === 'cancelled' ? quantity : `${received} / ${quantity}`}
          {transfer.state === 'sent' && missing > 0 && (
            <span className="text-accent-dark"> còn {missing}</span>
          )}
        </span>
        {is_draft && units.length < quantity && (
          <Remove transfer={transfer} scan={sku} name={sku} />
        )}
      </div>
      {units.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {units.map(({ code, is_received }) => (
            <li
              key={code}
              className={`flex items-center gap-1 rounded-md px-2 leading-7 tabular-nums ${is_received ? 'bg-success-soft text-success' : 'bg-mist'}`}
            >
              <Link to={unitPath(code)}>{code}</Link>
              {is_received && <span aria-label="đã nhận">✓</span>}
              {is_draft && <Remove transfer={transfer} scan={code} name={code} />}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Remove({ transfer, scan, name }: { transfer: Transfer; scan: string; name: string }) {
  const hidden = { intent: 'remove', version: transfer.version, scan }
  return (
    <StaffForm action={transferPath(transfer.code)} hidden={hidden}>
      <button
        type="submit"
        aria-label={`Bỏ ${name}`}
        className="grid size-6 place-items-center rounded font-bold text-muted hover:text-sale"
      >
        ×
      </button>
    </StaffForm>
  )
}

/** What was sent cannot vanish: somebody says where it is. */
function Settling({ transfer }: { transfer: Transfer }) {
  const { code, version, from_shop, to_shop, quantity, received } = transfer
  const choices = [
    { value: 'sender', title: `Còn ở hoặc đã về ${from_shop}`, is_allowed: transfer.may_send },
    { value: 'receiver', title: `Đang ở ${to_shop}`, is_allowed: transfer.may_receive },
    { value: 'lost', title: 'Mất, hỏng trên đường', is_allowed: transfer.may_write_off },
  ].filter(({ is_allowed }) => is_allowed)
  return (
    <details className="sheet text-sm">
      <summary className="font-semibold">
        Kết thúc khi còn thiếu {quantity - received}: hàng ở đâu?
      </summary>
      <StaffForm
        action={transferPath(code)}
        hidden={{ intent: 'settle', version }}
        className="mt-3 grid gap-3"
      >
        <fieldset className="grid gap-1">
          <legend className="sr-only">Phần còn lại ở đâu</legend>
          {choices.map(({ value, title: name }, n) => (
            <label key={value} className="flex min-h-9 items-center gap-2">
              <input
                type="radio"
                name="where"
                value={value}
                defaultChecked={n === 0}
                className="size-4 accent-accent"
              />
              {name}
            </label>
          ))}
        </fieldset>
        <div className="flex flex-wrap items-end gap-2">
          <ReasonField label="Giải thích chênh lệch" />
          <button type="submit" className="tool">
            Kết thúc phiếu
          </button>
        </div>
      </StaffForm>
    </details>
  )
}

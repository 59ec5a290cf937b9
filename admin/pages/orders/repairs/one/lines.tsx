import { ticketPath } from '#admin/addresses/paths.ts'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { RepairData } from '#admin/pages/orders/repairs/one/page.server.ts'
import { line_state_titles } from '#admin/pages/orders/repairs/ticket-texts.ts'
import type { StaffTicket } from '#contracts/staff/orders/ticket-shapes.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'

type Line = StaffTicket['lines'][number]

/** What is done and which parts it takes, with the forms that put more on the quote. */
export function Lines({ data }: { data: RepairData }) {
  const { ticket } = data
  const { lines, total, may } = ticket
  return (
    <section aria-labelledby="lines" className="sheet grid gap-3 text-sm">
      <h2 id="lines" className="part-title">
        Dịch vụ và linh kiện
      </h2>
      {lines.length === 0 && <p className="text-muted">Chưa có mục nào.</p>}
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.position} className="grid gap-2 py-2 first:pt-0">
            <LineFacts line={line} />
            {may.use_parts && line.state === 'reserved' && <UsePart ticket={ticket} line={line} />}
            {may.quote && line.state !== 'used' && <RemoveLine ticket={ticket} line={line} />}
          </li>
        ))}
      </ul>
      {lines.length > 0 && (
        <p className="flex justify-between border-t border-line pt-2 font-bold">
          <span>Tổng</span>
          <span className="tabular-nums">{formatDong(total)}</span>
        </p>
      )}
      {may.quote && <AddLines data={data} />}
    </section>
  )
}

function LineFacts({ line }: { line: Line }) {
  const { name, price, state, serial, warranty_months, warranty_until, free } = line
  const warranty =
    warranty_until === null
      ? `BH ${warranty_months} tháng`
      : `BH đến ${formatDate(startOfDay(warranty_until))}`
  return (
    <div className="flex justify-between gap-3">
      <p className="min-w-0">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="block text-muted">
          {line_state_titles[state]} · {warranty}
          {free !== null && state !== 'used' && ` · kho còn ${free} chiếc tự do`}
        </span>
        {serial !== null && <span className="block text-muted wrap-anywhere">Serial {serial}</span>}
      </p>
      <p className="shrink-0 font-semibold tabular-nums">{formatDong(price)}</p>
    </div>
  )
}

interface LineProps {
  ticket: StaffTicket
  line: Line
}

function UsePart({ ticket: { code, version }, line: { position } }: LineProps) {
  return (
    <StaffForm
      action={ticketPath(code)}
      hidden={{ version, position }}
      className="flex flex-wrap items-end gap-2"
    >
      <label className="grid min-w-40 grow gap-1">
        <span className="text-muted">Serial linh kiện</span>
        <input name="serial" maxLength={60} autoComplete="off" className="field min-h-11 w-full" />
      </label>
      <button type="submit" name="intent" value="use_part" className="tool-main min-h-11">
        Đã dùng
      </button>
      <details className="basis-full">
        <summary className="min-h-11 content-center font-semibold">Linh kiện này hỏng…</summary>
        <div className="flex flex-wrap items-center gap-2">
          <select name="why" className="field min-h-11" aria-label="Vì sao hỏng">
            <option value="broken">Hỏng do thợ</option>
            <option value="faulty">Lỗi của hãng</option>
          </select>
          <button type="submit" name="intent" value="lose_part" className="tool min-h-11">
            Xuất bỏ, lấy chiếc khác
          </button>
        </div>
      </details>
    </StaffForm>
  )
}

/** What the customer agreed to is taken off with a reason, which they are told. */
function RemoveLine({ ticket: { code, version }, line: { position, name, state } }: LineProps) {
  const action = { action: ticketPath(code), hidden: { intent: 'remove_line', version, position } }
  if (state === 'offered') {
    return (
      <StaffForm {...action} className="justify-self-end">
        <button type="submit" className="tool min-h-11">
          Bỏ<span className="sr-only"> {name}</span>
        </button>
      </StaffForm>
    )
  }
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold">
        Bỏ mục khách đã duyệt<span className="sr-only"> {name}</span>…
      </summary>
      <StaffForm {...action} className="flex flex-wrap items-end gap-2">
        <ReasonField label="Lý do (khách nhận được tin nhắn)" required maxLength={300} is_tall />
        <button type="submit" className="tool min-h-11">
          Bỏ và báo khách
        </button>
      </StaffForm>
    </details>
  )
}

/** A search for services, each with a button; and work that is in no list. */
function AddLines({ data: { ticket, q, services } }: { data: RepairData }) {
  const { code, version, may, kind } = ticket
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <form action={ticketPath(code)} className="flex items-end gap-2" role="search">
        <label className="grid min-w-0 grow gap-1">
          <span className="text-muted">Thêm dịch vụ trong bảng giá</span>
          <input
            name="tim"
            defaultValue={q}
            maxLength={60}
            autoComplete="off"
            placeholder="iPhone 13 pin"
            className="field min-h-11 w-full"
          />
        </label>
        <button type="submit" className="tool min-h-11">
          Tìm
        </button>
      </form>
      {q !== '' && services.length === 0 && <p role="status">Không có dịch vụ nào với “{q}”.</p>}
      <ul className="grid gap-2">
        {services.map(({ item_id, name, price, free }) => (
          <li key={item_id}>
            <StaffForm
              action={ticketPath(code)}
              hidden={{ intent: 'add_line', version, item_id }}
              className="flex flex-wrap items-center gap-2"
            >
              <p className="min-w-0 grow basis-40">
                <span className="wrap-anywhere">{name}</span>
                <span className="block text-muted">
                  {formatDong(price)}
                  {free !== null && (free > 0 ? ` · có ${free} tại cửa hàng` : ' · đặt về 2 ngày')}
                </span>
              </p>
              {may.price && kind === 'repair' && (
                <MoneyInput
                  name="price"
                  aria-label={`Giá khác cho ${name}`}
                  placeholder="Giá khác"
                  className="field min-h-11 w-28 text-right"
                />
              )}
              <button type="submit" className="tool min-h-11">
                Thêm<span className="sr-only"> {name}</span>
              </button>
            </StaffForm>
          </li>
        ))}
      </ul>
      {(may.price || kind !== 'repair') && (
        <StaffForm
          action={ticketPath(code)}
          hidden={{ intent: 'add_line', version }}
          className="flex flex-wrap items-end gap-2"
        >
          <label className="grid min-w-0 grow basis-40 gap-1">
            <span className="text-muted">Việc ngoài bảng giá</span>
            <input
              name="name"
              maxLength={120}
              autoComplete="off"
              className="field min-h-11 w-full"
            />
          </label>
          {kind === 'repair' && (
            <label className="grid gap-1">
              <span className="text-muted">Giá</span>
              <MoneyInput name="price" className="field min-h-11 w-28 text-right" />
            </label>
          )}
          <label className="grid gap-1">
            <span className="text-muted">BH (tháng)</span>
            <input
              name="warranty_months"
              inputMode="numeric"
              className="field min-h-11 w-20 text-right"
            />
          </label>
          <button type="submit" className="tool min-h-11">
            Thêm việc
          </button>
        </StaffForm>
      )}
    </div>
  )
}

import { LineField, ReasonField } from '#admin/kit/fields/line-field.tsx'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { vietnamClock } from '#pure/vietnam-time.ts'
import { ticketPath } from '#admin/addresses/paths.ts'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { RepairData } from '#admin/pages/orders/repairs/one/page.server.ts'
import { plain_move_titles } from '#admin/pages/orders/repairs/ticket-texts.ts'
import type { StaffTicket } from '#contracts/staff/orders/ticket-shapes.ts'
import { formatDong } from '#pure/money.ts'

/** What can be done with the ticket now. */
export function Steps({ data: { ticket } }: { data: RepairData }) {
  const { may, lines } = ticket
  const can_quote = may.quote && lines.some(({ state }) => state === 'offered')
  return (
    <>
      {may.collect && <HandOver ticket={ticket} />}
      {may.answer && <Answer ticket={ticket} />}
      {can_quote && <Quote ticket={ticket} />}
      {may.moves.length > 0 && <Moves ticket={ticket} />}
      {may.assign && <Assign ticket={ticket} />}
      {may.give_up && <GiveUp ticket={ticket} />}
      {may.reopen && (
        <WithReason
          ticket={ticket}
          intent="reopen"
          title={ticket.state === 'ready' ? 'Chưa đạt, sửa lại…' : 'Khách muốn sửa…'}
          label="Lý do (mã nhận máy cũ hết dùng, sửa xong có mã mới)"
          button={ticket.state === 'ready' ? 'Sửa lại' : 'Kiểm tra lại'}
        />
      )}
      {may.undo && (
        <WithReason
          ticket={ticket}
          intent="undo"
          title="Trả nhầm máy, khách chưa nhận…"
          label="Lý do (máy về chờ nhận với mã mới, bảo hành như trước khi trả)"
          button="Hủy lần trả máy"
        />
      )}
    </>
  )
}

interface StepProps {
  ticket: StaffTicket
}

function HandOver({ ticket }: StepProps) {
  const { code, version, due, may } = ticket
  return (
    <section aria-labelledby="hand-over" className="sheet grid gap-3 text-sm">
      <h2 id="hand-over" className="part-title">
        Trả máy
      </h2>
      {due > 0 && (
        <p className="font-semibold text-sale">Thu {formatDong(due)} trước khi trả máy.</p>
      )}
      {due < 0 && (
        <p className="font-semibold text-sale">
          Đã thu thừa {formatDong(-due)}: hoàn lại cho khách.
        </p>
      )}
      <StaffForm
        action={ticketPath(code)}
        hidden={{ intent: 'collect', version }}
        className="grid gap-3"
      >
        <label className="grid gap-1">
          <span className="text-muted">Mã nhận máy của khách (6 số)</span>
          <input
            name="hand_code"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            className="field min-h-11 w-full text-lg tracking-widest tabular-nums"
          />
        </label>
        {may.price && (
          <label className="grid gap-1">
            <span className="text-muted">Khách không có mã: đã đối chiếu gì?</span>
            <input
              name="proof"
              maxLength={200}
              autoComplete="off"
              className="field min-h-11 w-full"
            />
          </label>
        )}
        <button type="submit" className="tool-main min-h-11">
          Trả máy
        </button>
      </StaffForm>
    </section>
  )
}

function Answer({ ticket: { code, version, total, refusal_fee, may } }: StepProps) {
  return (
    <section aria-labelledby="answer" className="sheet grid gap-3 text-sm">
      <h2 id="answer" className="part-title">
        Khách trả lời báo giá
      </h2>
      <p>
        Khách duyệt bằng liên kết trong tin nhắn. Nếu khách nói tại quầy hoặc qua điện thoại, ghi ở
        đây.
      </p>
      <StaffForm
        action={ticketPath(code)}
        hidden={{ intent: 'answer', version }}
        className="grid gap-3"
      >
        {may.price && refusal_fee > 0 && (
          <label className="flex min-h-11 items-center gap-2">
            <input type="checkbox" name="waives_fee" value="1" className="size-5" />
            Miễn phí kiểm tra {formatDong(refusal_fee)} nếu khách từ chối
          </label>
        )}
        <div className="grid grid-cols-2 gap-2">
          <button type="submit" name="answer" value="refuse" className="tool min-h-11">
            Từ chối
          </button>
          <button type="submit" name="answer" value="approve" className="tool-main min-h-11">
            Đồng ý {formatDong(total)}
          </button>
        </div>
      </StaffForm>
    </section>
  )
}

function Quote({ ticket }: StepProps) {
  const { code, version, total, refusal_fee, announced_fee, promised_at } = ticket
  const promised = vietnamClock(new Date(promised_at)).slice(0, 16)
  return (
    <section aria-labelledby="quote" className="sheet grid gap-3 text-sm">
      <h2 id="quote" className="part-title">
        Báo giá {formatDong(total)}
      </h2>
      <StaffForm
        action={ticketPath(code)}
        hidden={{ intent: 'quote', version }}
        className="grid gap-3"
      >
        {announced_fee > 0 && (
          <label className="grid gap-1">
            <span className="text-muted">
              Phí kiểm tra nếu khách không sửa (đã báo tối đa {formatDong(announced_fee)})
            </span>
            <MoneyInput
              name="refusal_fee"
              defaultValue={refusal_fee || announced_fee}
              className="field min-h-11 w-full text-right tabular-nums"
            />
          </label>
        )}
        <label className="grid gap-1">
          <span className="text-muted">Hẹn trả máy</span>
          <input
            type="datetime-local"
            name="promised_at"
            defaultValue={promised}
            className="field min-h-11 w-full"
          />
        </label>
        <LineField label="Kết quả kiểm tra (nội bộ)" name="note" maxLength={500} is_tall />
        <button type="submit" className="tool-main min-h-11">
          Gửi báo giá cho khách
        </button>
      </StaffForm>
    </section>
  )
}

function Moves({ ticket: { code, may } }: StepProps) {
  return (
    <section aria-labelledby="moves" className="sheet grid gap-3 text-sm">
      <h2 id="moves" className="part-title">
        Bước tiếp theo
      </h2>
      <StaffForm
        action={ticketPath(code)}
        hidden={{ intent: 'move' }}
        className="flex flex-wrap gap-2"
      >
        {may.moves.map((move) => (
          <button
            key={move}
            type="submit"
            name="move"
            value={move}
            className={move === 'finish' ? 'tool-main min-h-11' : 'tool min-h-11'}
          >
            {move === 'diagnose' && may.answer ? 'Sửa báo giá' : plain_move_titles[move]}
          </button>
        ))}
      </StaffForm>
    </section>
  )
}

function Assign({ ticket: { code, version, technicians, assigned_to } }: StepProps) {
  return (
    <StaffForm
      action={ticketPath(code)}
      hidden={{ intent: 'assign', version }}
      className="sheet flex flex-wrap items-end gap-2 text-sm"
    >
      <label className="grid min-w-0 grow gap-1">
        <span className="text-muted">Giao thợ</span>
        <select name="staff_id" defaultValue={assigned_to ?? ''} className="field min-h-11 w-full">
          <option value="">Chưa giao</option>
          {technicians.map(({ staff_id, name }) => (
            <option key={staff_id} value={staff_id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="tool min-h-11">
        Giao
      </button>
    </StaffForm>
  )
}

function GiveUp({ ticket }: StepProps) {
  return (
    <WithReason
      ticket={ticket}
      intent="give_up"
      title="Không sửa được…"
      label="Lý do (khách chỉ trả linh kiện đã nằm trong máy)"
      button="Dừng sửa"
    />
  )
}

interface WithReasonProps extends StepProps {
  intent: string
  title: string
  label: string
  button: string
}

/** A step that is rare: it is folded away, and wants a reason. */
function WithReason({ ticket: { code, version }, intent, title, label, button }: WithReasonProps) {
  return (
    <details className="sheet text-sm">
      <summary className="min-h-11 content-center font-semibold">{title}</summary>
      <StaffForm
        action={ticketPath(code)}
        hidden={{ intent, version }}
        className="mt-2 flex flex-wrap items-end gap-2"
      >
        <ReasonField label={label} required maxLength={300} is_tall />
        <button type="submit" className="tool min-h-11">
          {button}
        </button>
      </StaffForm>
    </details>
  )
}

import type { Ticket } from '#contracts/storefront/lookup.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, formatDateTime, startOfDay } from '#pure/vietnam-time.ts'
import { ticket_states } from '#storefront/commerce/repair/ticket-texts.ts'
import { returnStateText } from '#storefront/commerce/returns/return-texts.ts'
import { FoundSection } from '#storefront/pages/lookup/found-section.tsx'

/** A looked up ticket: its state in words, and what happens next. */
export function TicketResult({ ticket }: { ticket: Ticket }) {
  return ticket.kind === 'repair' ? <Repair ticket={ticket} /> : <Return ticket={ticket} />
}

function Return({ ticket }: { ticket: Extract<Ticket, { kind: 'return' }> }) {
  const { title, next } = returnStateText(ticket)
  return (
    <FoundSection title={`PHIẾU ĐỔI TRẢ ${ticket.code}`}>
      <div>
        <p className="text-xl font-bold text-accent">{title}</p>
        {next !== null && <p className="mt-1 text-body">{next}</p>}
      </div>
      <p className="text-body">
        {ticket.quantity > 1 && `${ticket.quantity} × `}
        {ticket.item}
        <span className="block text-sm text-muted">
          Gửi lúc {formatDateTime(new Date(ticket.created_at))}
        </span>
      </p>
    </FoundSection>
  )
}

function Repair({ ticket }: { ticket: Extract<Ticket, { kind: 'repair' }> }) {
  const { code, state, device, code_end, received_at, promised_at, due, shop, lines } = ticket
  const { title, next } = ticket_states[state]
  const is_over = state === 'handed_over' || state === 'handed_back'
  return (
    <FoundSection title={`PHIẾU SỬA CHỮA ${code}`}>
      <div>
        <p className="text-xl font-bold text-accent">{title}</p>
        <p className="mt-1 text-body">{next}</p>
      </div>
      <p className="text-body">
        {device}
        {code_end !== null && ` · IMEI/Serial …${code_end}`}
        <span className="block text-sm text-muted">
          Nhận lúc {formatDateTime(new Date(received_at))} tại {shop}
          {!is_over && `, hẹn trả ${formatDateTime(new Date(promised_at))}`}
        </span>
      </p>
      {lines.length > 0 && (
        <ul className="divide-y divide-line text-body">
          {lines.map(({ name, warranty_until }, index) => (
            <li key={`${name} ${index}`} className="py-2 first:pt-0">
              <span className="font-semibold">{name}</span>
              {warranty_until !== null && (
                <span className="block text-success">
                  Bảo hành đến {formatDate(startOfDay(warranty_until))}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {due > 0 && !is_over && <p className="font-semibold">Cần trả {formatDong(due)}</p>}
    </FoundSection>
  )
}

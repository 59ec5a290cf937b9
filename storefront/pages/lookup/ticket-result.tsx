import type { Ticket } from '#contracts/storefront/lookup.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { returnStateText } from '#storefront/commerce/returns/return-texts.ts'
import { FoundSection } from '#storefront/pages/lookup/found-section.tsx'

/** A looked up ticket: its state in words, and what happens next. */
export function TicketResult({ ticket }: { ticket: Ticket }) {
  const { title, next } = returnStateText(ticket)
  return (
    <FoundSection title={`PHIẾU ĐỔI TRẢ ${ticket.code}`}>
      <div>
        <p className="text-xl font-bold text-accent">{title}</p>
        {next !== null && <p className="mt-1 text-[15px]">{next}</p>}
      </div>
      <p className="text-[15px]">
        {ticket.quantity > 1 && `${ticket.quantity} × `}
        {ticket.item}
        <span className="block text-sm text-muted">
          Gửi lúc {formatDateTime(new Date(ticket.created_at))}
        </span>
      </p>
    </FoundSection>
  )
}

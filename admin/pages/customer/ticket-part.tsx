import { Age, Code, End, Part, Row } from '#admin/pages/customer/parts.tsx'
import type { TicketLine } from '#admin/pages/customer/ticket-lines.ts'

/** Devices in repair, goods that came back, and old devices that the shop bought. */
export function Tickets({ tickets, now }: { tickets: readonly TicketLine[]; now: number }) {
  return (
    <Part id="tickets" title="Phiếu sửa, đổi trả, thu cũ">
      {tickets.map(({ code, path, what, state, at }) => (
        <Row key={code}>
          <Code to={path} code={code} />
          <span className="order-last min-w-0 basis-full text-muted">{what}</span>
          <End>
            <span>{state}</span>
            <Age at={at} now={now} />
          </End>
        </Row>
      ))}
    </Part>
  )
}

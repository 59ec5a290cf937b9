import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { newReturnPath, ticketPath, ticketSlipPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import { Pictures } from '#admin/kit/pictures/pictures.tsx'
import { Lines } from '#admin/pages/orders/repairs/one/lines.tsx'
import { Money } from '#admin/pages/orders/repairs/one/money.tsx'
import type { RepairData } from '#admin/pages/orders/repairs/one/page.server.ts'
import { Steps } from '#admin/pages/orders/repairs/one/steps.tsx'
import {
  isLate,
  ticket_kind_titles,
  ticket_move_titles,
  ticket_state_titles,
  unlock_titles,
} from '#admin/pages/orders/repairs/ticket-texts.ts'
import type { StaffTicket } from '#contracts/staff/orders/ticket-shapes.ts'
import { accessory_titles, device_part_titles } from '#pure/formats/device-parts.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ ticket }: RepairData) => `Phiếu sửa ${ticket.code}`
export const has_own_heading = true

/** One ticket. Each phase shows its next steps first. */
export function Page({ data }: { data: RepairData }) {
  const { ticket, now } = data
  const { code, state, version, may } = ticket
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl tabular-nums">{code}</h1>
        <p className="rounded-full bg-cream px-3 py-1 text-sm font-bold">
          {ticket_state_titles[state]}
        </p>
        {isLate(ticket, now) && <p className="text-sm font-bold text-sale">Trễ hẹn</p>}
        <div className="ml-auto flex gap-2">
          <Link to={ticketSlipPath(code)} className="tool min-h-11">
            In phiếu
          </Link>
          <Link to={addresses.repairs.path} className="tool min-h-11">
            Bảng
          </Link>
        </div>
      </div>
      {ticket.may_ask_exchange && <ExchangeOffer ticket={ticket} />}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 content-start gap-4">
          <Lines key={`lines ${version}`} data={data} />
          <section aria-label="Máy" className="sheet text-sm">
            <FactList facts={factsOf(ticket)} />
          </section>
          <Pictures path={ticketPath(code)} pictures={ticket.pictures} may_change={may.pictures} />
          <History ticket={ticket} />
        </div>
        <div key={version} className="grid min-w-0 content-start gap-4 max-lg:order-first">
          <Steps data={data} />
          <Money data={data} />
        </div>
      </div>
    </>
  )
}

/** The customer may ask for more than a repair: the law says when. */
function ExchangeOffer({ ticket }: { ticket: StaffTicket }) {
  const { warranty_count, unit_code, paid_ticket } = ticket
  return (
    <section aria-label="Quyền của khách" className="sheet grid gap-2 text-sm">
      <p className="font-semibold text-sale">
        {warranty_count >= 3
          ? `Lỗi này đã sửa bảo hành ${warranty_count} lần: khách được đổi mới hoặc nhận lại tiền.`
          : 'Quá hẹn sửa bảo hành: khách được đổi mới hoặc nhận lại tiền.'}
      </p>
      {unit_code !== null && (
        <Link to={newReturnPath(unit_code)} className="tool min-h-11 justify-self-start">
          Lập phiếu đổi trả máy
        </Link>
      )}
      {paid_ticket !== null && (
        <Link to={ticketPath(paid_ticket)} className="tool min-h-11 justify-self-start">
          Hoàn tiền ở phiếu gốc {paid_ticket}
        </Link>
      )}
    </section>
  )
}

function factsOf(ticket: StaffTicket) {
  const { device, imei, kind, warranty_of, fault, powers_on, broken, accessories, unlock } = ticket
  const { customer, phone, shop, received_by, received_at, promised_at, assignee, loaner, notes } =
    ticket
  const of = warranty_of === null ? '' : ` của phiếu ${warranty_of}`
  const parts = broken.map((part) => device_part_titles[part]).join(', ')
  return [
    ['Máy', device],
    ['IMEI/Serial', imei],
    ['Loại', `${ticket_kind_titles[kind]}${of}`],
    ['Khách báo', fault],
    [
      'Khi nhận',
      `${powers_on ? 'lên nguồn' : 'không lên nguồn'}${parts === '' ? '' : `, hỏng: ${parts}`}`,
    ],
    ['Nhận kèm', accessories.map((one) => accessory_titles[one]).join(', ') || 'không có'],
    ['Mở máy', unlock_titles[unlock]],
    ['Khách', `${customer} · ${phone}`],
    ['Cửa hàng', shop],
    ['Nhận', `${formatDateTime(new Date(received_at))}, ${received_by}`],
    ['Hẹn trả', formatDateTime(new Date(promised_at))],
    ['Thợ', assignee ?? 'Chưa giao'],
    ['Lịch hẹn', ticket.booking_code],
    ['Cho mượn', loaner],
    [
      'Phí kiểm tra',
      ticket.announced_fee === 0
        ? 'miễn phí nếu không sửa'
        : `tối đa ${formatDong(ticket.announced_fee)} nếu không sửa`,
    ],
    ['Ghi chú', notes],
  ] as const
}

function History({ ticket: { events } }: { ticket: StaffTicket }) {
  return (
    <section aria-labelledby="history" className="sheet text-sm">
      <h2 id="history" className="part-title mb-2">
        Đã làm gì
      </h2>
      <ol className="grid gap-1">
        {events.map(({ move, actor, staff_name, note, happened_at }, n) => (
          <li key={n} className="flex flex-wrap gap-x-3">
            <span className="text-muted tabular-nums">{formatDateTime(new Date(happened_at))}</span>
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{actor === 'shopper' ? 'Khách' : staff_name}</span>{' '}
              {ticket_move_titles[move] ?? move}
              {note !== null && `: ${note}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

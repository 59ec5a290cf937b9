import type { RepairTicket } from '#contracts/storefront/repair-ticket.ts'
import { accessory_titles, device_part_titles } from '#pure/formats/device-parts.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, formatDateTime, startOfDay } from '#pure/vietnam-time.ts'
import { timeText } from '#pure/formats/weekdays.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { ticket_states, unlock_titles } from '#storefront/commerce/repair/ticket-texts.ts'
import { QuoteForm } from '#storefront/pages/repair-ticket/quote-form.tsx'
import type { RepairTicketData } from '#storefront/pages/repair-ticket/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Fact } from '#web/ui/fact.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { telLink } from '#web/ui/tel-link.ts'

export function meta({ ticket }: RepairTicketData): PageMeta {
  return { title: `Phiếu sửa chữa ${ticket.code}`, robots: 'noindex, nofollow' }
}

/** A device in repair: its phase, the quote to answer, the code to collect it, and the warranties afterwards. */
export function Page({ data }: { data: RepairTicketData }) {
  const { ticket } = data
  const { title, next } = ticket_states[ticket.state]
  return (
    <div className="mx-auto mt-4 grid max-w-3xl gap-4 pb-6">
      <div className="sheet p-4 text-center sm:p-6">
        <p className="text-muted">
          Phiếu sửa chữa <span className="whitespace-nowrap select-all">{ticket.code}</span>
        </p>
        <h1 className="mt-1 text-2xl">{title}</h1>
        <p className="mx-auto mt-1 max-w-md text-balance">{next}</p>
        {ticket.hand_code !== null && <HandCode ticket={ticket} />}
      </div>
      {ticket.may_ask_exchange && (
        <Notice kind="info">
          Máy hoặc linh kiện đã sửa bảo hành ba lần, hoặc quá ngày hẹn. Theo Luật Bảo vệ quyền lợi
          người tiêu dùng, bạn được đổi sản phẩm mới hoặc nhận lại tiền. Vui lòng gọi cửa hàng hoặc
          đến quầy.
        </Notice>
      )}
      {ticket.state === 'quoted' && (
        <QuoteForm
          ticket={ticket}
          secret={data.is_linked ? ticket.secret : undefined}
          asks_to_refuse={data.asks_to_refuse}
        />
      )}
      {ticket.lines.length + ticket.dropped.length > 0 && <Lines ticket={ticket} />}
      <Device ticket={ticket} />
      <History ticket={ticket} />
    </div>
  )
}

function HandCode({ ticket: { hand_code, due } }: { ticket: RepairTicket }) {
  return (
    <div className="mx-auto mt-4 w-fit rounded-2xl bg-cream px-6 py-3">
      <p className="text-sm">Mã nhận máy, chỉ đưa cho nhân viên khi bạn nhận máy</p>
      <p className="text-3xl font-bold tracking-[0.2em] tabular-nums select-all">{hand_code}</p>
      <p className="mt-1 font-semibold">
        {due > 0 ? `Cần trả ${formatDong(due)}` : 'Không phải trả thêm'}
      </p>
    </div>
  )
}

function Lines({ ticket }: { ticket: RepairTicket }) {
  const { lines, dropped, total, paid, kind } = ticket
  return (
    <CheckoutSection title="DỊCH VỤ VÀ LINH KIỆN">
      <ul className="-my-3 divide-y divide-line">
        {lines.map((line) => (
          <li key={line.position} className="flex justify-between gap-3 py-3">
            <span className="min-w-0">
              <span className="font-semibold">{line.name}</span>
              <span className="block text-sm text-muted">{warrantyText(line)}</span>
              {line.serial !== null && (
                <span className="block text-sm text-muted wrap-anywhere">
                  Serial linh kiện: {line.serial}
                </span>
              )}
            </span>
            <strong className="shrink-0">
              {kind === 'repair' ? formatDong(line.price) : 'Miễn phí'}
            </strong>
          </li>
        ))}
      </ul>
      {dropped.map(({ position, name, reason }) => (
        <p key={position} className="text-sm text-muted wrap-anywhere">
          Đã bỏ, không thu tiền: {name}. Lý do: {reason}
        </p>
      ))}
      <dl className="grid gap-1 border-t border-line pt-3">
        <Sum name="Tổng cộng" value={total} is_strong />
        {paid !== 0 && <Sum name="Đã trả" value={paid} />}
      </dl>
    </CheckoutSection>
  )
}

function warrantyText({
  warranty_until,
  warranty_months,
  state,
}: RepairTicket['lines'][number]): string {
  if (warranty_until !== null) return `Bảo hành đến ${formatDate(startOfDay(warranty_until))}`
  const warranty =
    warranty_months > 0 ? `Bảo hành ${warranty_months} tháng từ ngày nhận máy` : 'Không bảo hành'
  return state === 'wanted' ? `${warranty} · linh kiện đang đặt về` : warranty
}

function Sum({ name, value, is_strong }: { name: string; value: number; is_strong?: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{name}</dt>
      <dd className={is_strong ? 'text-lg font-bold text-sale' : 'font-semibold'}>
        {formatDong(value)}
      </dd>
    </div>
  )
}

function Device({ ticket }: { ticket: RepairTicket }) {
  const { device, code_end, fault, broken, accessories, powers_on, shop, loaner } = ticket
  const is_over = ticket.state === 'handed_over' || ticket.state === 'handed_back'
  return (
    <CheckoutSection title="MÁY VÀ CỬA HÀNG">
      <dl className="grid gap-2.5 text-body">
        <Fact name="Máy">
          {device}
          {code_end !== null && (
            <span className="font-normal text-muted"> · IMEI/Serial …{code_end}</span>
          )}
        </Fact>
        <Fact name="Khách báo">{fault}</Fact>
        <Fact name="Khi nhận">
          {powers_on ? 'Máy lên nguồn' : 'Máy không lên nguồn'}
          {broken.length > 0 &&
            `, không hoạt động: ${broken.map((part) => device_part_titles[part]).join(', ')}`}
        </Fact>
        <Fact name="Nhận kèm">
          {accessories.length === 0
            ? 'Không có phụ kiện'
            : accessories.map((one) => accessory_titles[one]).join(', ')}
        </Fact>
        <Fact name="Mở máy">{unlock_titles[ticket.unlock]}</Fact>
        {loaner !== null && <Fact name="Máy cho mượn">{loaner}</Fact>}
        <Fact name="Nhận lúc">{timeText(ticket.received_at)}</Fact>
        {!is_over && <Fact name="Hẹn trả">{timeText(ticket.promised_at)}</Fact>}
        {!is_over && (
          <Fact name="Phí kiểm tra">
            {ticket.announced_fee === 0
              ? 'Không mất phí nếu bạn không sửa'
              : `Không quá ${formatDong(ticket.announced_fee)} nếu bạn không sửa`}
          </Fact>
        )}
        <Fact name="Khách">
          {ticket.name} · {ticket.phone}
        </Fact>
        <Fact name="Cửa hàng">
          {shop.name}
          <span className="block font-normal text-muted">
            {shop.address} · {shop.time_opening}
          </span>
        </Fact>
      </dl>
      <p>
        <a href={telLink(shop.phone)} className={buttonClass('outline', 'min-h-11')}>
          <Icon name="phone" className="size-4" />
          {shop.phone}
        </a>
      </p>
    </CheckoutSection>
  )
}

function History({ ticket: { history } }: { ticket: RepairTicket }) {
  return (
    <CheckoutSection title="TIẾN ĐỘ">
      <ol className="grid gap-2 text-body">
        {history.map(({ state, happened_at }) => (
          <li key={happened_at} className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">{ticket_states[state].title}</span>
            <span className="text-muted tabular-nums">{formatDateTime(new Date(happened_at))}</span>
          </li>
        ))}
      </ol>
    </CheckoutSection>
  )
}

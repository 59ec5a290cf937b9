import { Link } from 'react-router'
import { ticketPath } from '#admin/addresses/paths.ts'
import { pressKeyed, useKeys } from '#admin/kit/keyboard.ts'
import { Key } from '#admin/kit/keys-help.tsx'
import type { SlipData } from '#admin/pages/orders/repairs/print/page.server.ts'
import { ticket_kind_titles, unlock_titles } from '#admin/pages/orders/repairs/ticket-texts.ts'
import { accessory_titles, device_part_titles } from '#pure/formats/device-parts.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ ticket }: SlipData) => `Biên nhận ${ticket.code}`
export const has_own_heading = true

/** The slip that the law asks for: what was received, and when it is given back. Below it the label of the device. */
export function Page({ data }: { data: SlipData }) {
  useKeys({ p: () => pressKeyed('p') })
  return (
    <>
      <div className="flex flex-wrap gap-2 print:hidden">
        <button
          type="button"
          onClick={() => window.print()}
          data-key="p"
          className="tool-main min-h-11"
        >
          In biên nhận và tem <Key name="p" />
        </button>
        <Link to={ticketPath(data.ticket.code)} className="tool min-h-11">
          Về phiếu
        </Link>
      </div>
      <Slip data={data} />
      <Label data={data} />
    </>
  )
}

function Slip({ data: { ticket, shop, customer_qr } }: { data: SlipData }) {
  const { code, device, imei, kind, fault, powers_on, broken, accessories, unlock, loaner } = ticket
  const facts: [string, string][] = [
    ['Máy', device],
    ['IMEI/Serial', imei ?? 'chưa ghi'],
    ['Loại', ticket_kind_titles[kind]],
    ['Khách báo', fault],
    [
      'Khi nhận',
      `${powers_on ? 'lên nguồn' : 'không lên nguồn'}${broken.length === 0 ? '' : `, không hoạt động: ${broken.map((part) => device_part_titles[part]).join(', ')}`}`,
    ],
    ['Nhận kèm', accessories.map((one) => accessory_titles[one]).join(', ') || 'không có'],
    ['Mở máy', unlock_titles[unlock]],
    ...(loaner === null ? [] : ([['Máy cho mượn', loaner]] as [string, string][])),
    ['Nhận lúc', `${formatDateTime(new Date(ticket.received_at))}, ${ticket.received_by}`],
    ['Hẹn trả máy', formatDateTime(new Date(ticket.promised_at))],
  ]
  return (
    <article className="paper mx-auto w-full max-w-[148mm] bg-white p-[8mm] text-sm print:p-0">
      <header className="flex items-start gap-4">
        <div className="min-w-0 grow">
          <p className="font-bold">{shop.name}</p>
          <p>
            {shop.address} · {shop.phone}
          </p>
          <h1 className="mt-2 text-xl">Biên nhận sửa chữa {code}</h1>
          <p>
            Khách: {ticket.customer} · {ticket.phone}
          </p>
        </div>
        <img
          src={customer_qr}
          alt={`Mã QR mở trang của phiếu ${code}`}
          width={128}
          height={128}
          className="size-32 shrink-0"
        />
      </header>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {ticket.lines.length > 0 && (
        <ul className="mt-3 border-t border-ink pt-1">
          {ticket.lines.map(({ position, name, price }) => (
            <li key={position} className="flex justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <span className="tabular-nums">{formatDong(price)}</span>
            </li>
          ))}
          <li className="flex justify-between gap-3 border-t border-ink font-bold">
            <span>Tạm tính</span>
            <span className="tabular-nums">{formatDong(ticket.total)}</span>
          </li>
        </ul>
      )}
      <p className="mt-3">
        Quét mã QR để theo dõi, duyệt báo giá và xem mã nhận máy. Cửa hàng chỉ sửa khi khách đồng ý
        giá. Nếu khách không sửa, phí kiểm tra{' '}
        {ticket.announced_fee === 0 ? 'là 0đ' : `không quá ${formatDong(ticket.announced_fee)}`}.
        Thời gian sửa bảo hành không tính vào thời hạn bảo hành. Cửa hàng không hỏi và không lưu mật
        mã của máy. Vui lòng sao lưu dữ liệu trước khi sửa.
      </p>
      <div className="mt-4 grid grid-cols-2 gap-4 text-center">
        <p className="pb-12">Khách ký</p>
        <p className="pb-12">Nhân viên ký</p>
      </div>
    </article>
  )
}

function Label({ data: { ticket, label_qr } }: { data: SlipData }) {
  const { code, device, imei, promised_at } = ticket
  return (
    <article className="paper mx-auto mt-4 flex w-full max-w-[80mm] items-center gap-2 border border-ink bg-white p-[2mm] text-xs print:mx-0 print:break-before-page print:border-0">
      <img
        src={label_qr}
        alt={`Mã QR của phiếu ${code}`}
        width={80}
        height={80}
        className="size-20 shrink-0"
      />
      <div className="min-w-0">
        <h2 className="text-base tabular-nums">{code}</h2>
        <p className="font-bold wrap-anywhere">{device}</p>
        {imei !== null && <p className="tabular-nums">{imei}</p>}
        <p>Hẹn {formatDateTime(new Date(promised_at))}</p>
      </div>
    </article>
  )
}

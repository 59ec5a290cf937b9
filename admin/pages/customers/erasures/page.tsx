import { addresses } from '#admin/addresses/addresses.ts'
import { type Column, DataTable } from '#admin/kit/data-table.tsx'
import { FactList } from '#admin/kit/fact-list.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import {
  channel_titles,
  matter_titles,
  request_state_titles,
} from '#admin/pages/customers/erasures/erasure-texts.ts'
import type { ErasureAnswer, ErasuresData } from '#admin/pages/customers/erasures/page.server.ts'
import type { Erasure, ErasurePreview, ErasureRequest } from '#contracts/staff/members/erasures.ts'
import { formatDate, formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Xóa dữ liệu cá nhân'

const { path } = addresses.erasures
/** How a person asks the staff. */
const { account: _, ...asked_channels } = channel_titles

/** First what would go, then the erasure, and below all that were done. */
export function Page({ data, answer }: { data: ErasuresData; answer?: ErasureAnswer }) {
  return (
    <>
      <section className="sheet grid max-w-2xl gap-3 text-sm">
        <p>
          Khi khách yêu cầu xóa dữ liệu và bạn đã xác minh đúng là họ. Tên, điện thoại, email, địa
          chỉ, ghi chú và tin nhắn bị xóa hẳn, không lấy lại được. Đơn hàng, số tiền, bảo hành theo
          IMEI và hóa đơn công ty được giữ theo luật.
        </p>
        <StaffForm
          action={path}
          hidden={{ intent: 'preview' }}
          autoComplete="off"
          className="grid gap-2"
        >
          <label className="grid gap-1">
            <span className="text-muted">Số điện thoại của khách</span>
            <input name="phone" type="tel" required maxLength={30} className="field" />
          </label>
          <div>
            <SubmitButton>Xem dữ liệu</SubmitButton>
          </div>
        </StaffForm>
      </section>
      {answer?.kind === 'done' && (
        <p
          role="status"
          className="rounded-xl bg-success-soft px-4 py-2 text-sm font-semibold text-success"
        >
          Đã xóa dữ liệu cá nhân trong {answer.order_count} đơn.
        </p>
      )}
      {answer?.kind === 'preview' && <Preview phone={answer.phone} preview={answer.preview} />}
      <h2 className="part-title mt-2">Khách tự yêu cầu trong tài khoản</h2>
      <DataTable
        label="Khách tự yêu cầu trong tài khoản"
        empty="Chưa khách nào yêu cầu."
        columns={requestColumns(data.now)}
        rows={data.requests}
        keyOf={({ request_number }) => request_number}
      />
      <h2 className="part-title mt-2">Đã xóa</h2>
      <DataTable
        label="Đã xóa"
        empty="Chưa xóa dữ liệu của ai."
        columns={columns}
        rows={data.rows}
        keyOf={({ customer_erasure_id }) => customer_erasure_id}
      />
    </>
  )
}

function Preview({ phone, preview }: { phone: string; preview: ErasurePreview }) {
  const { open, order_count } = preview
  return (
    <section aria-labelledby="preview" className="sheet grid max-w-2xl gap-3 text-sm">
      <h2 id="preview" className="part-title">
        Sẽ xóa của {preview.phone}
      </h2>
      <FactList facts={factsOf(preview)} />
      {open.length > 0 ? (
        <div className="rounded-xl bg-mist px-4 py-2">
          <p className="font-semibold">Chưa xóa được, vì còn việc chưa xong:</p>
          <ul className="list-inside list-disc">
            {open.map(({ kind, order_code }) => (
              <li key={`${kind} ${order_code}`}>
                {matter_titles[kind]} {order_code}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <StaffForm
          action={path}
          hidden={{ intent: 'erase', phone, order_count }}
          className="grid gap-2"
        >
          <label className="grid gap-1">
            <span className="text-muted">Khách yêu cầu</span>
            <select name="channel" required className="field">
              {Object.entries(asked_channels).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label className="grid gap-1">
            <span className="text-muted">Số yêu cầu trong hồ sơ (không ghi tên khách)</span>
            <input
              name="request_number"
              required
              maxLength={40}
              autoComplete="off"
              placeholder="YC-2026-012"
              className="field"
            />
          </label>
          <div>
            <SubmitButton look="primary">Xóa hẳn, không lấy lại được</SubmitButton>
          </div>
        </StaffForm>
      )}
    </section>
  )
}

function factsOf(preview: ErasurePreview): [string, string][] {
  const { order_count, message_count, note_count, invoice_count, booking_count, trade_in_count } =
    preview
  const { other_phones } = preview
  return [
    ['Tên, liên hệ, địa chỉ', `trong ${order_count} đơn`],
    ...(trade_in_count > 0 ? [['Thu cũ', `${trade_in_count}`] as [string, string]] : []),
    ...(booking_count > 0 ? [['Lịch hẹn', `${booking_count}`] as [string, string]] : []),
    ['Tin nhắn, email', `${message_count}`],
    ['Ghi chú của nhân viên', `${note_count}`],
    ['Nhật ký', 'không đọc được giá trị cá nhân nữa'],
    ...(preview.is_blocked ? [['Chặn', 'bị bỏ'] as [string, string]] : []),
    ...(other_phones.length > 0
      ? [['Số khác của khách', `${other_phones.join(', ')}: xóa riêng từng số`] as [string, string]]
      : []),
    ...(invoice_count > 0
      ? [['Giữ lại', `thông tin công ty của ${invoice_count} hóa đơn`] as [string, string]]
      : []),
  ]
}

const requestColumns = (now: number): Column<ErasureRequest>[] => [
  { title: 'Yêu cầu', cell: ({ request_number }) => request_number },
  { title: 'Khách', cell: ({ phone }) => <span className="whitespace-nowrap">{phone}</span> },
  { title: 'Gửi lúc', cell: ({ asked_at }) => formatDateTime(new Date(asked_at)) },
  {
    title: 'Trạng thái',
    look: 'text',
    cell: ({ state, ended_at, erase_at, open }) => {
      if (ended_at !== null) {
        return `${request_state_titles[state]} ${formatDateTime(new Date(ended_at))}`
      }
      if (Date.parse(erase_at) > now) {
        return `Khách còn đổi ý được đến ${formatDateTime(new Date(erase_at))}`
      }
      if (open.length === 0) return 'Đến lượt, máy xóa trong vòng một giờ'
      const matters = open.map(({ kind, order_code }) => `${matter_titles[kind]} ${order_code}`)
      return `Chờ xong: ${matters.join(', ')}`
    },
  },
  {
    title: 'Hạn theo luật',
    cell: ({ due_at, ended_at }) => {
      const day = formatDate(new Date(due_at))
      const is_late = ended_at === null && Date.parse(due_at) < now
      return is_late ? <strong className="text-sale">{day}, quá hạn</strong> : day
    },
  },
]

const columns: Column<Erasure>[] = [
  { title: 'Lúc', cell: ({ erased_at }) => formatDateTime(new Date(erased_at)) },
  { title: 'Người xóa', cell: ({ staff_name }) => staff_name ?? 'Khách' },
  {
    title: 'Yêu cầu',
    cell: ({ channel, request_number }) => `${channel_titles[channel]}, ${request_number}`,
    look: 'text',
  },
  { title: 'Đơn', cell: ({ order_count }) => order_count, look: 'number' },
  { title: 'Tin', cell: ({ message_count }) => message_count, look: 'number' },
  { title: 'Ghi chú', cell: ({ note_count }) => note_count, look: 'number' },
]

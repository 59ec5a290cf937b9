import { addresses } from '#admin/addresses/addresses.ts'
import { type Column, DataTable, Lines } from '#admin/kit/data-table.tsx'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { useListQuery } from '#admin/kit/list/list-query.ts'
import { PageLinks } from '#admin/kit/list/page-links.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { call_state_titles } from '#admin/pages/trade/calls/call-state-titles.ts'
import type { TradeCallsData } from '#admin/pages/trade/calls/page.server.ts'
import type { TradeCall } from '#contracts/staff/trade/trade-office.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { telLink } from '#web/ui/tel-link.ts'

export const title = 'Tư vấn thu cũ'

const { path } = addresses.trade_calls

/** Who asked to be called: whoever takes a call sees its phone. */
export function Page({ data: { rows, has_next } }: { data: TradeCallsData }) {
  const page = Number(useListQuery()['page'] ?? 1)
  return (
    <>
      <p className="text-sm text-muted">
        Nhận một khách thì thấy số điện thoại để gọi. Mỗi lần nhận được ghi vào nhật ký.
      </p>
      <DataTable
        label="Khách cần tư vấn thu cũ"
        empty="Chưa có ai cần tư vấn."
        columns={columns}
        rows={rows}
        keyOf={({ trade_call_id }) => trade_call_id}
      />
      <PageLinks path={path} page={page} has_next={has_next} />
    </>
  )
}

const columns: Column<TradeCall>[] = [
  { title: 'Lúc', cell: ({ created_at }) => formatDateTime(new Date(created_at)) },
  {
    title: 'Khách',
    look: 'text',
    cell: ({ name, phone, is_mine }) => (
      <Lines
        lines={[
          name,
          is_mine ? (
            <a key="phone" href={telLink(phone)} className="text-accent underline">
              {phone}
            </a>
          ) : (
            phone
          ),
        ]}
      />
    ),
  },
  { title: 'Dòng máy', look: 'text', cell: ({ model }) => model || '–' },
  {
    title: 'Tình trạng',
    look: 'text',
    cell: ({ state, handled_by, note }) => (
      <Lines lines={[call_state_titles[state], handled_by, note]} />
    ),
  },
  { title: 'Việc', cell: (call) => <Acts call={call} /> },
]

function Acts({ call: { trade_call_id, version, state, name, is_mine } }: { call: TradeCall }) {
  const seen = { trade_call_id, version }
  if (state === 'new') {
    return (
      <StaffForm action={path} hidden={{ intent: 'take', ...seen }}>
        <button type="submit" className="tool min-h-11 whitespace-nowrap">
          Nhận gọi<span className="sr-only"> {name}</span>
        </button>
      </StaffForm>
    )
  }
  if (!is_mine) return null
  return (
    <StaffForm action={path} hidden={{ intent: 'end', ...seen }} className="grid md:min-w-48 gap-2">
      <LineField label="Ghi chú" name="note" maxLength={300} is_tall />
      <span className="flex gap-2">
        <button type="submit" name="outcome" value="called" className="tool-main min-h-11 grow">
          Đã gọi
        </button>
        <button type="submit" name="outcome" value="dropped" className="tool min-h-11">
          Bỏ
        </button>
      </span>
    </StaffForm>
  )
}

import { addresses } from '#admin/addresses/addresses.ts'
import { type Column, DataTable, Lines } from '#admin/kit/data-table.tsx'
import { ListFile } from '#admin/kit/list/list-file.tsx'
import { StaffForm, SubmitButton, TextField } from '#admin/kit/staff-form.tsx'
import { refund_reasons, refund_states } from '#admin/pages/refunds/refund-texts.ts'
import type { RefundRow } from '#contracts/staff/refunds.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Hoàn tiền'

/** Refunds: open ones, then settled ones. */
export function Page({ data: refunds }: { data: readonly RefundRow[] }) {
  const open = refunds.filter(({ state }) => ['due', 'requested', 'failed'].includes(state))
  const settled = refunds.filter((refund) => !open.includes(refund))
  return (
    <>
      <p className="text-muted">
        Khoản trả qua cổng thanh toán được hoàn tự động. Khoản chuyển khoản, tiền mặt và khoản bị từ
        chối: hoàn cho khách rồi bấm “Đã hoàn”.
      </p>
      <div className="flex justify-end">
        <ListFile path={addresses.refunds.path} query={{}} />
      </div>
      <h2 className="mt-2 text-lg">{`Đang chờ (${open.length})`}</h2>
      <RefundTable refunds={open} empty="Không có khoản hoàn tiền nào đang chờ." />
      <h2 className="mt-2 text-lg">Đã xong</h2>
      <RefundTable refunds={settled} empty="Chưa có khoản hoàn tiền nào đã xong." />
    </>
  )
}

function RefundTable({ refunds, empty }: { refunds: readonly RefundRow[]; empty: string }) {
  return (
    <DataTable
      label="Danh sách hoàn tiền"
      empty={empty}
      columns={columns}
      rows={refunds}
      keyOf={({ refund_id }) => refund_id}
    />
  )
}

const columns: Column<RefundRow>[] = [
  { title: 'Lúc', cell: ({ created_at }) => formatDateTime(new Date(created_at)) },
  { title: 'Số tiền', look: 'number', cell: ({ amount }) => formatDong(amount) },
  { title: 'Đơn hàng', cell: ({ order_code, phone }) => <Lines lines={[order_code, phone]} /> },
  { title: 'Lý do', look: 'text', cell: ({ reason }) => refund_reasons[reason] ?? reason },
  {
    title: 'Cách trả',
    look: 'text',
    cell: ({ gateway, reference, number, provider_reference }) => (
      <Lines lines={[gateway, reference, `Số yêu cầu hoàn: ${number}`, provider_reference]} />
    ),
  },
  {
    title: 'Tình trạng',
    look: 'text',
    cell: ({ state, attempts, note }) => {
      const verb = state === 'requested' ? 'hỏi' : 'gửi'
      return (
        <Lines
          lines={[refund_states[state], attempts === 0 ? null : `Đã ${verb} ${attempts} lần`, note]}
        />
      )
    },
  },
  { title: 'Xử lý', cell: (refund) => <Decision refund={refund} /> },
]

/** The label of the button for another attempt. A refund that was not sent yet has no such button. */
const retry_labels: Partial<Record<RefundRow['state'], string>> = {
  failed: 'Gửi lại',
  requested: 'Hỏi lại',
}

function Decision({ refund: { refund_id, state, is_automatic } }: { refund: RefundRow }) {
  if (state === 'done' || state === 'dropped') return null
  if (is_automatic) return 'Tự động'
  const retry_label = retry_labels[state]
  return (
    <StaffForm
      action={addresses.refunds.path}
      hidden={{ refund_id }}
      className="flex md:min-w-56 flex-wrap items-end gap-2"
    >
      <TextField label="Ghi chú" name="note" maxLength={200} autoComplete="off" />
      <SubmitButton name="decision" value="done">
        Đã hoàn
      </SubmitButton>
      {retry_label !== undefined && (
        <SubmitButton name="decision" value="again">
          {retry_label}
        </SubmitButton>
      )}
    </StaffForm>
  )
}

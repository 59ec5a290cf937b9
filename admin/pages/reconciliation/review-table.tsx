import { addresses } from '#admin/addresses/addresses.ts'
import { type Column, DataTable, Lines } from '#admin/kit/data-table.tsx'
import { StaffForm, SubmitButton, TextField } from '#admin/kit/staff-form.tsx'
import {
  card_part,
  order_states,
  reasons,
  refund_texts,
  states,
} from '#admin/pages/reconciliation/texts.ts'
import { goods_titles } from '#admin/pages/refunds/refund-texts.ts'
import type { PaymentReview } from '#contracts/staff/reconciliation.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { formatDong } from '#pure/money.ts'

/** Payments that were not matched to an order automatically, with their details. */
export function ReviewTable({
  reviews,
  empty,
}: {
  reviews: readonly PaymentReview[]
  empty: string
}) {
  return (
    <DataTable
      label="Danh sách khoản tiền"
      empty={empty}
      columns={columns}
      rows={reviews}
      keyOf={({ payment_review_id }) => payment_review_id}
    />
  )
}

const columns: Column<PaymentReview>[] = [
  { title: 'Lúc', cell: ({ created_at }) => formatDateTime(new Date(created_at)) },
  { title: 'Số tiền', look: 'number', cell: ({ amount }) => formatDong(amount) },
  {
    title: 'Lý do',
    look: 'text',
    cell: ({ reason, is_card_part }) => (is_card_part ? card_part : reasons[reason]),
  },
  { title: 'Đơn hàng', cell: (review) => <OrderOf review={review} /> },
  { title: 'Nội dung', look: 'text', cell: ({ content }) => content },
  {
    title: 'Nguồn',
    look: 'text',
    cell: ({ relay, relay_id, reference, account_number }) => (
      <Lines lines={[`${goods_titles[relay] ?? relay} ${relay_id}`, reference, account_number]} />
    ),
  },
  { title: 'Xử lý', cell: (review) => <Decision review={review} /> },
]

function OrderOf({ review }: { review: PaymentReview }) {
  const { order_code, order_state, grand_total, missing, phone } = review
  if (order_code === null) return '–'
  return (
    <Lines
      lines={[
        order_code,
        order_state === null ? null : order_states[order_state],
        grand_total === null ? null : `Cần: ${formatDong(grand_total)}`,
        grand_total === null || missing === null ? null : (
          <strong key="missing">{`Còn thiếu: ${formatDong(missing)}`}</strong>
        ),
        phone,
      ]}
    />
  )
}

function Decision({ review }: { review: PaymentReview }) {
  const { payment_review_id, state, order_code, refund_state, refund_amount } = review
  if (state !== 'open') return states[state]
  return (
    <>
      {refund_state !== null && (
        <p className="mb-2 text-muted">
          {`Hoàn ${formatDong(refund_amount ?? 0)}. ${refund_texts[refund_state]}`}
        </p>
      )}
      <StaffForm
        action={addresses.reconciliation.path}
        hidden={{ payment_review_id }}
        className="flex md:min-w-56 flex-wrap items-end gap-2"
      >
        {order_code === null && (
          <TextField label="Mã đơn hàng" name="order_code" autoComplete="off" />
        )}
        <SubmitButton name="decision" value="accepted">
          Nhận cho đơn hàng
        </SubmitButton>
        <SubmitButton name="decision" value="refunded">
          Đã hoàn tiền
        </SubmitButton>
        <SubmitButton name="decision" value="dismissed">
          Bỏ qua
        </SubmitButton>
      </StaffForm>
    </>
  )
}

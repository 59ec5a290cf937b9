import { goods_titles, refund_reasons } from '#admin/pages/refunds/refund-texts.ts'
import type { StaffOrder } from '#contracts/staff/orders.ts'
import { formatDong } from '#pure/money.ts'

/** The money of an order in words, chosen on the server. */
export interface ShownMoney {
  facts: string[]
  /** Attempts to pay, then refunds, with their amounts in đồng. */
  rows: { at: string; text: string; reference: string | null; amount: number }[]
}

const payment_states: Record<StaffOrder['payments'][number]['state'], string> = {
  started: 'đang chờ tiền',
  due_on_delivery: 'thu khi giao',
  paid: 'đã trả',
  failed: 'không thành',
  replaced: 'đã đổi cách khác',
}
const refund_states: Record<StaffOrder['refunds'][number]['state'], string> = {
  due: 'cần hoàn',
  requested: 'cổng đang hoàn',
  done: 'đã hoàn',
  failed: 'cổng từ chối',
  dropped: 'không hoàn nữa',
}

/** What is still to collect, every attempt to pay, every refund. */
export function shownMoney(order: StaffOrder): ShownMoney {
  const { payments, refunds, paid_total, refund_due_total, refunded_total, grand_total } = order
  const on_delivery = payments.find(({ state }) => state === 'due_on_delivery')
  const missing = on_delivery?.amount ?? Math.max(0, grand_total - paid_total)
  // Who delivered it has taken the money: nobody asks the shopper for it again.
  const is_collected = on_delivery !== undefined && order.state === 'delivered'
  const has_ended = order.state === 'cancelled' || order.state === 'expired'
  return {
    facts: [
      paid_total > 0 && `Đã nhận ${formatDong(paid_total)}`,
      missing > 0 && !has_ended && `${is_collected ? 'Đã' : 'Còn phải'} thu ${formatDong(missing)}`,
      refund_due_total > 0 && `Cần hoàn ${formatDong(refund_due_total)}`,
      refunded_total > 0 && `Đã hoàn ${formatDong(refunded_total)}`,
    ].filter((fact) => fact !== false),
    rows: [
      ...payments.map(
        ({ method_title, state, amount, reference, failure, is_held, at, ...paid }) => {
          const is_part = paid.has_money && (state === 'replaced' || state === 'failed')
          const is_taken = is_collected && state === 'due_on_delivery'
          const whole_state = is_taken ? 'đã thu khi giao' : payment_states[state]
          const shown_state = is_part ? 'đã trả một phần' : whole_state
          const held = is_held ? ', cổng đang giữ tiền để kiểm tra' : ''
          const why = failure === null ? '' : ` (${failure})`
          return {
            at,
            amount,
            reference,
            text: `${method_title}${cardText(paid.card_plan)}: ${shown_state}${held}${why}`,
          }
        },
      ),
      ...refunds.map(({ gateway, state, amount, reason, at }) => {
        const why = refund_reasons[reason] ?? reason
        const from = refundTitle(gateway)
        const text = `${from}: ${refund_states[state]} (${why})`
        return { at, amount: -amount, reference: null, text }
      }),
    ],
  }
}

/** What pays back: goods, cash that was taken at the door, or a gateway by its code. */
function refundTitle(gateway: string): string {
  return (
    goods_titles[gateway] ?? (gateway === 'cod' ? 'Hoàn tiền thu khi giao' : `Hoàn qua ${gateway}`)
  )
}

/** ", thẻ VISA Vietcombank, 6 tháng": staff compare it with the card that the shopper shows. */
function cardText(plan: StaffOrder['payments'][number]['card_plan']): string {
  return plan === null ? '' : `, thẻ ${plan.card_brand} ${plan.bank_name}, ${plan.months} tháng`
}

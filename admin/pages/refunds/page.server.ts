import { staffPage, unclear } from '#admin/runtime/page.ts'
import { refunds } from '#contracts/staff/refunds.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'

/** /noi-bo/hoan-tien: the ledger of refunds. */
export const page = staffPage({
  action: async ({ services, actor }, fields) => {
    const input = refunds.settleRefund.input.safeParse(fields)
    if (!input.success) return unclear
    try {
      await services.refunds.settleRefund(actor, input.data)
      return null
    } catch (error) {
      if (isRefusal(error, refunds.settleRefund, 'amount_above_limit')) {
        const problem = `Khoản ${formatDong(error.data.amount)} vượt hạn mức của bạn. Nhờ người có hạn mức cao hơn xử lý.`
        return { status: error.status, problem }
      }
      if (isRefusal(error, refunds.settleRefund, 'transfer_only')) {
        const problem =
          'Tiền máy cũ từ 5.000.000đ chỉ hoàn bằng chuyển khoản. Ghi mã giao dịch ngân hàng vào ghi chú.'
        return { status: error.status, problem }
      }
      if (!isRefusal(error, refunds.settleRefund, 'refund_not_found')) throw error
      return { status: error.status, problem: 'Khoản này đã được xử lý hoặc đang được gửi.' }
    }
  },
})

import { staffPage, unclear } from '#admin/runtime/page.ts'
import {
  type HeldPayment,
  reconciliation,
  type PaymentReview,
} from '#contracts/staff/reconciliation.ts'
import { Refusal } from '#pure/contract.ts'

export interface ReconciliationData {
  reviews: PaymentReview[]
  held: HeldPayment[]
}

/** /noi-bo/doi-soat: payments that need a decision of staff. */
export const page = staffPage<ReconciliationData>({
  needs: 'reconciliation.reviews',
  loader: async ({ services, actor }) => {
    const { reviews, held } = services.reconciliation
    const [all_reviews, all_held] = await Promise.all([reviews(actor, {}), held(actor, {})])
    return { reviews: all_reviews, held: all_held }
  },
  action: async ({ services, actor }, fields) => {
    const input = reconciliation.settleReview.input.safeParse(fields)
    if (!input.success) return unclear
    try {
      await services.reconciliation.settleReview(actor, input.data)
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, problem: problems[error.code] ?? error.code }
    }
  },
})

const problems: Readonly<Record<string, string>> = {
  review_not_found: 'Khoản này đã được xử lý.',
  order_already_paid: 'Đơn hàng đã có đủ tiền: hãy hoàn khoản này cho khách.',
  review_without_order: 'Hãy điền mã đơn hàng có thật mà khoản này thuộc về.',
  order_joined: 'Hàng của đơn này đã gộp vào đơn khác: hãy hoàn khoản này cho khách.',
  only_goes_back:
    'Đây là giá trị hàng đổi: tự tính khi khách trả phần còn thiếu, hoặc hoàn cho khách.',
  transfer_only:
    'Tiền máy cũ từ 5.000.000đ chỉ hoàn bằng chuyển khoản: hủy đơn, rồi hoàn ở trang Hoàn tiền.',
  belongs_to_loan:
    'Đơn này vay của công ty: tiền tự tính khi hợp đồng đã ký và khách trả đủ phần trả trước, hoặc hoàn khi hủy đơn.',
  money_goes_back: 'Khoản này đang được hoàn tự động cho khách.',
  quantity_gone: 'Hàng của đơn này không còn đủ: hãy hoàn tiền cho khách.',
}

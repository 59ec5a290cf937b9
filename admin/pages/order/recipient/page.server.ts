import { orderPath } from '#admin/addresses/paths.ts'
import { problemOf as orderProblem } from '#admin/pages/order/page.server.ts'
import { type Fields, type Problem, problemOrThrow, staffPage } from '#admin/runtime/page.ts'
import { recipients as contract, type StoredRecipient } from '#contracts/staff/recipients.ts'
import { InvalidInput, isRefusal } from '#pure/contract.ts'

/** /noi-bo/don-hang/:code/nguoi-nhan: who receives an order, and where. `tinh` lists the wards of a province. */
export const page = staffPage<StoredRecipient>({
  needs: 'recipients.recipient',
  loader: ({ services, actor, params, url }) => {
    const province = contract.recipient.input.shape.province_code.safeParse(
      url.searchParams.get('tinh') ?? undefined,
    )
    const province_code = province.success ? province.data : undefined
    return services.recipients.recipient(actor, { order_code: params['code'] ?? '', province_code })
  },
  action: async ({ services, actor, params }, fields) => {
    const input = contract.changeRecipient.input.safeParse({
      ...fields,
      order_code: params['code'] ?? '',
    })
    if (!input.success) {
      const [issue] = input.error.issues
      return { status: 422, problem: `${issue?.message ?? 'Chưa rõ yêu cầu.'} ${typed(fields)}` }
    }
    try {
      await services.recipients.changeRecipient(actor, input.data)
      return { location: orderPath(input.data.order_code) }
    } catch (error) {
      const problem = problemOrThrow(problemOf(error), error)
      return { ...problem, problem: `${problem.problem} ${typed(fields)}` }
    }
  },
})

function problemOf(error: unknown): Problem | null {
  if (error instanceof InvalidInput) {
    return { status: 422, problem: Object.values(error.problems).join(' ') }
  }
  if (isRefusal(error, contract.changeRecipient, 'order_has_parcel')) {
    const problem = `Đơn đã đóng gói trong vận đơn ${error.data.parcel_code}. Hủy vận đơn rồi mới đổi được.`
    return { status: 409, problem }
  }
  if (isRefusal(error, contract.changeRecipient, 'customer_blocked')) {
    const problem = 'Số điện thoại mới đang bị chặn đặt hàng hoặc phải trả trước. Chưa lưu gì.'
    return { status: 409, problem }
  }
  return orderProblem(error)
}

/** What was typed, so that nothing is lost where the page is loaded anew. */
function typed({ name, recipient_name, street, note }: Fields): string {
  const parts = [name, recipient_name, street, note].filter(Boolean)
  return parts.length === 0 ? '' : `Bạn đã nhập: ${parts.join(' · ')}.`
}

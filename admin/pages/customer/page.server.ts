import { block_titles } from '#admin/pages/customers/customer-texts.ts'
import { actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { type Customer, customers as contract } from '#contracts/staff/customers.ts'
import { drafts } from '#contracts/staff/orders/drafts.ts'
import { mayCall } from '#pure/access.ts'
import { isRefusal } from '#pure/contract.ts'

export interface CustomerData {
  customer: Customer
  /** Whether the reader may make an order for them. */
  may_order: boolean
  now: number
}

/** The phone in full, after staff asked for it. */
export interface CustomerAnswer {
  phone: string
}

/** /noi-bo/khach-hang/:code: the customer of an order, and everything that the reader may see of them. */
export const page = staffPage<CustomerData>({
  needs: 'customers.customer',
  loader: async ({ services, actor, params }) => {
    const order_code = params['code'] ?? ''
    const customer = await services.customers.customer(actor, { order_code })
    return { customer, may_order: mayCall(drafts.openDraft, actor), now: Date.now() }
  },
  action: actsByIntent(
    {
      show_phone: async ({ services, actor }, { code = '' }) => {
        return { answer: await services.customers.showCustomer(actor, { order_code: code }) }
      },
      note: async ({ services, actor }, { code, ...fields }) => {
        const input = contract.noteCustomer.input.safeParse({ ...fields, order_code: code })
        if (!input.success) return { status: 422, problem: 'Hãy viết ghi chú.' }
        await services.customers.noteCustomer(actor, input.data)
        return null
      },
      block: async ({ services, actor }, { code, ...fields }) => {
        const input = contract.blockCustomer.input.safeParse({ ...fields, order_code: code })
        if (!input.success) {
          if (fields['reason']?.trim()) return unclear
          return { status: 422, problem: 'Cần ghi lý do.' }
        }
        await services.customers.blockCustomer(actor, input.data)
        return null
      },
    },
    problemOf,
  ),
})

function problemOf(error: unknown): Problem | null {
  if (!isRefusal(error, contract.blockCustomer, 'customer_changed')) return null
  const { block, name } = error.data
  const state = block === null ? 'không bị chặn' : `“${block_titles[block]}”`
  return {
    status: error.status,
    problem: `${name ?? 'Người khác'} vừa đổi: khách này bây giờ ${state}. Chưa lưu gì, xem lại rồi làm tiếp.`,
  }
}

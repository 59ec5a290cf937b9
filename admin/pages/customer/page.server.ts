import { block_titles } from '#admin/pages/customers/customer-texts.ts'
import { type TicketLine, ticketLine } from '#admin/pages/customer/ticket-lines.ts'
import { actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { type Customer, customers as contract } from '#contracts/staff/customers.ts'
import { max_phones, type OtherPhone, samePerson } from '#contracts/staff/members/same-person.ts'
import { drafts } from '#contracts/staff/orders/drafts.ts'
import { mayCall } from '#pure/access.ts'
import { isRefusal } from '#pure/contract.ts'

/** The customer; tickets are beside it, in words. */
export type ShownCustomer = Omit<Customer, 'tickets'>

export interface CustomerData {
  customer: ShownCustomer
  tickets: TicketLine[]
  /** Whether the reader may make an order for them. */
  may_order: boolean
  now: number
}

/** The phone in full, after staff asked for it; or another phone that may be of the same person. */
export type CustomerAnswer = { kind: 'phone'; phone: string } | { kind: 'other'; other: OtherPhone }

/** /noi-bo/khach-hang/:code: the customer of an order, and everything that the reader may see of them. */
export const page = staffPage<CustomerData>({
  needs: 'customers.customer',
  loader: async ({ services, actor, params }) => {
    const order_code = params['code'] ?? ''
    const { tickets, ...customer } = await services.customers.customer(actor, { order_code })
    return {
      customer,
      tickets: tickets.map(ticketLine),
      may_order: mayCall(drafts.openDraft, actor),
      now: Date.now(),
    }
  },
  action: actsByIntent(
    {
      show_phone: async ({ services, actor }, { code = '' }) => {
        const { phone } = await services.customers.showCustomer(actor, { order_code: code })
        return { answer: { kind: 'phone', phone } satisfies CustomerAnswer }
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
      look_up: async ({ services, actor }, { code, ...fields }) => {
        const input = samePerson.lookUp.input.safeParse({ ...fields, order_code: code })
        if (!input.success) return { status: 422, problem: 'Ghi số điện thoại kia, hoặc mã đơn.' }
        const other = await services.samePerson.lookUp(actor, input.data)
        return { answer: { kind: 'other', other } satisfies CustomerAnswer }
      },
      join: async ({ services, actor }, { code, ...fields }) => {
        const input = samePerson.join.input.safeParse({ ...fields, order_code: code })
        if (!input.success) return { status: 422, problem: 'Cần ghi lý do.' }
        await services.samePerson.join(actor, input.data)
        return null
      },
      part: async ({ services, actor }, { part_code, ...fields }) => {
        const input = samePerson.part.input.safeParse({ ...fields, order_code: part_code })
        if (!input.success) return { status: 422, problem: 'Cần ghi lý do.' }
        await services.samePerson.part(actor, input.data)
        return null
      },
    },
    problemOf,
  ),
})

const person_problems = {
  other_not_found: 'Chưa ai đặt hàng bằng số này.',
  same_person: 'Hai số này đã là của một khách.',
  both_have_others: 'Cả hai số đều đã gộp với số khác. Hãy tách một số ra trước.',
  too_many_phones: `Một khách gộp được nhiều nhất ${max_phones} số.`,
} as const

function problemOf(error: unknown): Problem | null {
  for (const [code, problem] of Object.entries(person_problems)) {
    const known = code as keyof typeof person_problems
    if (isRefusal(error, samePerson.join, known)) return { status: error.status, problem }
  }
  if (isRefusal(error, samePerson.part, 'alone')) {
    return { status: error.status, problem: 'Số này không gộp với số nào.' }
  }
  if (!isRefusal(error, contract.blockCustomer, 'customer_changed')) return null
  const { block, name } = error.data
  const state = block === null ? 'không bị chặn' : `“${block_titles[block]}”`
  return {
    status: error.status,
    problem: `${name ?? 'Người khác'} vừa đổi: khách này bây giờ ${state}. Chưa lưu gì, xem lại rồi làm tiếp.`,
  }
}

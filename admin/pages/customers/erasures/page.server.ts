import { matter_titles } from '#admin/pages/customers/erasures/erasure-texts.ts'
import { actsByIntent, type Problem, staffPage } from '#admin/runtime/page.ts'
import {
  erasures as contract,
  type Erasure,
  type ErasurePreview,
  type ErasureRequest,
} from '#contracts/staff/members/erasures.ts'
import { isRefusal } from '#pure/contract.ts'

export interface ErasuresData {
  rows: Erasure[]
  requests: ErasureRequest[]
  now: number
}

/** The preview of a phone, or that it was erased. The phone is not in an address: those stay in logs and histories. */
export type ErasureAnswer =
  | { kind: 'preview'; phone: string; preview: ErasurePreview }
  | { kind: 'done'; order_count: number }

/** /noi-bo/khach-hang/xoa-du-lieu: a person asks to be erased. */
export const page = staffPage<ErasuresData>({
  needs: 'erasures.erasures',
  loader: async ({ services, actor }) => ({
    rows: await services.erasures.erasures(actor, {}),
    requests: await services.erasures.erasureRequests(actor, {}),
    now: Date.now(),
  }),
  action: actsByIntent(
    {
      preview: async ({ services, actor }, fields) => {
        const input = contract.previewErasure.input.safeParse(fields)
        if (!input.success) return { status: 422, problem: 'Hãy nhập số điện thoại.' }
        const { phone } = input.data
        const preview = await services.erasures.previewErasure(actor, { phone })
        return { answer: { kind: 'preview', phone, preview } satisfies ErasureAnswer }
      },
      erase: async ({ services, actor }, fields) => {
        const input = contract.eraseCustomer.input.safeParse(fields)
        if (!input.success) {
          const problem =
            'Chưa xóa gì. Chọn cách khách yêu cầu và ghi số yêu cầu (chữ không dấu, số, . _ / -), không ghi tên hay số điện thoại.'
          return { status: 422, problem }
        }
        const { order_count } = await services.erasures.eraseCustomer(actor, input.data)
        return { answer: { kind: 'done', order_count } satisfies ErasureAnswer }
      },
    },
    problemOf,
  ),
})

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.eraseCustomer, 'customer_not_found')) {
    return { status: 404, problem: 'Không có dữ liệu nào của số điện thoại này.' }
  }
  if (isRefusal(error, contract.eraseCustomer, 'customer_has_open')) {
    const open = error.data.open.map(
      ({ kind, order_code }) => `${matter_titles[kind]} ${order_code}`,
    )
    return { status: 409, problem: `Chưa xóa gì, vì còn việc chưa xong: ${open.join(', ')}.` }
  }
  if (isRefusal(error, contract.eraseCustomer, 'files_unavailable')) {
    const problem = 'Chưa xóa gì: kho tệp không nhận bản ghi của lần xóa. Hãy thử lại sau.'
    return { status: error.status, problem }
  }
  if (isRefusal(error, contract.eraseCustomer, 'erasure_changed')) {
    return { status: 409, problem: 'Chưa xóa gì: số đơn của khách vừa thay đổi. Hãy xem lại.' }
  }
  return null
}

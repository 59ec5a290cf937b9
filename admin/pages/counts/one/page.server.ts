import { type Act, actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { type Count, counts as contract } from '#contracts/staff/counts.ts'
import { isRefusal } from '#pure/contract.ts'

/** /noi-bo/kiem-ke/:code: one count, with the field for the scanner. */
export const page = staffPage<Count>({
  needs: 'counts.count',
  loader: ({ services, actor, params }) =>
    services.counts.count(actor, { code: params['code'] ?? '' }),
  action: (context, fields) => actsByIntent(acts, problemOf)(context, fields),
})

const acts: Readonly<Record<string, Act>> = {
  scan: async ({ services, actor }, fields) => {
    const input = contract.scanCount.input.safeParse(fields)
    if (!input.success) return unclear
    await services.counts.scanCount(actor, input.data)
    return null
  },
  recount: async ({ services, actor }, fields) => {
    const input = contract.recount.input.safeParse(fields)
    if (!input.success) return unclear
    await services.counts.recount(actor, input.data)
    return null
  },
  close: async ({ services, actor }, fields) => {
    const input = contract.closeCount.input.safeParse(fields)
    if (!input.success) return unclear
    await services.counts.closeCount(actor, input.data)
    return null
  },
  cancel: async ({ services, actor }, fields) => {
    const input = contract.cancelCount.input.safeParse(fields)
    if (!input.success) return unclear
    await services.counts.cancelCount(actor, input.data)
    return null
  },
  approve: async ({ services, actor }, fields) => {
    const input = contract.approveCount.input.safeParse(fields)
    if (!input.success) return unclear
    await services.counts.approveCount(actor, input.data)
    return null
  },
}

function problemOf(error: unknown): Problem | null {
  const { scanCount, approveCount } = contract
  const words: [boolean, string][] = [
    [isRefusal(error, scanCount, 'count_changed'), 'Phiếu vừa đổi. Xem lại rồi làm tiếp.'],
    [isRefusal(error, scanCount, 'code_not_found'), 'không phải IMEI, serial hay SKU nào đã biết.'],
    [isRefusal(error, scanCount, 'scanned_already'), 'mã này quét rồi.'],
    [isRefusal(error, scanCount, 'needs_code'), 'hàng này có IMEI, serial: hãy quét từng máy.'],
    [isRefusal(error, scanCount, 'out_of_scope'), 'không thuộc ngành hàng đang đếm.'],
    [
      isRefusal(error, approveCount, 'above_limit'),
      'Chênh lệch vượt mức bạn được duyệt. Nhờ kế toán hoặc điều hành.',
    ],
  ]
  const [, problem] = words.find(([is_it]) => is_it) ?? []
  if (problem === undefined) return null
  return { status: isRefusal(error, approveCount, 'above_limit') ? 403 : 409, problem }
}

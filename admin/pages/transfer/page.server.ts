import { transferPath } from '#admin/addresses/paths.ts'
import { type Act, actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { type Transfer, transfers as contract } from '#contracts/staff/transfers.ts'
import { isRefusal } from '#pure/contract.ts'

/** /noi-bo/chuyen-kho/:code: one transfer, with the field for the scanner. */
export const page = staffPage<Transfer>({
  needs: 'transfers.transfer',
  loader: ({ services, actor, params }) =>
    services.transfers.transfer(actor, { code: params['code'] ?? '' }),
  action: (context, fields) => actsByIntent(acts, problemOf)(context, fields),
})

const no_reason = { status: 422, problem: 'Cần ghi lý do.' }

const acts: Readonly<Record<string, Act>> = {
  add: async ({ services, actor }, fields) => {
    const input = contract.addToTransfer.input.safeParse(fields)
    if (!input.success) return unclear
    await services.transfers.addToTransfer(actor, input.data)
    return null
  },
  remove: async ({ services, actor }, fields) => {
    const input = contract.removeFromTransfer.input.safeParse(fields)
    if (!input.success) return unclear
    await services.transfers.removeFromTransfer(actor, input.data)
    return null
  },
  send: async ({ services, actor }, fields) => {
    const input = contract.sendTransfer.input.safeParse(fields)
    if (!input.success) return unclear
    await services.transfers.sendTransfer(actor, input.data)
    return { location: transferPath(input.data.code) }
  },
  receive: async ({ services, actor }, fields) => {
    const input = contract.receiveScan.input.safeParse(fields)
    if (!input.success) return unclear
    await services.transfers.receiveScan(actor, input.data)
    return null
  },
  cancel: async ({ services, actor }, fields) => {
    const input = contract.cancelDraft.input.safeParse(fields)
    if (!input.success) return unclear
    await services.transfers.cancelDraft(actor, input.data)
    return null
  },
  settle: async ({ services, actor }, fields) => {
    if (fields['where'] === 'lost') {
      const input = contract.writeOffTransfer.input.safeParse(fields)
      if (!input.success) return no_reason
      await services.transfers.writeOffTransfer(actor, input.data)
      return null
    }
    const input = contract.settleTransfer.input.safeParse(fields)
    if (!input.success) return no_reason
    await services.transfers.settleTransfer(actor, input.data)
    return null
  },
}

function problemOf(error: unknown): Problem | null {
  const { sendTransfer, receiveScan, addToTransfer, writeOffTransfer } = contract
  const words: [boolean, string][] = [
    [isRefusal(error, sendTransfer, 'transfer_changed'), 'Phiếu vừa đổi. Xem lại rồi làm tiếp.'],
    [isRefusal(error, addToTransfer, 'code_not_found'), 'không có máy hay sản phẩm nào có mã này.'],
    [isRefusal(error, addToTransfer, 'scanned_already'), 'mã này quét rồi.'],
    [isRefusal(error, addToTransfer, 'needs_code'), 'hàng này có IMEI, serial: hãy quét từng máy.'],
    [isRefusal(error, addToTransfer, 'not_here'), 'máy này không có trong kho gửi.'],
    [isRefusal(error, receiveScan, 'not_sent'), 'không có trong phiếu chuyển này.'],
    [isRefusal(error, sendTransfer, 'nothing_to_send'), 'Chưa quét gì để gửi.'],
    [
      isRefusal(error, writeOffTransfer, 'above_limit'),
      'Số hàng mất vượt mức bạn được duyệt. Nhờ kế toán hoặc điều hành.',
    ],
  ]
  const [, text] = words.find(([is_it]) => is_it) ?? []
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 409
  if (text !== undefined) return { status: status === 404 ? 422 : status, problem: text }
  if (isRefusal(error, receiveScan, 'more_than_sent')) {
    return { status: 409, problem: `chỉ còn chờ ${error.data.missing}, không nhận hơn số gửi.` }
  }
  if (isRefusal(error, sendTransfer, 'units_moved')) {
    return { status: 409, problem: `Không còn trong kho: ${error.data.codes.join(', ')}.` }
  }
  if (isRefusal(error, sendTransfer, 'not_free')) {
    const { sku, free } = error.data
    return { status: 409, problem: `${sku}: chỉ còn ${free} tự do, phần kia đang giữ cho đơn.` }
  }
  return null
}

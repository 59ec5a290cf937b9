import { receiptPath } from '#admin/addresses/paths.ts'
import { pictureActs, pictureProblem } from '#admin/kit/pictures/picture-acts.ts'
import { type Act, actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { type Receipt, receipts as contract } from '#contracts/staff/receipts.ts'
import { isRefusal } from '#pure/contract.ts'

/** The receipt, and what was just booked of it. */
export interface ReceiptData {
  receipt: Receipt
  booked: string | null
}

/** /noi-bo/nhap-hang/:code: one receipt. */
export const page = staffPage<ReceiptData>({
  needs: 'receipts.receipt',
  loader: async ({ services, actor, params, url }) => ({
    receipt: await services.receipts.receipt(actor, { code: params['code'] ?? '' }),
    booked: url.searchParams.get('booked'),
  }),
  takes_files: true,
  action: (context, fields) => actsByIntent(acts, problemOf)(context, fields),
})

const acts: Readonly<Record<string, Act>> = {
  ...pictureActs(contract, ({ receipts }) => receipts),
  save: async ({ services, actor }, fields) => {
    const input = contract.saveLine.input.safeParse(fields)
    if (!input.success) return { status: 422, problem: 'Cần SKU và số lượng từ 1 đến 100.000.' }
    await services.receipts.saveLine(actor, input.data)
    return { location: receiptPath(input.data.code) }
  },
  remove: async ({ services, actor }, fields) => {
    const input = contract.removeLine.input.safeParse(fields)
    if (!input.success) return unclear
    await services.receipts.removeLine(actor, input.data)
    return { location: receiptPath(input.data.code) }
  },
  receive: async ({ services, actor }, fields) => {
    const input = contract.receiveGoods.input.safeParse(fields)
    if (!input.success) return unclear
    const { booked } = await services.receipts.receiveGoods(actor, input.data)
    return { location: `${receiptPath(input.data.code)}?booked=${booked}` }
  },
  close: async ({ services, actor }, fields) => {
    const input = contract.closeReceipt.input.safeParse(fields)
    if (!input.success) return { status: 422, problem: 'Cần ghi lý do.' }
    await services.receipts.closeReceipt(actor, input.data)
    return { location: receiptPath(input.data.code) }
  },
}

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.receiveGoods, 'receipt_changed')) {
    return { status: 409, problem: 'Phiếu vừa đổi hoặc đã xong. Xem lại rồi làm tiếp.' }
  }
  if (isRefusal(error, contract.saveLine, 'product_not_found')) {
    return { status: 404, problem: 'Không có sản phẩm nào có SKU này.' }
  }
  if (isRefusal(error, contract.receiveGoods, 'used_device_not_received')) {
    const problem = `${error.data.sku} là máy cũ, chỉ có một chiếc. Nhập máy cũ ở trang Máy cũ.`
    return { status: 409, problem }
  }
  if (isRefusal(error, contract.saveLine, 'too_few')) {
    return { status: 422, problem: `Đã nhận ${error.data.received}, không thể đặt ít hơn.` }
  }
  if (isRefusal(error, contract.receiveGoods, 'nothing_arrived')) {
    return { status: 422, problem: 'Chưa có gì để nhận. Dán IMEI hoặc ghi số lượng rồi lưu.' }
  }
  if (isRefusal(error, contract.receiveGoods, 'more_than_expected')) {
    const { sku, arriving, missing } = error.data
    const problem = `${sku}: có ${arriving} nhưng phiếu chỉ còn chờ ${missing}. Sửa số đặt trước.`
    return { status: 422, problem }
  }
  return pictureProblem(error)
}

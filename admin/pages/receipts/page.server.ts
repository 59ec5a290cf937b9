import { receiptPath } from '#admin/addresses/paths.ts'
import { staffPage, unclear } from '#admin/runtime/page.ts'
import { receipts as contract, type ReceiptList } from '#contracts/staff/receipts.ts'
import { isRefusal } from '#pure/contract.ts'

/** /noi-bo/nhap-hang: receipts of goods, and the form that opens one. */
export const page = staffPage<ReceiptList>({
  needs: 'receipts.receipts',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.receipts.input.safeParse(Object.fromEntries(searchParams))
    return services.receipts.receipts(actor, input.data ?? {})
  },
  action: async ({ services, actor }, fields) => {
    const input = contract.createReceipt.input.safeParse(fields)
    if (!input.success) {
      const is_named = Boolean(fields['supplier']?.trim())
      return is_named ? unclear : { status: 422, problem: 'Cần tên nhà cung cấp.' }
    }
    try {
      const { code } = await services.receipts.createReceipt(actor, input.data)
      return { location: receiptPath(code) }
    } catch (error) {
      if (!isRefusal(error, contract.createReceipt, 'shop_not_found')) throw error
      return { status: error.status, problem: 'Hãy chọn cửa hàng nhận.' }
    }
  },
})

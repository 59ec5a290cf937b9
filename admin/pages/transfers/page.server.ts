import { transferPath } from '#admin/addresses/paths.ts'
import { staffPage, unclear } from '#admin/runtime/page.ts'
import { transfers as contract, type TransferList } from '#contracts/staff/transfers.ts'
import { isRefusal } from '#pure/contract.ts'

/** The list with the time at which it was read, and the code of the device that is to be sent. */
export type TransfersData = TransferList & { scan: string | null; now: number }

/** /noi-bo/chuyen-kho: transfers between shops, and the form that opens one. */
export const page = staffPage<TransfersData>({
  needs: 'transfers.transfers',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.transfers.input.safeParse(Object.fromEntries(searchParams))
    const list = await services.transfers.transfers(actor, input.data ?? {})
    return { ...list, scan: input.data?.scan ?? null, now: Date.now() }
  },
  action: async ({ services, actor }, fields) => {
    const input = contract.createTransfer.input.safeParse(fields)
    if (!input.success) return unclear
    try {
      const { code } = await services.transfers.createTransfer(actor, input.data)
      return { location: transferPath(code) }
    } catch (error) {
      const { createTransfer } = contract
      if (
        isRefusal(error, createTransfer, 'not_here') ||
        isRefusal(error, createTransfer, 'code_not_found')
      ) {
        return { status: error.status, problem: 'Máy này không còn trong kho gửi.' }
      }
      if (!isRefusal(error, createTransfer, 'shop_not_found')) throw error
      return { status: error.status, problem: 'Hãy chọn hai cửa hàng khác nhau.' }
    }
  },
})

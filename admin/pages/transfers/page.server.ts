import { transferPath } from '#admin/addresses/paths.ts'
import { staffPage, unclear } from '#admin/runtime/page.ts'
import { transfers as contract, type TransferList } from '#contracts/staff/transfers.ts'
import { isRefusal } from '#pure/contract.ts'

/** The list with the time at which it was read. */
export type TransfersData = TransferList & { now: number }

/** /noi-bo/chuyen-kho: transfers between shops, and the form that opens one. */
export const page = staffPage<TransfersData>({
  needs: 'transfers.transfers',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.transfers.input.safeParse(Object.fromEntries(searchParams))
    return { ...(await services.transfers.transfers(actor, input.data ?? {})), now: Date.now() }
  },
  action: async ({ services, actor }, fields) => {
    const input = contract.createTransfer.input.safeParse(fields)
    if (!input.success) return unclear
    try {
      const { code } = await services.transfers.createTransfer(actor, input.data)
      return { location: transferPath(code) }
    } catch (error) {
      if (!isRefusal(error, contract.createTransfer, 'shop_not_found')) throw error
      return { status: error.status, problem: 'Hãy chọn hai cửa hàng khác nhau.' }
    }
  },
})

import { filledQuery, type StaffContext, staffPage } from '#admin/runtime/page.ts'
import { tradeIns as contract } from '#contracts/staff/trade/trade-ins.ts'

export type PurchasesData = Awaited<ReturnType<StaffContext['services']['tradeIns']['purchases']>>

/** /noi-bo/thu-cu/bang-ke: the purchase list of a month. */
export const page = staffPage<PurchasesData>({
  needs: 'tradeIns.purchases',
  loader: ({ services, actor, url: { searchParams } }) =>
    services.tradeIns.purchases(actor, contract.purchases.input.parse(filledQuery(searchParams))),
})

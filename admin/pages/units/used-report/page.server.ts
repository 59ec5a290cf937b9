import { filledQuery, type StaffContext, staffPage } from '#admin/runtime/page.ts'
import { tradeOffice as contract } from '#contracts/staff/trade/trade-office.ts'

export type UsedReportData = Awaited<
  ReturnType<StaffContext['services']['tradeOffice']['usedReport']>
>

/** /noi-bo/may-cu/bao-cao: the used devices that were sold in a month. */
export const page = staffPage<UsedReportData>({
  needs: 'tradeOffice.usedReport',
  loader: ({ services, actor, url: { searchParams } }) =>
    services.tradeOffice.usedReport(
      actor,
      contract.usedReport.input.parse(filledQuery(searchParams)),
    ),
})

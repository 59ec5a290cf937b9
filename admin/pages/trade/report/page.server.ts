import { filledQuery, type StaffContext, staffPage } from '#admin/runtime/page.ts'
import { tradeOffice as contract } from '#contracts/staff/trade/trade-office.ts'

export type TradeReportData = Awaited<
  ReturnType<StaffContext['services']['tradeOffice']['tradeReport']>
>

/** /noi-bo/thu-cu/bao-cao: what was bought in a month, by day and shop. */
export const page = staffPage<TradeReportData>({
  needs: 'tradeOffice.tradeReport',
  loader: ({ services, actor, url: { searchParams } }) =>
    services.tradeOffice.tradeReport(
      actor,
      contract.tradeReport.input.parse(filledQuery(searchParams)),
    ),
})

import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import { type MonthReport, today as contract } from '#contracts/staff/today.ts'

/** /noi-bo/bao-cao: a month by shop and way to pay, its calls and returns, and the age of the stock. */
export const page = staffPage<MonthReport>({
  needs: 'today.monthReport',
  loader: ({ services, actor, url: { searchParams } }) =>
    services.today.monthReport(actor, contract.monthReport.input.parse(filledQuery(searchParams))),
})

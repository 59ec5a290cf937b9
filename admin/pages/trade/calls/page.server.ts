import { addresses } from '#admin/addresses/addresses.ts'
import {
  actsByIntent,
  filledQuery,
  type Problem,
  type StaffContext,
  staffPage,
  unclear,
} from '#admin/runtime/page.ts'
import { tradeOffice as contract } from '#contracts/staff/trade/trade-office.ts'
import { Refusal } from '#pure/contract.ts'

export type TradeCallsData = Awaited<
  ReturnType<StaffContext['services']['tradeOffice']['tradeCalls']>
>

const { path } = addresses.trade_calls

/** /noi-bo/thu-cu/tu-van: who asked to be called about an old device. */
export const page = staffPage<TradeCallsData>({
  needs: 'tradeOffice.tradeCalls',
  loader: ({ services, actor, url: { searchParams } }) =>
    services.tradeOffice.tradeCalls(
      actor,
      contract.tradeCalls.input.safeParse(filledQuery(searchParams)).data ?? {},
    ),
  action: actsByIntent(
    {
      take: async ({ services, actor }, fields) => {
        const input = contract.takeTradeCall.input.safeParse(fields)
        if (!input.success) return unclear
        await services.tradeOffice.takeTradeCall(actor, input.data)
        return { location: path }
      },
      end: async ({ services, actor }, fields) => {
        const input = contract.endTradeCall.input.safeParse(fields)
        if (!input.success) return unclear
        await services.tradeOffice.endTradeCall(actor, input.data)
        return { location: path }
      },
    },
    problemOf,
  ),
})

function problemOf(error: unknown): Problem | null {
  if (!(error instanceof Refusal)) return null
  const { code, status } = error
  if (code === 'trade_call_not_found') return { status, problem: 'Yêu cầu này không còn nữa.' }
  return code === 'trade_call_changed'
    ? { status, problem: 'Người khác vừa nhận hoặc gọi xong khách này.' }
    : null
}

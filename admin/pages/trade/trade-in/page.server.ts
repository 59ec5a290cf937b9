import { tradeInPath } from '#admin/addresses/paths.ts'
import { chosenOf } from '#admin/kit/choice-list.tsx'
import { problemOfTrade } from '#admin/pages/trade/trade-in/trade-problem.ts'
import { actsByIntent, type Fields, staffPage, unclear } from '#admin/runtime/page.ts'
import { type StaffTradeIn, tradeIns as contract } from '#contracts/staff/trade/trade-ins.ts'

/** /noi-bo/thu-cu/:code: check a device, say what the shop pays, record its seller and pay. */
export const page = staffPage<StaffTradeIn>({
  needs: 'tradeIns.tradeIn',
  loader: ({ services, actor, params }) =>
    services.tradeIns.tradeIn(actor, { code: params['code'] ?? '' }),
  action: actsByIntent(
    {
      arrive: async ({ services, actor }, fields) => {
        const input = contract.arrive.input.safeParse(fields)
        if (!input.success) return unclear
        await services.tradeIns.arrive(actor, input.data)
        return { location: tradeInPath(input.data.code) }
      },
      offer: async ({ services, actor }, fields) => {
        const input = contract.offer.input.safeParse({
          ...fields,
          answers: answersIn(fields),
          is_signed_out: fields['is_signed_out'] ?? false,
        })
        if (!input.success) {
          const problem = 'Hãy ghi IMEI và giá thu bằng số, ví dụ 4.500.000.'
          return { status: 422, problem, typed: fields }
        }
        await services.tradeIns.offer(actor, input.data)
        return { location: tradeInPath(input.data.code) }
      },
      approve: async ({ services, actor }, fields) => {
        const input = contract.approve.input.safeParse(fields)
        if (!input.success) return unclear
        await services.tradeIns.approve(actor, input.data)
        return { location: tradeInPath(input.data.code) }
      },
      accept: async ({ services, actor }, fields) => {
        const input = contract.acceptByCode.input.safeParse(fields)
        if (!input.success) return { status: 422, problem: 'Hãy nhập 6 số khách đọc.' }
        await services.tradeIns.acceptByCode(actor, input.data)
        return { location: tradeInPath(input.data.code) }
      },
      seller: async ({ services, actor }, fields) => {
        const input = contract.recordSeller.input.safeParse(fields)
        if (!input.success) {
          return { status: 422, problem: 'Hãy ghi đủ họ tên, số căn cước và địa chỉ.' }
        }
        await services.tradeIns.recordSeller(actor, input.data)
        return { location: tradeInPath(input.data.code) }
      },
      pay: async ({ services, actor }, fields) => {
        const option_ids = chosenOf(fields, 'part').map(Number)
        const input = contract.pay.input.safeParse({ ...fields, option_ids })
        if (!input.success) return { status: 422, problem: 'Hãy chọn cách trả và nơi máy đến.' }
        await services.tradeIns.pay(actor, input.data)
        return { location: tradeInPath(input.data.code) }
      },
      refuse: async ({ services, actor }, fields) => {
        const input = contract.refuse.input.safeParse(fields)
        if (!input.success) return { status: 422, problem: 'Hãy ghi lý do không thu.' }
        await services.tradeIns.refuse(actor, input.data)
        return { location: tradeInPath(input.data.code) }
      },
    },
    problemOfTrade,
  ),
})

/** The checked answers: a field for each question, named with its code. */
function answersIn(fields: Fields): Record<string, string> {
  const prefix = 'check:'
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  )
}

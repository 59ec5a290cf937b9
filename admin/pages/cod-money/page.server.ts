import { actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import {
  codMoney as contract,
  type CodDay,
  type OpenClaim,
  type OpenCodLine,
} from '#contracts/staff/cod-money.ts'
import { mayCall } from '#pure/access.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'

export interface CodMoneyData {
  days: CodDay[]
  lines: OpenCodLine[]
  claims: OpenClaim[]
  carriers: { code: string; title: string }[]
  may_settle: boolean
}

/** /noi-bo/doi-soat-cod: what couriers owe, and what they say that they pay. */
export const page = staffPage<CodMoneyData>({
  needs: 'codMoney.codMoney',
  loader: async ({ services, actor }) => ({
    ...(await services.codMoney.codMoney(actor, {})),
    may_settle: mayCall(contract.readStatement, actor),
  }),
  action: actsByIntent(
    {
      read: async ({ services, actor }, fields) => {
        const input = contract.readStatement.input.safeParse(fields)
        if (!input.success) return { status: 422, problem: 'Chọn hãng và dán bảng kê.' }
        return { answer: await services.codMoney.readStatement(actor, input.data) }
      },
      line: async ({ services, actor }, fields) => {
        const input = contract.settleLine.input.safeParse(fields)
        if (!input.success) return reasonMissing(input.error.issues)
        await services.codMoney.settleLine(actor, input.data)
        return null
      },
      claim: async ({ services, actor }, fields) => {
        const input = contract.settleClaim.input.safeParse(fields)
        if (!input.success) return reasonMissing(input.error.issues)
        await services.codMoney.settleClaim(actor, input.data)
        return null
      },
    },
    problemOf,
  ),
})

function reasonMissing(issues: readonly { path: PropertyKey[] }[]): Problem {
  const fields = issues.map(({ path }) => path[0])
  if (fields.includes('reason')) return { status: 422, problem: 'Hãy ghi lý do.' }
  if (!fields.includes('amount')) return unclear
  return {
    status: 422,
    problem: '“Đã đền” cần số tiền hãng đã đền. “Không đền” thì để trống số tiền.',
  }
}

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.readStatement, 'statement_unreadable')) {
    const { lines } = error.data
    const problem =
      lines.length > 0
        ? `Không đọc được dòng ${lines.join(', ')}: mỗi dòng cần mã vận đơn và số tiền. Chưa lưu gì.`
        : 'Bảng kê cần từ 1 đến 5.000 dòng có tiền. Chưa lưu gì.'
    return { status: 422, problem }
  }
  if (isRefusal(error, contract.readStatement, 'statement_known')) {
    return { status: 409, problem: 'Bảng kê này đã được đối soát rồi.' }
  }
  if (
    isRefusal(error, contract.settleLine, 'amount_above_limit') ||
    isRefusal(error, contract.settleClaim, 'amount_above_limit')
  ) {
    const problem = `Quyết định này bỏ ${formatDong(error.data.amount)}, trên hạn mức của bạn. Hãy nhờ người có hạn mức cao hơn.`
    return { status: 409, problem }
  }
  if (isRefusal(error, contract.settleLine, 'line_not_found')) {
    return { status: 404, problem: 'Dòng này đã được xử lý.' }
  }
  if (isRefusal(error, contract.settleLine, 'cod_not_due')) {
    return { status: 409, problem: 'Không có khoản thu hộ nào đang chờ với mã này.' }
  }
  if (!isRefusal(error, contract.settleClaim, 'claim_not_found')) return null
  return { status: 404, problem: 'Vận đơn này đã được xử lý bồi thường.' }
}

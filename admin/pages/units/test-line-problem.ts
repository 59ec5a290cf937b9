import type { Problem } from '#admin/runtime/page.ts'
import { usedUnits as contract } from '#contracts/staff/trade/used-units.ts'
import { isRefusal } from '#pure/contract.ts'

/** What staff read when a line of the tests says no outcome. */
export function testLineProblem(error: unknown): Problem | null {
  if (!isRefusal(error, contract.describeUsedUnit, 'test_line_wrong')) return null
  const problem = `“${error.data.line}” chưa có kết quả. Ghi “: đạt” hoặc “: không đạt” sau tên mục.`
  return { status: 422, problem }
}

import { usedUnitPath } from '#admin/addresses/paths.ts'
import {
  type Problem,
  problemOrThrow,
  type StaffContext,
  staffPage,
  unclear,
} from '#admin/runtime/page.ts'
import { usedUnits as contract } from '#contracts/staff/trade/used-units.ts'
import { isRefusal } from '#pure/contract.ts'
import { testLineProblem } from '#admin/pages/units/test-line-problem.ts'
import type { UsedIntake } from '#admin/pages/units/used-new/page.tsx'

/** /noi-bo/may-cu/nhap: a device that comes in by hand. `q` finds the goods that it was when it was new. */
export const page = staffPage<UsedIntake>({
  needs: 'usedUnits.addUsedUnit',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const q = (searchParams.get('q') ?? '').slice(0, 100)
    return { q, ...(await services.usedUnits.usedIntake(actor, { q })) }
  },
  action: async ({ services, actor }: StaffContext, { intent: _intent, ...fields }) => {
    const input = contract.addUsedUnit.input.safeParse(fields)
    if (!input.success) {
      const [issue] = input.error.issues
      return issue === undefined ? unclear : { status: 422, problem: issue.message, typed: fields }
    }
    try {
      const { imei_id } = await services.usedUnits.addUsedUnit(actor, input.data)
      return { location: usedUnitPath(imei_id) }
    } catch (error) {
      return { ...problemOrThrow(problemOf(error), error), typed: fields }
    }
  },
})

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.addUsedUnit, 'goods_not_found')) {
    return { status: 404, problem: 'Không có hàng mới nào mang SKU này.' }
  }
  if (isRefusal(error, contract.addUsedUnit, 'shop_not_found')) {
    return { status: 404, problem: 'Hãy chọn một cửa hàng của bạn.' }
  }
  if (isRefusal(error, contract.addUsedUnit, 'unit_code_wrong')) {
    const { code } = error.data
    const problem =
      code === null ? 'Cần một IMEI hoặc serial đúng.' : `${code} không phải mã hợp lệ.`
    return { status: 422, problem }
  }
  if (isRefusal(error, contract.addUsedUnit, 'unit_is_here')) {
    return { status: 409, problem: 'Máy này đang có trong kho hoặc đang chuyển. Xem ở trang IMEI.' }
  }
  return testLineProblem(error)
}

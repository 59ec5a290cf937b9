import { redirect } from 'react-router'
import { pickupPath } from '#admin/addresses/paths.ts'
import { problemOfCode } from '#admin/pages/pickups/code-problem.ts'
import { filledQuery, problemOrThrow, type StaffContext, staffPage } from '#admin/runtime/page.ts'
import { pickups as contract, type PickupRow, type PickupState } from '#contracts/staff/pickups.ts'
import { isRefusal } from '#pure/contract.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'

export interface PickupsData {
  rows: PickupRow[]
  has_next: boolean
  counts: { state: PickupState; count: number; is_capped: boolean }[]
  may_collect: boolean
  /** The Vietnamese day, YYYY-MM-DD. */
  today: string
  now: number
}

/**
 * /noi-bo/nhan-tai-cua-hang: what shoppers collect here. A scanned QR code verifies its shopper and opens the order.
 */
export const page = staffPage<PickupsData>({
  needs: 'pickups.pickups',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const query = filledQuery(searchParams)
    const input = contract.pickups.input.safeParse(query).data ?? {}
    const list = await services.pickups.pickups(actor, input)
    const code = input.q === undefined ? null : await existingCode(services, actor, input.q)
    if (code !== null) throw redirect(pickupPath(code))
    return { ...list, today: vietnamDay(new Date()), now: Date.now() }
  },
  action: async ({ services, actor }, fields) => {
    const input = contract.verify.input.safeParse({ presented: fields['presented'] })
    if (!input.success) return { status: 422, problem: 'Hãy quét mã QR của khách.' }
    try {
      const { order_code } = await services.pickups.verify(actor, input.data)
      return { location: pickupPath(order_code) }
    } catch (error) {
      if (isRefusal(error, contract.verify, 'code_not_readable')) {
        const problem =
          'Đây không phải mã QR nhận hàng. Nếu khách chỉ có mã số, hãy mở đơn của khách rồi gõ mã.'
        return { status: 422, problem }
      }
      if (isRefusal(error, contract.verify, 'pickup_not_found')) {
        return { status: 404, problem: 'Không có đơn này ở cửa hàng của bạn.' }
      }
      return problemOrThrow(problemOfCode(error), error)
    }
  },
})

/** The code of the order that was searched, if it is picked up here. */
async function existingCode(
  { pickups }: StaffContext['services'],
  actor: StaffContext['actor'],
  order_code: string,
): Promise<string | null> {
  try {
    return (await pickups.pickup(actor, { order_code })).order_code
  } catch (error) {
    if (isRefusal(error, contract.pickup, 'pickup_not_found')) return null
    throw error
  }
}

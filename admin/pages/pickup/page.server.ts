import { pickupPath } from '#admin/addresses/paths.ts'
import { state_titles } from '#admin/pages/orders/order-texts.ts'
import { problemOfScan, problemOfTaken } from '#admin/pages/packing/scan-problem.ts'
import { problemOfCode } from '#admin/pages/pickups/code-problem.ts'
import { actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { pickups as contract, type StaffPickup } from '#contracts/staff/pickups.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'

/** /noi-bo/nhan-tai-cua-hang/:code: prepare an order, verify its shopper, take the money and give it out. */
export const page = staffPage<StaffPickup>({
  needs: 'pickups.pickup',
  loader: ({ services, actor, params }) =>
    services.pickups.pickup(actor, { order_code: params['code'] ?? '' }),
  action: actsByIntent(
    {
      prepare: async ({ services, actor }, { code, ...fields }) => {
        const input = contract.prepare.input.safeParse({ ...fields, order_code: code })
        if (!input.success) return { status: 422, problem: 'Hãy quét từng món.' }
        await services.pickups.prepare(actor, input.data)
        return { location: pickupPath(input.data.order_code) }
      },
      verify: async ({ services, actor }, { code, ...fields }) => {
        const input = contract.verify.input.safeParse({ ...fields, order_code: code })
        if (!input.success) return { status: 422, problem: 'Hãy quét hoặc gõ mã của khách.' }
        await services.pickups.verify(actor, input.data)
        return { location: pickupPath(code ?? '') }
      },
      collect: async ({ services, actor }, { code, ...fields }) => {
        const input = contract.collect.input.safeParse({ ...fields, order_code: code })
        if (!input.success) return unclear
        await services.pickups.collect(actor, input.data)
        return { location: pickupPath(input.data.order_code) }
      },
    },
    problemOf,
  ),
})

function problemOf(error: unknown): Problem | null {
  const of_code = problemOfCode(error)
  if (of_code !== null) return of_code
  if (
    isRefusal(error, contract.collect, 'pickup_not_possible') ||
    isRefusal(error, contract.prepare, 'pickup_not_possible')
  ) {
    const title = state_titles[error.data.state].toLowerCase()
    return { status: 409, problem: `Không làm được: đơn đang ở trạng thái “${title}”.` }
  }
  if (
    isRefusal(error, contract.prepare, 'scan_differs') ||
    isRefusal(error, contract.collect, 'scan_differs')
  ) {
    return problemOfScan(error.data)
  }
  if (isRefusal(error, contract.prepare, 'unit_in_other_parcel')) {
    return problemOfTaken(error.data.codes)
  }
  if (isRefusal(error, contract.collect, 'due_changed')) {
    const problem = `Số phải thu vừa đổi thành ${formatDong(error.data.due)}. Chưa giao, chưa ghi tiền.`
    return { status: 409, problem }
  }
  const [, problem] = plain.find(([isIt]) => isIt(error)) ?? []
  return problem === undefined ? null : { status: 409, problem }
}

const plain: readonly (readonly [(error: unknown) => boolean, string])[] = [
  [
    (error) =>
      isRefusal(error, contract.prepare, 'pickup_changed') ||
      isRefusal(error, contract.collect, 'pickup_changed'),
    'Đơn vừa đổi. Xem lại bên dưới rồi làm tiếp.',
  ],
  [
    (error) => isRefusal(error, contract.collect, 'shopper_not_verified'),
    'Đã quá 30 phút từ lúc kiểm mã. Hãy kiểm lại mã của khách.',
  ],
  [
    (error) => isRefusal(error, contract.collect, 'payment_underway'),
    'Khách đang thanh toán online, chưa có kết quả. Chờ ít phút rồi tải lại trang.',
  ],
  [
    (error) => isRefusal(error, contract.collect, 'parcel_units_missing'),
    'Hàng trên kệ ít hơn số giữ cho đơn. Xem ở trang Tồn kho.',
  ],
]

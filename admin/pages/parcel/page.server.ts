import { parcelPath } from '#admin/addresses/addresses.ts'
import { parcel_state_titles } from '#admin/pages/parcels/parcel-texts.ts'
import { staffPage, unclear } from '#admin/runtime/page.ts'
import { parcels as contract, type StaffParcel } from '#contracts/staff/parcels.ts'
import { isRefusal } from '#pure/contract.ts'

/** /noi-bo/van-don/:code: one parcel, its history and its moves. */
export const page = staffPage<StaffParcel>({
  loader: ({ services, actor, params }) =>
    services.parcels.parcel(actor, { code: params['code'] ?? '' }),
  action: async ({ services, actor, params }, fields) => {
    if (fields['intent'] === 'label') {
      return { answer: await services.parcels.label(actor, { code: params['code'] ?? '' }) }
    }
    const input = contract.moveParcel.input.safeParse({ ...fields, code: params['code'] })
    if (!input.success) return unclear
    try {
      await services.parcels.moveParcel(actor, input.data)
      return { location: parcelPath(input.data.code) }
    } catch (error) {
      if (isRefusal(error, contract.moveParcel, 'parcel_changed')) {
        return {
          status: 409,
          problem: 'Có người vừa chuyển vận đơn này. Xem lại lịch sử bên dưới.',
        }
      }
      if (isRefusal(error, contract.moveParcel, 'parcel_not_movable')) {
        const state = parcel_state_titles[error.data.state].toLowerCase()
        return { status: 409, problem: `Không làm được: vận đơn “${state}”, hoặc đơn đã đổi.` }
      }
      if (!isRefusal(error, contract.moveParcel, 'parcel_units_missing')) throw error
      return { status: 409, problem: 'Hàng trên kệ ít hơn số giữ cho đơn. Xem ở trang Tồn kho.' }
    }
  },
})

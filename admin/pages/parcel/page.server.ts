import { parcelPath } from '#admin/addresses/paths.ts'
import { lost_acts, problemOfLoss } from '#admin/pages/parcel/lost-acts.ts'
import { parcel_state_titles } from '#admin/pages/parcels/parcel-texts.ts'
import { type Act, actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { type LostParcel, lostParcels } from '#contracts/staff/orders/lost-parcels.ts'
import { parcels as contract, type StaffParcel } from '#contracts/staff/parcels.ts'
import { mayCall } from '#pure/access.ts'
import { isRefusal } from '#pure/contract.ts'

export interface ParcelData extends StaffParcel {
  /** What the reader may decide about its loss; null: nothing. */
  lost: LostParcel | null
}

const move: Act = async ({ services, actor }, fields) => {
  const input = contract.moveParcel.input.safeParse(fields)
  if (!input.success) return unclear
  const report = contract.deliverParcel.input.safeParse(fields)
  if (report.success && !mayCall(contract.moveParcel, actor)) {
    await services.parcels.deliverParcel(actor, report.data)
  } else {
    await services.parcels.moveParcel(actor, input.data)
  }
  return { location: parcelPath(input.data.code) }
}

const acts = actsByIntent(
  {
    '': move,
    ...lost_acts,
    label: async ({ services, actor }, { code = '' }) => ({
      answer: await services.parcels.label(actor, { code }),
    }),
    ask_again: async ({ services, actor }, { code = '' }) => {
      await services.parcels.askCarrierAgain(actor, { code })
      return { location: parcelPath(code) }
    },
    set_code: async ({ services, actor }, fields) => {
      const input = contract.setCarrierCode.input.safeParse(fields)
      if (!input.success) return { status: 422, problem: 'Mã của hãng gồm chữ và số, không dấu.' }
      await services.parcels.setCarrierCode(actor, input.data)
      return { location: parcelPath(input.data.code) }
    },
  },
  problemOf,
)

/** /noi-bo/van-don/:code: one parcel, its history and its moves. */
export const page = staffPage<ParcelData>({
  needs: 'parcels.parcel',
  loader: async ({ services, actor, params }) => {
    const parcel = await services.parcels.parcel(actor, { code: params['code'] ?? '' })
    const { code, order_code, state } = parcel
    const may_decide = state === 'lost' && mayCall(lostParcels.ofOrder, actor)
    const losses = may_decide ? await services.lostParcels.ofOrder(actor, { order_code }) : []
    return { ...parcel, lost: losses.find((one) => one.code === code) ?? null }
  },
  action: acts,
})

function problemOf(error: unknown): Problem | null {
  const of_loss = problemOfLoss(error)
  if (of_loss !== null) return of_loss
  if (isRefusal(error, contract.moveParcel, 'parcel_changed')) {
    return {
      status: 409,
      problem: 'Có người vừa cập nhật vận đơn này. Xem lại lịch sử bên dưới.',
    }
  }
  if (isRefusal(error, contract.moveParcel, 'parcel_not_movable')) {
    const state = parcel_state_titles[error.data.state].toLowerCase()
    return {
      status: 409,
      problem: `Không làm được: vận đơn đang “${state}”, hoặc trạng thái đơn hàng không cho phép.`,
    }
  }
  if (isRefusal(error, contract.moveParcel, 'parcel_units_missing')) {
    return { status: 409, problem: 'Hàng trên kệ ít hơn số giữ cho đơn. Xem ở trang Tồn kho.' }
  }
  if (isRefusal(error, contract.askCarrierAgain, 'nothing_to_ask')) {
    return { status: 409, problem: 'Không còn gì để gửi lại: hãng đã trả lời.' }
  }
  if (isRefusal(error, contract.setCarrierCode, 'carrier_code_known')) {
    return { status: 409, problem: 'Vận đơn này đã có mã của hãng.' }
  }
  if (!isRefusal(error, contract.setCarrierCode, 'carrier_code_taken')) return null
  return { status: 409, problem: 'Mã này đã thuộc một vận đơn khác của hãng.' }
}

import { type Fields, staffPage } from '#admin/runtime/page.ts'
import { repairSettings as contract, Skill } from '#contracts/staff/orders/repair-settings.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { isRefusal } from '#pure/contract.ts'

export type TechniciansData = Awaited<ReturnType<StaffServices['repairSettings']['technicians']>>

/** What the page says after a change. */
export interface TechniciansSaved {
  crowded: number
}

/** /noi-bo/sua-chua/ky-thuat-vien?shop_id=: how many technicians a shop has, by skill and weekday. */
export const page = staffPage<TechniciansData>({
  needs: 'repairSettings.technicians',
  loader: ({ services, actor, url: { searchParams } }) =>
    services.repairSettings.technicians(
      actor,
      contract.technicians.input.parse({ shop_id: searchParams.get('shop_id') ?? undefined }),
    ),
  action: async ({ services, actor }, fields) => {
    const input = contract.setTechnicians.input.safeParse(inputOf(fields))
    if (!input.success) {
      const problem =
        'Số thợ là số nguyên từ 0 đến 99. Một kỹ năng ghi đủ bảy ngày, hoặc để trống cả bảy.'
      return { status: 422, problem, typed: fields }
    }
    try {
      const answer: TechniciansSaved = await services.repairSettings.setTechnicians(
        actor,
        input.data,
      )
      return { answer }
    } catch (error) {
      if (isRefusal(error, contract.setTechnicians, 'shop_not_found')) {
        return { status: 404, problem: 'Không có cửa hàng sửa chữa này trong phạm vi của bạn.' }
      }
      if (!isRefusal(error, contract.setTechnicians, 'technicians_changed')) throw error
      const problem = 'Số thợ vừa được người khác đổi. Tải lại trang rồi sửa tiếp; chưa lưu gì.'
      return { status: 409, problem, typed: fields }
    }
  },
})

const weekdays = [0, 1, 2, 3, 4, 5, 6]

/** The fields `pin.0` (Monday) to `pin.6`. A skill whose fields are all empty is none of the list. */
function inputOf(fields: Fields) {
  const weekOf = (skill: string) => weekdays.map((day) => fields[`${skill}.${day}`]?.trim() ?? '')
  const skills = Skill.options.flatMap((skill) => {
    const week = weekOf(skill)
    return week.every((count) => count === '') ? [] : [{ skill, week }]
  })
  return { ...fields, everybody: weekOf('any'), skills }
}

import { unitPath } from '#admin/addresses/paths.ts'
import { unit_state_titles } from '#admin/pages/units/unit-texts.ts'
import { pictureActs, pictureProblem } from '#admin/kit/pictures/picture-acts.ts'
import {
  type Act,
  actsByIntent,
  type Fields,
  type Outcome,
  type Problem,
  staffPage,
  type StaffContext,
  unclear,
} from '#admin/runtime/page.ts'
import { type Unit, units as contract } from '#contracts/staff/units.ts'
import { isRefusal } from '#pure/contract.ts'

/** /noi-bo/imei/:code: the life of one unit. */
export const page = staffPage<Unit>({
  needs: 'units.unit',
  loader: ({ services, actor, params }) =>
    services.units.unit(actor, { code: params['code'] ?? '' }),
  takes_files: true,
  action: (context, fields) => actsByIntent(acts, problemOf)(context, fields),
})

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.correctCodes, 'unit_changed')) {
    const state = unit_state_titles[error.data.state].toLowerCase()
    return { status: 409, problem: `Máy vừa đổi, bây giờ “${state}”. Xem lại rồi làm tiếp.` }
  }
  if (isRefusal(error, contract.correctCodes, 'unit_code_wrong')) {
    const { code } = error.data
    const problem = code === null ? 'Cần IMEI 1 hoặc serial.' : `${code} không phải mã hợp lệ.`
    return { status: 422, problem }
  }
  if (isRefusal(error, contract.correctCodes, 'code_taken')) {
    return { status: 409, problem: `${error.data.code} là mã của một máy khác.` }
  }
  return pictureProblem(error)
}

const no_reason = { status: 422, problem: 'Cần ghi lý do.' }

async function move({ services, actor }: StaffContext, fields: Fields): Promise<Outcome> {
  const input = contract.moveUnit.input.safeParse(fields)
  if (!input.success) return fields['reason']?.trim() ? unclear : no_reason
  await services.units.moveUnit(actor, input.data)
  return null
}

async function correct({ services, actor }: StaffContext, fields: Fields): Promise<Outcome> {
  const input = contract.correctCodes.input.safeParse(fields)
  if (!input.success) return fields['reason']?.trim() ? unclear : no_reason
  const { code } = await services.units.correctCodes(actor, input.data)
  return { location: unitPath(code) }
}

const acts: Readonly<Record<string, Act>> = {
  move,
  correct,
  ...pictureActs(contract, ({ units }) => units),
}

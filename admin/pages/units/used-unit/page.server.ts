import { pictureActs, pictureProblem } from '#admin/kit/pictures/picture-acts.ts'
import { type HistoryEntry, historyOf } from '#admin/pages/changes/history-of.ts'
import { testLineProblem } from '#admin/pages/units/test-line-problem.ts'
import { usedIdOf } from '#admin/pages/units/used-id.ts'
import { used_state_titles } from '#admin/pages/units/used-texts.ts'
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
import { usedUnits as contract, type UsedUnitPage } from '#contracts/staff/trade/used-units.ts'
import { formatDong } from '#pure/money.ts'
import { isRefusal } from '#pure/contract.ts'

export interface UsedUnitData {
  unit: UsedUnitPage
  history: HistoryEntry[] | null
}

/** /noi-bo/may-cu/:code: one used device. */
export const page = staffPage<UsedUnitData>({
  needs: 'usedUnits.usedUnit',
  loader: async (context) => {
    const { services, actor, params } = context
    const unit = await services.usedUnits.usedUnit(actor, { imei_id: usedIdOf(params) })
    const thing_key = String(unit.imei_id)
    return { unit, history: await historyOf(context, { thing: 'used_unit', thing_key }) }
  },
  takes_files: true,
  action: (context, fields) => actsByIntent(acts, problemOf)(context, fields),
})

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.offerUsedUnit, 'used_unit_changed')) {
    const state = used_state_titles[error.data.state].toLowerCase()
    return { status: 409, problem: `Máy vừa đổi, bây giờ “${state}”. Xem lại rồi làm tiếp.` }
  }
  if (isRefusal(error, contract.offerUsedUnit, 'used_price_too_low')) {
    const least = formatDong(error.data.least)
    return {
      status: 409,
      problem: `Giá dưới ${least} thấp hơn nhiều so với giá gợi ý: nhờ người được đổi giá đăng bán.`,
    }
  }
  if (isRefusal(error, contract.offerUsedUnit, 'used_unit_without_picture')) {
    return { status: 409, problem: 'Hãy chụp ít nhất một ảnh của máy rồi đăng bán.' }
  }
  if (isRefusal(error, contract.withdrawUsedUnit, 'used_unit_reserved')) {
    return { status: 409, problem: 'Máy đang có đơn giữ. Hủy đơn trước rồi gỡ khỏi bán.' }
  }
  return testLineProblem(error) ?? pictureProblem(error)
}

async function describe({ services, actor }: StaffContext, fields: Fields): Promise<Outcome> {
  const input = contract.describeUsedUnit.input.safeParse(withId(fields))
  if (!input.success) return problemIn(input.error.issues)
  await services.usedUnits.describeUsedUnit(actor, input.data)
  return null
}

async function offer({ services, actor }: StaffContext, fields: Fields): Promise<Outcome> {
  const input = contract.offerUsedUnit.input.safeParse(withId(fields))
  if (!input.success) return problemIn(input.error.issues)
  await services.usedUnits.offerUsedUnit(actor, input.data)
  return null
}

async function price({ services, actor }: StaffContext, fields: Fields): Promise<Outcome> {
  const input = contract.priceUsedUnit.input.safeParse(withId(fields))
  if (!input.success) return problemIn(input.error.issues)
  await services.usedUnits.priceUsedUnit(actor, input.data)
  return null
}

async function withdraw({ services, actor }: StaffContext, fields: Fields): Promise<Outcome> {
  const input = contract.withdrawUsedUnit.input.safeParse(withId(fields))
  if (!input.success) return problemIn(input.error.issues)
  await services.usedUnits.withdrawUsedUnit(actor, input.data)
  return null
}

function withId({ code, ...fields }: Fields) {
  return { ...fields, imei_id: code }
}

function problemIn([issue]: readonly { message: string }[]): Problem {
  return issue === undefined ? unclear : { status: 422, problem: issue.message }
}

const acts: Readonly<Record<string, Act>> = {
  ...{ describe, offer, price, withdraw },
  ...pictureActs(contract, ({ usedUnits }) => usedUnits),
}

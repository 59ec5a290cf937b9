import { wrong_code } from '#admin/pages/gateways/texts.ts'
import type { OwnSecondSteps } from '#contracts/staff/account.ts'
import { addresses } from '#admin/addresses/addresses.ts'
import {
  actsByIntent,
  type Fields,
  type Problem,
  problemOrThrow,
  staffPage,
  unclear,
} from '#admin/runtime/page.ts'
import { type Lender, type LenderBank, lenders as contract } from '#contracts/staff/trade/loans.ts'
import { isRefusal } from '#pure/contract.ts'

export interface LendersData {
  companies: Lender[]
  banks: LenderBank[]
  may_change: boolean
  /** Without a fresh second step the forms ask for one. */
  second_steps: OwnSecondSteps
}

/** /noi-bo/tra-gop/ben-cho-vay: companies and banks, and how applications reach them. */
export const page = staffPage<LendersData>({
  needs: 'lenders.lenders',
  loader: async ({ services, actor }) => ({
    ...(await services.lenders.lenders(actor, {})),
    second_steps: await services.account.secondSteps(actor, {}),
  }),
  action: actsByIntent(
    {
      switch: async ({ services, actor }, fields) => {
        const input = contract.switchLender.input.safeParse(fields)
        if (!input.success) return unclear
        await services.lenders.switchLender(actor, input.data)
        return { location: addresses.lenders.path }
      },
      way: async ({ services, actor }, fields) => {
        const input = contract.setWay.input.safeParse(fields)
        if (!input.success) {
          return {
            status: 422,
            problem: 'Địa chỉ bắt đầu bằng https://, email đúng dạng, mật khẩu từ 20 ký tự.',
            typed: typedWay(fields),
          }
        }
        try {
          await services.lenders.setWay(actor, input.data)
          return { location: addresses.lenders.path }
        } catch (error) {
          return { ...problemOrThrow(problemOf(error), error), typed: typedWay(fields) }
        }
      },
    },
    problemOf,
  ),
})

/** What a refused form shows again: not the secret and the second step. */
function typedWay({
  secret: _secret,
  second_step: _step,
  passkey: _key,
  ...typed
}: Fields): Fields {
  return typed
}

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.setWay, 'way_changed')) {
    const problem =
      'Chưa lưu: người khác vừa đổi cách gửi hồ sơ này. Phần bạn gõ vẫn còn; bấm Lưu lần nữa sẽ thay bản của họ.'
    return { status: error.status, problem }
  }
  if (isRefusal(error, contract.setWay, 'second_step_needed')) {
    const problem = 'Hồ sơ có căn cước của khách: hãy xác nhận lại là bạn rồi lưu.'
    return { status: error.status, problem }
  }
  if (isRefusal(error, contract.setWay, 'wrong_code')) {
    return { status: error.status, problem: wrong_code }
  }
  return isRefusal(error, contract.switchLender, 'lender_not_found')
    ? { status: 404, problem: 'Không có bên cho vay này.' }
    : null
}

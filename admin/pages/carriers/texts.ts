import { carrier_state_titles } from '#admin/pages/carriers/state-titles.ts'
import type { Problem } from '#admin/runtime/page.ts'
import { carriers as contract } from '#contracts/staff/carriers.ts'
import { isRefusal, type Refusal } from '#pure/contract.ts'

const problems: Readonly<Record<string, string>> = {
  second_step_needed: 'Hãng giao giữ hàng và tiền thu hộ: hãy nhập mã xác thực mới của bạn.',
  wrong_code: 'Mã xác thực chưa đúng hoặc đã dùng rồi. Hãy chờ mã kế tiếp trong ứng dụng.',
  only_for_tests: carrier_state_titles.only_for_tests,
}

/** What the page says about a refused form. */
export function problemOf(error: Refusal): Problem {
  const { status, code } = error
  if (isRefusal(error, contract.setCarrier, 'settings_invalid')) {
    const names = Object.keys(error.data.problems).join(', ')
    return { status, problem: `Cài đặt chưa đúng: ${names}.` }
  }
  return { status, problem: problems[code] ?? 'Không có hãng giao này.' }
}

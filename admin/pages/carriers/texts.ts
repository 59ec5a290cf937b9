import { carrier_state_titles } from '#admin/pages/carriers/state-titles.ts'
import { wrong_code } from '#admin/pages/gateways/texts.ts'
import { settings_changed, wrongSettings } from '#admin/kit/settings/settings-fields.ts'
import type { Problem } from '#admin/runtime/page.ts'
import { carriers as contract } from '#contracts/staff/carriers.ts'
import type { SettingField } from '#contracts/staff/gateways.ts'
import { isRefusal, type Refusal } from '#pure/contract.ts'

const problems: Readonly<Record<string, string>> = {
  second_step_needed:
    'Hãng giao quyết định hàng và tiền thu hộ đi đâu: hãy xác nhận lại là bạn rồi lưu.',
  wrong_code,
  settings_changed,
  only_for_tests: carrier_state_titles.only_for_tests,
}

/** What the page says about a refused form. */
export function problemOf(error: Refusal, fields: readonly SettingField[] = []): Problem {
  const { status, code } = error
  if (isRefusal(error, contract.setCarrier, 'settings_invalid')) {
    return { status, problem: wrongSettings(error.data.problems, fields) }
  }
  return { status, problem: problems[code] ?? 'Không có hãng giao này.' }
}

import type { Fields } from '#admin/runtime/page.ts'
import type { SettingField } from '#contracts/staff/gateways.ts'

export const settings_changed =
  'Chưa lưu: người khác vừa đổi cài đặt này. Phần bạn gõ vẫn còn; bấm lần nữa sẽ thay bản của họ.'

/** Names the fields of refused settings as their form does. */
export function wrongSettings(
  problems: Readonly<Record<string, string>>,
  fields: readonly SettingField[] = [],
): string {
  const names = Object.keys(problems).map(
    (wrong) => fields.find(({ name }) => name === wrong)?.label ?? wrong,
  )
  return `Cài đặt chưa đúng: ${names.join(', ')}.`
}

/** The input of setGateway and setCarrier, from the fields of a settings form. */
export function settingsInput(sent: Fields) {
  const { code, seen, intent, is_enabled, second_step, passkey, ...fields } = sent
  const is_forgotten = intent === 'forget'
  const proof = { second_step, passkey }
  return { code, seen, is_enabled: is_enabled === 'on', is_forgotten, ...proof, fields }
}

/** What a refused settings form shows again: not the second step. */
export function typedSettings({ second_step: _step, passkey: _key, ...typed }: Fields): Fields {
  return typed
}

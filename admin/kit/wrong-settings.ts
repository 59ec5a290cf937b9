import type { SettingField } from '#contracts/staff/gateways.ts'

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

import { addresses } from '#admin/addresses/addresses.ts'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { LastChange } from '#admin/kit/settings/last-change.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import type { CodRulesData } from '#admin/pages/cod-rules/page.server.ts'
import { isSum, rule_fields, ruleText } from '#admin/pages/cod-rules/rule-texts.ts'
import type { CodRuleSet } from '#contracts/staff/cod.ts'

export const title = 'Trả khi nhận hàng'

/** What may be paid on delivery, and how long an order may stay unconfirmed. An empty field is no limit. */
export function Page({ data }: { data: CodRulesData }) {
  const { rules, version, changed_at, changed_by, may_change } = data
  return (
    <StaffForm
      key={version}
      action={addresses.cod_rules.path}
      hidden={{ version }}
      className="sheet grid max-w-3xl gap-4 text-sm"
    >
      <p className="text-muted">
        Để trống nghĩa là không giới hạn. Khách bị từ chối vẫn đặt được bằng cách thanh toán khác.
      </p>
      {rule_fields.map(([name, label, unit]) => (
        <label key={name} className="grid items-center gap-x-3 gap-y-1 md:grid-cols-[1fr_20rem]">
          <span className="font-semibold">{label}</span>
          <span className="flex items-center gap-2">
            <RuleInput name={name} value={ruleText(rules, name)} may_change={may_change} />
            <span className="text-muted">{unit}</span>
          </span>
        </label>
      ))}
      <LastChange changed_at={changed_at} changed_by={changed_by} />
      {may_change && (
        <div>
          <SubmitButton look="primary">Lưu</SubmitButton>
        </div>
      )}
    </StaffForm>
  )
}

interface RuleInputProps {
  name: keyof CodRuleSet
  value: string
  may_change: boolean
}

function RuleInput({ name, value, may_change }: RuleInputProps) {
  const look = 'field w-40 text-right tabular-nums'
  if (isSum(name)) {
    return <MoneyInput name={name} readOnly={!may_change} defaultValue={value} className={look} />
  }
  return (
    <input
      name={name}
      inputMode="numeric"
      autoComplete="off"
      maxLength={15}
      readOnly={!may_change}
      defaultValue={value}
      className={look}
    />
  )
}

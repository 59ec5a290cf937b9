import { addresses } from '#admin/addresses/addresses.ts'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { LastChange } from '#admin/kit/settings/last-change.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { return_reason_titles } from '#admin/pages/returns/return-texts.ts'
import type { ReturnRulesData } from '#admin/pages/returns/rules/page.server.ts'
import type { ReturnReason } from '#contracts/staff/returns.ts'

export const title = 'Quy định đổi trả'

const reasons: readonly ReturnReason[] = ['faulty', 'wrong_item', 'not_liked']
const rows = [1, 2, 3] as const

/** For how long goods are taken back for each reason, and what part of their value the shop keeps. */
export function Page({ data }: { data: ReturnRulesData }) {
  const { version, goodwill_per_month, changed_at, changed_by } = data
  return (
    <StaffForm
      key={version}
      action={addresses.return_rules.path}
      hidden={{ version }}
      className="sheet grid max-w-3xl gap-5 text-sm"
    >
      <p className="text-muted">
        Số ngày tính từ ngày giao. Quá dòng cuối của một lý do thì không nhận trả vì lý do đó.
      </p>
      {reasons.map((reason) => (
        <Terms key={reason} reason={reason} data={data} />
      ))}
      <label className="grid items-center gap-x-3 gap-y-1 md:grid-cols-[1fr_20rem]">
        <span className="font-semibold">Ngân sách hoàn tiền thiện chí mỗi tháng</span>
        <span className="flex items-center gap-2">
          <MoneyInput
            name="goodwill_per_month"
            defaultValue={goodwill_per_month}
            className="field w-40 text-right tabular-nums"
          />
          <span className="text-muted">đồng</span>
        </span>
      </label>
      <LastChange changed_at={changed_at} changed_by={changed_by} />
      <div>
        <SubmitButton look="primary">Lưu</SubmitButton>
      </div>
    </StaffForm>
  )
}

function Terms({ reason, data: { fees } }: { reason: ReturnReason; data: ReturnRulesData }) {
  const own = fees.filter((fee) => fee.reason === reason)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">{return_reason_titles[reason]}</legend>
      {rows.map((n) => (
        <p key={n} className="flex flex-wrap items-center gap-2">
          <label className="flex items-center gap-2">
            <span className="text-muted">Đến hết ngày thứ</span>
            <Digits name={`${reason}.day.${n}`} value={own[n - 1]?.up_to_day} />
          </label>
          <label className="flex items-center gap-2">
            <span className="text-muted">trừ</span>
            <Digits name={`${reason}.percent.${n}`} value={own[n - 1]?.percent} />
            <span className="text-muted">%</span>
          </label>
        </p>
      ))}
    </fieldset>
  )
}

function Digits({ name, value }: { name: string; value: number | undefined }) {
  return (
    <input
      name={name}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      defaultValue={value ?? ''}
      className="field w-20 text-right tabular-nums"
    />
  )
}

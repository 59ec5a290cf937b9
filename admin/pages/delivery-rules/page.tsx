import { addresses } from '#admin/addresses/addresses.ts'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { LastChange } from '#admin/kit/settings/last-change.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import type { DeliveryRulesData } from '#admin/pages/delivery-rules/page.server.ts'
import { rule_fields } from '#admin/pages/delivery-rules/rule-fields.ts'
import type { DeliveryRuleSet } from '#contracts/staff/delivery.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'

export const title = 'Phí và hẹn giao'

const { path } = addresses.delivery_rules

/** What a delivery costs, when it arrives, and on which days nothing leaves. */
export function Page({ data }: { data: DeliveryRulesData }) {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Rules data={data} />
      <ClosedDays data={data} />
    </div>
  )
}

function Rules({ data }: { data: DeliveryRulesData }) {
  const { rules, version, changed_at, changed_by, may_change } = data
  return (
    <StaffForm
      key={version}
      action={path}
      hidden={{ intent: 'rules', version }}
      className="sheet grid content-start gap-4 text-sm"
    >
      <p className="text-muted">
        Trang sản phẩm, giỏ hàng, thanh toán và email đều dùng phí và giờ hẹn ở đây.
      </p>
      {rule_fields.map(([name, label, unit]) => (
        <label key={name} className="grid items-center gap-x-3 gap-y-1 md:grid-cols-[1fr_20rem]">
          <span className="font-semibold">{label}</span>
          <span className="flex items-center gap-2">
            <RuleInput name={name} value={rules[name]} may_change={may_change} />
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
  name: keyof DeliveryRuleSet
  value: string | number
  may_change: boolean
}

function RuleInput({ name, value, may_change }: RuleInputProps) {
  const look = 'field w-32 text-right tabular-nums'
  if (name === 'fee' || name === 'free_from') {
    return (
      <MoneyInput
        name={name}
        required
        readOnly={!may_change}
        defaultValue={value}
        className={look}
      />
    )
  }
  return (
    <input
      name={name}
      inputMode={name === 'cut_off' ? undefined : 'numeric'}
      autoComplete="off"
      maxLength={12}
      required
      readOnly={!may_change}
      defaultValue={value}
      className={look}
    />
  )
}

function ClosedDays({ data }: { data: DeliveryRulesData }) {
  const { closed_days, may_change } = data
  return (
    <section aria-labelledby="closed" className="sheet grid content-start gap-3 text-sm">
      <h2 id="closed" className="part-title">
        Ngày nghỉ
      </h2>
      {closed_days.length === 0 && <p className="text-muted">Chưa có ngày nghỉ nào sắp tới.</p>}
      <ul className="grid gap-2">
        {closed_days.map(({ closed_day_id, day, shop, name }) => (
          <li key={closed_day_id} className="flex items-center gap-2">
            <span className="min-w-0 grow">
              <strong className="tabular-nums">{formatDate(startOfDay(day))}</strong> {name}
              <span className="block text-xs text-muted">{shop ?? 'Mọi cửa hàng'}</span>
            </span>
            {may_change && (
              <StaffForm action={path} hidden={{ intent: 'open', closed_day_id }}>
                <button
                  type="submit"
                  className="tool"
                  aria-label={`Bỏ ngày nghỉ ${formatDate(startOfDay(day))}`}
                >
                  Bỏ
                </button>
              </StaffForm>
            )}
          </li>
        ))}
      </ul>
      {may_change && <CloseForm data={data} />}
    </section>
  )
}

function CloseForm({ data: { shops, today, closed_days } }: { data: DeliveryRulesData }) {
  return (
    <StaffForm
      key={closed_days.length}
      action={path}
      hidden={{ intent: 'close' }}
      className="grid gap-3 border-t border-line pt-3"
    >
      <label className="block font-semibold">
        Ngày
        <input type="date" name="day" min={today} required className="field mt-1 w-full" />
      </label>
      <label className="block font-semibold">
        Áp dụng cho
        <select name="shop_id" className="field mt-1 w-full">
          <option value="">Mọi cửa hàng</option>
          {shops.map(({ shop_id, name }) => (
            <option key={shop_id} value={shop_id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="block font-semibold">
        Lý do
        <input
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          placeholder="Tết Nguyên đán"
          className="field mt-1 w-full"
        />
      </label>
      <div>
        <SubmitButton>Thêm ngày nghỉ</SubmitButton>
      </div>
    </StaffForm>
  )
}

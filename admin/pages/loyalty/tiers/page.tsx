import { addresses } from '#admin/addresses/addresses.ts'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { LastChange } from '#admin/kit/settings/last-change.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import type { TiersData } from '#admin/pages/loyalty/tiers/page.server.ts'
import type { StaffTier } from '#contracts/staff/members/loyalty.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Hạng thành viên'

/** What each tier asks and gives, and how points are spent. */
export function Page({ data }: { data: TiersData }) {
  const { tiers, version, points_last_months, max_points_percent, points_open } = data
  const { changed_at, changed_by, may_change } = data
  return (
    <StaffForm
      key={version}
      action={addresses.loyalty_tiers.path}
      hidden={{ version }}
      className="sheet grid max-w-5xl gap-5 text-sm"
    >
      <p className="text-muted">
        Chi tiêu tính từ 01/01 năm trước đến nay, theo đơn đã giao trừ tiền đã hoàn. Hạng được tính
        lại khi đơn giao xong và trong vòng một ngày sau khi bạn lưu.
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        {tiers.map((tier, n) => (
          <TierFields key={tier.code} tier={tier} is_first={n === 0} may_change={may_change} />
        ))}
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-1 font-semibold">Điểm</legend>
        <p className="text-muted">
          1 điểm bằng 1đ. Khách đang giữ {formatDong(points_open).replace('đ', '')} điểm chưa dùng.
        </p>
        <Field
          label="Điểm dùng được trong"
          name="points_last_months"
          value={String(points_last_months)}
          unit="tháng"
          may_change={may_change}
        />
        <Field
          label="Điểm trả nhiều nhất"
          name="max_points_percent"
          value={String(max_points_percent)}
          unit="% tiền hàng"
          may_change={may_change}
        />
      </fieldset>
      <LastChange changed_at={changed_at} changed_by={changed_by} />
      {may_change && (
        <div>
          <SubmitButton look="primary">Lưu</SubmitButton>
        </div>
      )}
    </StaffForm>
  )
}

interface TierProps {
  tier: StaffTier
  /** Everybody has it: it asks for nothing. */
  is_first: boolean
  may_change: boolean
}

function TierFields({ tier, is_first, may_change }: TierProps) {
  const { code, name, threshold, point_percent, birthday_voucher, rank_up_voucher } = tier
  return (
    <fieldset className="grid content-start gap-3 rounded-lg border border-line p-4">
      <legend className="px-1 text-base font-bold">
        {name} <span className="text-sm font-normal text-muted">{tier.members} thành viên</span>
      </legend>
      <Field
        label="Cần chi tiêu"
        name={`${code}.threshold`}
        value={String(threshold)}
        is_money
        may_change={may_change && !is_first}
      />
      <Field
        label="Tích điểm"
        name={`${code}.point_percent`}
        value={String(point_percent).replace('.', ',')}
        unit="%"
        may_change={may_change}
      />
      <Field
        label="Phiếu sinh nhật"
        name={`${code}.birthday_voucher`}
        value={String(birthday_voucher)}
        is_money
        may_change={may_change}
      />
      <Field
        label="Phiếu lên hạng"
        name={`${code}.rank_up_voucher`}
        value={String(rank_up_voucher)}
        is_money
        may_change={may_change}
      />
      <label className="grid gap-1">
        <span className="font-semibold">Quyền lợi khác, mỗi dòng một ý</span>
        <textarea
          name={`${code}.benefits`}
          rows={3}
          maxLength={1000}
          readOnly={!may_change}
          defaultValue={tier.benefits}
          className="field"
        />
      </label>
    </fieldset>
  )
}

interface FieldProps {
  label: string
  name: string
  value: string
  unit?: string
  is_money?: boolean
  may_change: boolean
}

function Field({ label, name, value, unit = '', is_money = false, may_change }: FieldProps) {
  const Input = is_money ? MoneyInput : 'input'
  return (
    <label className="grid grid-cols-[1fr_auto] items-center gap-3">
      <span className="font-semibold">{label}</span>
      <span className="flex items-center gap-2">
        <Input
          name={name}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          readOnly={!may_change}
          defaultValue={value}
          className="field w-36 text-right tabular-nums"
        />
        {unit !== '' && <span className="text-muted">{unit}</span>}
      </span>
    </label>
  )
}

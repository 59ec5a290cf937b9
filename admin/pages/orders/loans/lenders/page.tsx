import { addresses } from '#admin/addresses/addresses.ts'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { SecondStepFields } from '#admin/kit/second-step-fields.tsx'
import { StaffForm, SubmitButton, TextField } from '#admin/kit/staff-form.tsx'
import type { LendersData } from '#admin/pages/orders/loans/lenders/page.server.ts'
import type { Fields } from '#admin/runtime/page.ts'
import type { OwnSecondSteps } from '#contracts/staff/account.ts'
import type { Lender, LenderBank } from '#contracts/staff/trade/loans.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Bên cho vay'

const { path } = addresses.lenders

/** Whoever lends, with their terms in short. Their terms come by file. */
export function Page({ data, typed = {} }: { data: LendersData; typed?: Fields }) {
  const { companies, banks, may_change, second_steps } = data
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        Lãi suất, kỳ hạn và phí được nhập, xuất bằng tệp (npm run import, npm run export). Tắt một
        bên thì khách không chọn được nữa, hồ sơ đang có vẫn xét duyệt tiếp.
      </p>
      <ul className="grid gap-4 lg:grid-cols-2">
        {companies.map((company) => (
          <Company
            key={company.company_id}
            {...{ company, may_change, second_steps }}
            typed={typed['company_id'] === company.company_id ? typed : {}}
          />
        ))}
      </ul>
      <section aria-labelledby="banks" className="sheet grid gap-2 text-sm">
        <h2 id="banks" className="part-title">
          Thẻ tín dụng
        </h2>
        <ul className="divide-y divide-line">
          {banks.map((bank) => (
            <Bank key={bank.bank_code} bank={bank} may_change={may_change} />
          ))}
        </ul>
      </section>
    </div>
  )
}

interface CompanyProps {
  company: Lender
  may_change: boolean
  second_steps: OwnSecondSteps
  /** What a refused form of this company had in its fields. */
  typed: Fields
}

function Company({ company, may_change, second_steps, typed }: CompanyProps) {
  const { company_id, name, is_active, way, lowest_rate, highest_rate } = company
  return (
    <li className="sheet grid content-start gap-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="part-title">{name}</h2>
        <Switch lender={company_id} name={name} is_active={is_active} may_change={may_change} />
      </div>
      <p>
        {formatDong(company.min_price)} – {formatDong(company.max_price)} · trả trước{' '}
        {company.prepaid_percents.join(', ')}% · {company.months.join(', ')} tháng
      </p>
      <p className="text-muted">
        {lowest_rate === null
          ? 'Chưa có lãi suất'
          : `Lãi suất phẳng ${rateText(lowest_rate)} – ${rateText(highest_rate ?? lowest_rate)}/tháng`}
        {` · ${company.open_applications} hồ sơ đang xét`}
      </p>
      {may_change && (
        <details open={typed['company_id'] !== undefined}>
          <summary className="cursor-pointer font-semibold text-accent">
            Cách gửi hồ sơ: {way === 'online' ? 'qua kết nối' : 'bàn giao tay'}
          </summary>
          <WayForm {...{ company, second_steps, typed }} />
        </details>
      )}
    </li>
  )
}

function WayForm({ company, second_steps, typed }: Omit<CompanyProps, 'may_change'>) {
  const { company_id, way, url, contact_email, has_secret, seen } = company
  return (
    <StaffForm
      action={path}
      hidden={{ intent: 'way', company_id, seen }}
      className="mt-3 grid gap-3"
    >
      <label className="grid gap-1">
        <span className="text-muted">Cách gửi</span>
        <select name="way" defaultValue={typed['way'] ?? way} className="field min-h-11">
          <option value="by_hand">Bàn giao tay: tệp Excel, email</option>
          <option value="online">Qua kết nối</option>
        </select>
      </label>
      <LineField
        label="Địa chỉ kết nối (https://)"
        name="url"
        maxLength={200}
        defaultValue={typed['url'] ?? url ?? ''}
      />
      <TextField
        label={
          has_secret ? 'Mật khẩu chung (để trống: giữ nguyên)' : 'Mật khẩu chung (từ 20 ký tự)'
        }
        name="secret"
        type="password"
        autoComplete="new-password"
        maxLength={200}
      />
      <LineField
        label="Email nhận hồ sơ"
        name="contact_email"
        maxLength={200}
        defaultValue={typed['contact_email'] ?? contact_email ?? ''}
      />
      <SecondStepFields second_steps={second_steps} />
      <SubmitButton>Lưu</SubmitButton>
    </StaffForm>
  )
}

function Bank({ bank, may_change }: { bank: LenderBank; may_change: boolean }) {
  const { bank_code, name, is_active, min_amount, fees } = bank
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <p>
        <span className="font-semibold">{name}</span>{' '}
        <span className="text-muted">
          từ {formatDong(min_amount)} ·{' '}
          {fees.map((fee) => `${fee.months} tháng ${rateText(fee.fee_rate)}`).join(', ')}
        </span>
      </p>
      <Switch lender={bank_code} name={name} is_active={is_active} may_change={may_change} />
    </li>
  )
}

interface SwitchProps {
  lender: string
  name: string
  is_active: boolean
  may_change: boolean
}

function Switch({ lender, name, is_active, may_change }: SwitchProps) {
  const state = is_active ? 'Đang bật' : 'Đang tắt'
  if (!may_change) return <span className="text-muted">{state}</span>
  return (
    <StaffForm
      action={path}
      hidden={{ intent: 'switch', lender, is_active: is_active ? 0 : 1 }}
      className="flex items-center gap-2"
    >
      <span className={is_active ? 'font-semibold text-success' : 'text-muted'}>{state}</span>
      <button type="submit" className="tool">
        {is_active ? 'Tắt' : 'Bật'}
        <span className="sr-only"> {name}</span>
      </button>
    </StaffForm>
  )
}

/** "1,99%" of 199 hundredths of a per cent. */
function rateText(rate: number): string {
  return `${(rate / 100).toLocaleString('vi-VN', { maximumFractionDigits: 2 })}%`
}

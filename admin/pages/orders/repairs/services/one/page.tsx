import { Link, useSearchParams } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { repairServicePath } from '#admin/addresses/paths.ts'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { skill_titles } from '#admin/pages/orders/bookings/skill-titles.ts'
import { Parts } from '#admin/pages/orders/repairs/services/one/parts.tsx'
import type { ServicePage } from '#contracts/staff/orders/repair-settings.ts'

export const title = ({ name }: ServicePage) => name
export const has_own_heading = true

type Typed = Readonly<Record<string, string>>

interface PartProps {
  data: ServicePage
  typed: Typed
}

/** A repair service: its facts, and the grades of its part with their prices. */
export function Page({ data, typed = {} }: { data: ServicePage; typed?: Typed }) {
  const { sku, name, url_path, seen, options } = data
  const [query] = useSearchParams()
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="min-w-0 text-xl wrap-anywhere">{name}</h1>
        <div className="ml-auto flex flex-wrap gap-2">
          <a href={`/${url_path}`} className="tool min-h-11">
            Trang của khách
          </a>
          <Link to={addresses.repair_services.path} className="tool min-h-11">
            Giá sửa chữa
          </Link>
        </div>
      </div>
      {query.has('moi') && typed['seen'] === undefined && (
        <p role="status" className="sheet text-sm">
          Đã thêm dịch vụ. Khách đặt lịch được ngay; ghi số linh kiện của từng cửa hàng ở dưới.
        </p>
      )}
      {query.has('da-luu') && typed['seen'] === undefined && (
        <p role="status" className="sheet text-sm">
          Đã lưu. Khách thấy giá mới ngay; giá đã hẹn với khách giữ nguyên.
        </p>
      )}
      <StaffForm
        key={seen}
        action={repairServicePath(sku)}
        hidden={{ seen }}
        autoComplete="off"
        className="grid gap-4 text-sm"
      >
        <Facts data={data} typed={typed} />
        <ul className="grid gap-4 lg:grid-cols-2">
          {options.map((option, n) => (
            <Option key={option.option_id} n={n} option={option} typed={typed} />
          ))}
          <Option n={options.length} option={null} typed={typed} />
        </ul>
        <div>
          <SubmitButton look="primary">Lưu dịch vụ</SubmitButton>
        </div>
      </StaffForm>
      <Parts data={data} />
    </>
  )
}

function Facts({ data, typed }: PartProps) {
  const { sku, part, model_name, name, minutes, skill, is_active } = data
  return (
    <section aria-label="Dịch vụ" className="sheet grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <p className="text-muted sm:col-span-2 lg:col-span-4">
        {sku} · {part} · {model_name}
      </p>
      <Field label="Tên dịch vụ" name="name" value={name} max={150} typed={typed} wide />
      <Field
        label="Thời gian sửa (phút)"
        name="minutes"
        value={minutes}
        max={5}
        typed={typed}
        number
      />
      <label className="grid content-start gap-1">
        <span className="text-muted">Kỹ năng cần có</span>
        <select
          name="skill"
          defaultValue={typed['skill'] ?? skill}
          className="field min-h-11 w-full"
        >
          {Object.entries(skill_titles).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <Box name="is_active" is_on={is_active} typed={typed}>
        Đang nhận sửa
      </Box>
    </section>
  )
}

interface OptionProps {
  n: number
  /** Null: the line for a new one. */
  option: ServicePage['options'][number] | null
  typed: Typed
}

/** A grade of the part. Its fields carry its number. */
function Option({ n, option, typed }: OptionProps) {
  return (
    <li className="sheet grid content-start gap-3 sm:grid-cols-2">
      <h2 className="part-title sm:col-span-2">{option?.label ?? 'Thêm loại linh kiện'}</h2>
      {option !== null && <input type="hidden" name={`option_id.${n}`} value={option.option_id} />}
      <Field
        label="Tên loại"
        name={`label.${n}`}
        value={option?.label}
        max={80}
        typed={typed}
        wide
      />
      <Field
        label="Giá (đ)"
        name={`price.${n}`}
        value={option?.price}
        max={15}
        typed={typed}
        money
      />
      <Field
        label="Giá gạch (đ, có thể trống)"
        name={`list_price.${n}`}
        value={option?.list_price}
        max={15}
        typed={typed}
        money
      />
      <Field
        label="Bảo hành (tháng)"
        name={`warranty_months.${n}`}
        value={option?.warranty_months}
        max={2}
        typed={typed}
        number
      />
      <Box name={`is_active.${n}`} is_on={option?.is_active ?? true} typed={typed}>
        Đang bán
      </Box>
    </li>
  )
}

interface FieldProps {
  label: string
  name: string
  value: string | number | null | undefined
  max: number
  typed: Typed
  number?: boolean
  money?: boolean
  wide?: boolean
}

function Field({
  label,
  name,
  value,
  max,
  typed,
  number = false,
  money = false,
  wide = false,
}: FieldProps) {
  const Input = money ? MoneyInput : 'input'
  return (
    <label className={`grid content-start gap-1 ${wide ? 'sm:col-span-2' : ''}`}>
      <span className="text-muted">{label}</span>
      <Input
        name={name}
        inputMode={number ? 'numeric' : 'text'}
        maxLength={max}
        defaultValue={typed[name] ?? value ?? ''}
        autoComplete="off"
        className={`field min-h-11 w-full ${number || money ? 'text-right tabular-nums' : ''}`}
      />
    </label>
  )
}

interface BoxProps {
  name: string
  is_on: boolean
  typed: Typed
  children: string
}

function Box({ name, is_on, typed, children }: BoxProps) {
  const was_sent = typed['seen'] !== undefined
  return (
    <label className="flex min-h-11 items-center gap-2 self-end">
      <input
        type="checkbox"
        name={name}
        value="1"
        defaultChecked={was_sent ? name in typed : is_on}
        className="size-5"
      />
      {children}
    </label>
  )
}

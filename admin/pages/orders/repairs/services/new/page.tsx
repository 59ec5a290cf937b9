import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { skill_titles } from '#admin/pages/orders/bookings/skill-titles.ts'
import { device_kinds } from '#admin/pages/orders/repairs/services/device-kinds.ts'
import type { NewServiceData } from '#admin/pages/orders/repairs/services/new/page.server.ts'

export const title = 'Thêm dịch vụ sửa chữa'
export const has_own_heading = true

type Typed = Readonly<Record<string, string>>

/** A new repair service: what is repaired, how long it takes, and the first grade with its price. */
export function Page({ data, typed = {} }: { data: NewServiceData; typed?: Typed }) {
  const { parts, brands, models } = data
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="min-w-0 text-xl">{title}</h1>
        <Link to={addresses.repair_services.path} className="tool ml-auto min-h-11">
          Giá sửa chữa
        </Link>
      </div>
      <StaffForm
        action={addresses.new_repair_service.path}
        hidden={{}}
        autoComplete="off"
        className="grid gap-4 text-sm"
      >
        <section aria-labelledby="what" className="sheet grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <h2 id="what" className="part-title sm:col-span-2 lg:col-span-4">
            Dịch vụ
          </h2>
          <Choice
            label="Loại sửa chữa"
            name="part_code"
            typed={typed}
            choices={parts.map(({ part_code, name }) => [part_code, name])}
          />
          <Choice
            label="Loại máy"
            name="device_kind"
            typed={typed}
            choices={device_kinds.map(({ value, title: text }) => [value, text])}
          />
          <Field label="Hãng" name="brand_name" max={60} typed={typed} known={brands} />
          <Field label="Dòng máy" name="model_name" max={80} typed={typed} known={models} />
          <Field
            label="Tên dịch vụ (trống: loại và dòng máy)"
            name="name"
            max={150}
            typed={typed}
            wide
          />
          <Field label="Thời gian sửa (phút)" name="minutes" max={5} typed={typed} number />
          <Choice
            label="Kỹ năng cần có"
            name="skill"
            typed={typed}
            choices={Object.entries(skill_titles)}
          />
        </section>
        <section aria-labelledby="grade" className="sheet grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <h2 id="grade" className="part-title sm:col-span-2 lg:col-span-4">
            Loại linh kiện đầu tiên
          </h2>
          <Field label="Tên loại" name="label" max={80} typed={typed} />
          <Field label="Giá (đ)" name="price" max={15} typed={typed} money />
          <Field
            label="Giá gạch (đ, có thể trống)"
            name="list_price"
            max={15}
            typed={typed}
            money
          />
          <Field label="Bảo hành (tháng)" name="warranty_months" max={2} typed={typed} number />
        </section>
        <div>
          <SubmitButton look="primary">Thêm dịch vụ</SubmitButton>
        </div>
      </StaffForm>
    </>
  )
}

interface FieldProps {
  label: string
  name: string
  max: number
  typed: Typed
  /** What others have; another text is possible. */
  known?: readonly string[]
  number?: boolean
  money?: boolean
  wide?: boolean
}

function Field({
  label,
  name,
  max,
  typed,
  known,
  number = false,
  money = false,
  wide = false,
}: FieldProps) {
  const Input = money ? MoneyInput : 'input'
  const list = known === undefined ? undefined : `known-${name}`
  return (
    <label className={`grid content-start gap-1 ${wide ? 'sm:col-span-2' : ''}`}>
      <span className="text-muted">{label}</span>
      <Input
        name={name}
        list={list}
        inputMode={number ? 'numeric' : 'text'}
        maxLength={max}
        defaultValue={typed[name] ?? ''}
        className={`field min-h-11 w-full ${number || money ? 'text-right tabular-nums' : ''}`}
      />
      {known !== undefined && (
        <datalist id={list}>
          {known.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </label>
  )
}

interface ChoiceProps {
  label: string
  name: string
  typed: Typed
  choices: readonly (readonly [string, string])[]
}

function Choice({ label, name, typed, choices }: ChoiceProps) {
  return (
    <label className="grid content-start gap-1">
      <span className="text-muted">{label}</span>
      <select name={name} defaultValue={typed[name]} className="field min-h-11 w-full">
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

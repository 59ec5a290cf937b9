import { SecondStepFields } from '#admin/kit/second-step-fields.tsx'
import { StaffForm, SubmitButton, TextField } from '#admin/kit/staff-form.tsx'
import type { Fields } from '#admin/runtime/page.ts'
import type { OwnSecondSteps } from '#contracts/staff/account.ts'
import type { SettingField as Field } from '#contracts/staff/gateways.ts'

interface SettingsFormProps {
  action: string
  /** Of the gateway or carrier. */
  code: string
  /** What is seen of the settings that the form replaces. */
  seen: string
  fields: readonly Field[]
  is_enabled: boolean
  /** What it means that it is on. */
  enabled_label: string
  /** There are stored settings that can be forgotten. */
  has_settings: boolean
  second_steps: OwnSecondSteps
  /** What the refused form had in its fields. */
  typed: Fields | undefined
}

/** The settings and keys of a gateway or carrier, saved with a fresh second step. */
export function SettingsForm(props: SettingsFormProps) {
  const {
    action,
    code,
    seen,
    fields,
    is_enabled,
    enabled_label,
    has_settings,
    second_steps,
    typed,
  } = props
  return (
    <StaffForm
      action={action}
      hidden={{ code, seen }}
      autoComplete="off"
      reloadDocument
      className="grid gap-4"
    >
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {fields.map((field) => (
          <SettingField key={field.name} code={code} field={field} typed={typed?.[field.name]} />
        ))}
        <SecondStepFields second_steps={second_steps} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="flex min-h-11 items-center gap-2 font-semibold">
          <input
            type="checkbox"
            name="is_enabled"
            defaultChecked={typed === undefined ? is_enabled : typed['is_enabled'] === 'on'}
            className="size-6 accent-accent"
          />
          {enabled_label}
        </label>
        <SubmitButton name="intent" value="save" look="primary">
          Lưu
        </SubmitButton>
        {has_settings && (
          <SubmitButton name="intent" value="forget">
            Xóa cài đặt
          </SubmitButton>
        )}
      </div>
    </StaffForm>
  )
}

interface SettingFieldProps {
  /** Of the gateway or carrier. */
  code: string
  field: Field
  /** What a refused form had in this field. */
  typed: string | undefined
}

/** The field of a setting. A stored secret is not shown; its last characters identify it. */
function SettingField({ code, field, typed }: SettingFieldProps) {
  const { name, label, is_secret, value, choices } = field
  const id = `${code}-${name}`
  if (choices.length > 0) {
    return (
      <label className="block font-semibold">
        {label}
        <select
          id={id}
          name={name}
          defaultValue={typed ?? value}
          className="field mt-1 block min-h-11 w-full text-base font-normal"
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.title}
            </option>
          ))}
        </select>
      </label>
    )
  }
  if (!is_secret)
    return <TextField id={id} name={name} label={label} defaultValue={typed ?? value} />
  return (
    <TextField
      id={id}
      name={name}
      type="password"
      autoComplete="new-password"
      placeholder={value}
      defaultValue={typed ?? ''}
      label={
        value === '' ? (
          label
        ) : (
          <>
            {`${label} `}
            <span className="font-normal text-muted">{`(${value})`}</span>
          </>
        )
      }
    />
  )
}

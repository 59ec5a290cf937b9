import { TextField } from '#admin/kit/staff-form.tsx'
import type { SettingField as Field } from '#contracts/staff/gateways.ts'

interface SettingFieldProps {
  /** Of the gateway or carrier. */
  code: string
  field: Field
  /** What a refused form had in this field. */
  typed: string | undefined
}

/** The field of a setting. A stored secret is not shown; its last characters identify it. */
export function SettingField({ code, field, typed }: SettingFieldProps) {
  const { name, label, is_secret, value } = field
  const id = `${code}-${name}`
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

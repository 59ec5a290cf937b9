import { TextField } from '#admin/kit/staff-form.tsx'
import type { SettingField as Field } from '#contracts/staff/gateways.ts'

/** The field of a setting. A stored secret is not shown; its last characters identify it. */
export function SettingField({ code, field }: { code: string; field: Field }) {
  const { name, label, is_secret, value } = field
  const id = `${code}-${name}`
  if (!is_secret) return <TextField id={id} name={name} label={label} defaultValue={value} />
  return (
    <TextField
      id={id}
      name={name}
      type="password"
      autoComplete="new-password"
      placeholder={value}
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

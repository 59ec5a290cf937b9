import { useRef } from 'react'
import { buttonClass } from '#web/ui/button.ts'
import { SelectField } from '#web/ui/field.tsx'

interface ProvinceFormProps {
  action: string
  /** What else the address says. */
  hidden?: Readonly<Record<string, string | number | null | undefined>>
  provinces: readonly { province_id: number; name: string; count: number }[]
  province_id: number
  className?: string
}

/** Chooses the province whose shops a page shows, by its address: at once, or with a button without scripts. */
export function ProvinceForm({
  action,
  hidden = {},
  provinces,
  province_id,
  className = '',
}: ProvinceFormProps) {
  const form = useRef<HTMLFormElement>(null)
  return (
    <form ref={form} action={action} className={`flex items-end gap-2 ${className}`}>
      {Object.entries(hidden).map(
        ([name, value]) =>
          value != null && <input key={name} type="hidden" name={name} value={String(value)} />,
      )}
      <SelectField
        name="tinh"
        label="Tỉnh / Thành phố"
        defaultValue={province_id}
        onChange={() => form.current?.requestSubmit()}
        className="min-w-0 flex-1"
      >
        {provinces.map(({ province_id: id, name, count }) => (
          <option key={id} value={id}>
            {name} ({count} cửa hàng)
          </option>
        ))}
      </SelectField>
      <noscript>
        <button type="submit" className={buttonClass('outline', 'min-h-12')}>
          Xem
        </button>
      </noscript>
    </form>
  )
}

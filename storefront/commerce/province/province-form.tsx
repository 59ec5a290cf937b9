import { useRef } from 'react'
import { buttonClass } from '#web/ui/button.ts'
import { SelectField } from '#web/ui/field.tsx'
import type { OfferedProvince } from '#storefront/commerce/province/offered-provinces.ts'
import { ProvinceOptions } from '#storefront/commerce/province/province-options.tsx'

interface ProvinceFormProps {
  action: string
  /** What else the address says. */
  hidden?: Readonly<Record<string, string | number | null | undefined>>
  provinces: readonly OfferedProvince[]
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
        <ProvinceOptions provinces={provinces} />
      </SelectField>
      <noscript>
        <button type="submit" className={buttonClass('outline', 'min-h-12')}>
          Xem
        </button>
      </noscript>
    </form>
  )
}

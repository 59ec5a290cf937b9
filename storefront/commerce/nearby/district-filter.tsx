import { Icon } from '#web/ui/icons.tsx'

interface DistrictFilterProps {
  shops: readonly { district: string }[]
  /** Empty: all. */
  onChoose: (district: string) => void
}

const collator = new Intl.Collator('vi', { numeric: true })

/** Narrows a list of shops to a district. Nothing for a list that is short anyway; hidden without scripts. */
export function DistrictFilter({ shops, onChoose }: DistrictFilterProps) {
  const districts = [...Map.groupBy(shops, ({ district }) => district)].toSorted(([a], [b]) =>
    collator.compare(a, b),
  )
  if (shops.length < 4 || districts.length < 2) return null
  return (
    <label className="mb-2 grid gap-1.5 text-sm font-semibold noscript:hidden">
      Quận / Huyện
      <span className="relative">
        <select
          onChange={(event) => onChoose(event.target.value)}
          className="min-h-12 w-full appearance-none rounded-xl border border-muted/70 bg-white pr-11 pl-4 text-base font-normal"
        >
          <option value="">Tất cả quận, huyện</option>
          {districts.map(([name, there]) => (
            <option key={name} value={name}>
              {name} ({there.length})
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-muted"
        />
      </span>
    </label>
  )
}

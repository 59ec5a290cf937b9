import type { Sort } from '#contracts/catalog.ts'
import { Chip, ChipRow } from '#storefront/ui/chip.tsx'

const sorts: readonly { sort: Sort; text: string }[] = [
  { sort: 'hot', text: 'Khuyến Mãi Hot' },
  { sort: 'price-asc', text: 'Giá Thấp - Cao' },
  { sort: 'price-desc', text: 'Giá Cao - Thấp' },
  { sort: 'views', text: 'Xem nhiều' },
]

interface SortLinksProps {
  current: Sort | null
  hrefOf: (sort: Sort) => string
}

/** The orders a list can be shown in, as links. */
export function SortLinks({ current, hrefOf }: SortLinksProps) {
  return (
    <div className="flex flex-col gap-1.5 md:flex-row md:items-center md:gap-4">
      <h2 className="w-28 shrink-0 text-base font-bold tracking-normal">Sắp xếp theo</h2>
      <ChipRow label="Sắp xếp theo" wraps>
        {sorts.map(({ sort, text }) => (
          <Chip key={sort} href={hrefOf(sort)} is_current={sort === current} keeps_scroll>
            {text}
          </Chip>
        ))}
      </ChipRow>
    </div>
  )
}

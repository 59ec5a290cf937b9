import type { RatingSummary } from '#contracts/storefront/talk/reviews.ts'
import { formatWhole } from '#pure/formats/whole-number.ts'
import { type ReviewFilter, reviewsUrl } from '#storefront/addresses/talk-links.ts'
import { Chip, ChipRow } from '#web/ui/chip.tsx'

interface ReviewFiltersProps {
  summary: RatingSummary
  path: string
  filter: ReviewFilter
}

/** "Tất cả · Có hình ảnh · Đã mua hàng · 5 sao …": pictures and purchase go together with stars. */
export function ReviewFilters({ summary, path, filter }: ReviewFiltersProps) {
  const { total, with_pictures, bought } = summary
  const is_all = filter.stars === undefined && !filter.with_pictures && !filter.bought
  const toggled = (change: ReviewFilter) => reviewsUrl(path, { ...filter, ...change })
  return (
    <ChipRow label="Lọc đánh giá" wraps>
      <Chip href={reviewsUrl(path)} is_current={is_all}>
        {`Tất cả (${formatWhole(total)})`}
      </Chip>
      {with_pictures > 0 && (
        <Chip
          href={toggled({ with_pictures: !filter.with_pictures })}
          is_current={filter.with_pictures === true}
        >
          {`Có hình ảnh (${formatWhole(with_pictures)})`}
        </Chip>
      )}
      {bought > 0 && (
        <Chip href={toggled({ bought: !filter.bought })} is_current={filter.bought === true}>
          {`Đã mua hàng (${formatWhole(bought)})`}
        </Chip>
      )}
      {[5, 4, 3, 2, 1].map((stars) => {
        const is_current = filter.stars === stars
        return (
          <Chip
            key={stars}
            href={toggled({ stars: is_current ? undefined : stars })}
            is_current={is_current}
          >
            {`${stars} sao`}
          </Chip>
        )
      })}
    </ChipRow>
  )
}

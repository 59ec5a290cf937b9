import type { LandingPage } from '#contracts/storefront/landing/landing.ts'
import type { LandingData } from '#storefront/pages/landing/landing-data.ts'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { LandingClock } from '#storefront/pages/landing/landing-clock.tsx'

type Next = NonNullable<LandingPage['next']>

const labels: Record<Next['what'], string> = {
  starts: 'Mở bán sau',
  'd-day': 'Đến ngày vàng còn',
  'd-day-ends': 'Ngày vàng còn',
  ends: 'Kết thúc sau',
}

interface CountdownBlockProps {
  block: ShownOf<'countdown'>
  page: LandingData['page']
  /** The moment that a preview shows; null: the present. */
  shown_at: string | null
}

/** Counts down to what comes next. A time that is only foretold stands in the state of the page. */
export function CountdownBlock({ block, page: { next }, shown_at }: CountdownBlockProps) {
  if (next === null || next.is_foretold) return null
  return (
    <section className="landing-frame landing-countdown">
      <LandingClock label={labels[next.what]} at={next.at} shown_at={shown_at} />
      {block.sentence === '' ? null : <p className="landing-countdown-words">{block.sentence}</p>}
    </section>
  )
}

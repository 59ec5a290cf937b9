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
}

/** Counts down to what comes next. A time that is only foretold stands in the state of the page. */
export function CountdownBlock({ block: { sentence }, page: { next } }: CountdownBlockProps) {
  if (next === null || next.is_foretold) return null
  return (
    <section className="landing-frame landing-countdown">
      <LandingClock label={labels[next.what]} at={next.at} />
      {sentence === '' ? null : <p className="landing-countdown-words">{sentence}</p>}
    </section>
  )
}

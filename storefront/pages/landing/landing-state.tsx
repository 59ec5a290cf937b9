import { formatDate } from '#pure/vietnam-time.ts'
import { dateText } from '#storefront/pages/landing/landing-clock.tsx'
import type { LandingData } from '#storefront/pages/landing/landing-data.ts'

type Head = LandingData['page']

/** Says what is true now, where a page shows another time than the present or the campaign does not run. */
export function LandingState({ page }: { page: Head }) {
  const text = stateText(page)
  if (text === null) return null
  const has_link = page.part !== 'main' && page.phase !== 'over'
  return (
    <p className="landing-state">
      <span className="landing-frame">
        {text}
        {has_link ? (
          <>
            {' '}
            <a href={page.main_path}>Xem chương trình</a>
          </>
        ) : null}
      </span>
    </p>
  )
}

function stateText({ part, phase, next, starts_at, dday_at, ends_at }: Head): string | null {
  if (phase === 'over') return overText(next, starts_at, ends_at)
  if (part === 'main' || phase === part) return null
  if (part === 'teasing') return 'Chương trình đã mở bán.'
  if (dday_at !== null && next?.what !== 'ends')
    return `Ngày vàng bắt đầu lúc ${dateText(dday_at)}.`
  return ends_at === null ? null : `Ngày vàng đã qua, chương trình còn đến ${dateText(ends_at)}.`
}

function overText(
  next: Head['next'],
  starts_at: string | null,
  ends_at: string | null,
): string | null {
  if (next === null) return ends_at === null ? null : 'Chương trình đã kết thúc.'
  if (next.is_foretold) {
    return `Chương trình đã kết thúc. Lần tới dự kiến từ ngày ${formatDate(new Date(next.at))}.`
  }
  return starts_at === null ? null : `Chương trình bắt đầu lúc ${dateText(starts_at)}.`
}

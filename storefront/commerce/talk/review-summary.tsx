import type { RatingSummary } from '#contracts/storefront/talk/reviews.ts'
import { averageText } from '#pure/formats/rating.ts'
import { formatWhole } from '#pure/formats/whole-number.ts'
import { reviewsUrl } from '#storefront/addresses/talk-links.ts'
import { aspect_titles } from '#storefront/commerce/talk/review-texts.ts'
import { Stars } from '#storefront/commerce/talk/stars.tsx'

/** The average, how many gave which stars, and the averages of aspects. */
export function ReviewSummary({ summary, path }: { summary: RatingSummary; path: string }) {
  const { average, total, aspects } = summary
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-2xl bg-mist p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center md:p-5 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)] lg:gap-8">
      <div className="text-center">
        <p className="text-4xl font-extrabold">
          {averageText(average)}
          <span className="text-xl text-muted">/5</span>
        </p>
        <p className="mt-1 text-xl">
          <Stars value={average} />
        </p>
        <p className="mt-1 text-sm text-muted">{`${formatWhole(total)} đánh giá`}</p>
      </div>
      <ul className="grid gap-1 text-sm">
        {[5, 4, 3, 2, 1].map((stars) => (
          <Bar key={stars} stars={stars} summary={summary} path={path} />
        ))}
      </ul>
      {aspects.length > 0 && (
        <div className="sm:col-span-2 lg:col-span-1">
          <h3 className="text-base">Đánh giá theo trải nghiệm</h3>
          <dl className="mt-2 grid gap-2 text-body">
            {aspects.map(({ aspect, average: own, total: count }) => (
              <div key={aspect} className="flex flex-wrap items-center gap-x-3">
                <dt className="min-w-[min(9rem,100%)] flex-1">{aspect_titles[aspect]}</dt>
                <dd className="flex items-center gap-2">
                  <Stars value={own} />
                  <span className="text-sm text-muted">{`${averageText(own)}/5 (${count})`}</span>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </div>
  )
}

interface BarProps {
  stars: number
  summary: RatingSummary
  path: string
}

function Bar({ stars, summary: { by_stars, total }, path }: BarProps) {
  const count = by_stars[stars - 1] ?? 0
  const percent = total === 0 ? 0 : (count / total) * 100
  return (
    <li>
      <a
        href={reviewsUrl(path, { stars })}
        className="flex min-h-7 items-center gap-2 hover:text-accent max-md:min-h-9"
      >
        <span className="w-9 shrink-0 font-semibold">
          {stars} <span className="sr-only">sao</span>
          <span aria-hidden className="text-gold">
            ★
          </span>
        </span>
        <span aria-hidden className="h-2 flex-1 overflow-hidden rounded-full bg-line">
          <span className="block h-full rounded-full bg-gold" style={{ width: `${percent}%` }} />
        </span>
        <span className="w-12 shrink-0 text-right text-muted">
          {formatWhole(count)}
          <span className="sr-only"> đánh giá</span>
        </span>
      </a>
    </li>
  )
}

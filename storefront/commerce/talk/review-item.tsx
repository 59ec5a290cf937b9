import type { Review } from '#contracts/storefront/talk/reviews.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { formatWhole } from '#pure/formats/whole-number.ts'
import {
  reportUrl,
  reviewAnchor,
  reviewsUrl,
  writeReviewUrl,
} from '#storefront/addresses/talk-links.ts'
import { aspect_titles, star_words, usedText } from '#storefront/commerce/talk/review-texts.ts'
import { StaffReply } from '#storefront/commerce/talk/staff-reply.tsx'
import { Stars } from '#storefront/commerce/talk/stars.tsx'
import { Icon } from '#web/ui/icons.tsx'

interface ReviewItemProps {
  review: Review
  /** The path of the product. */
  path: string
  shop_name: string
}

/** One review. Its buttons are plain forms and links, so it needs no script. */
export function ReviewItem({ review, path, shop_name }: ReviewItemProps) {
  const { review_id, name, stars, text, created_at, is_edited, bought, reply } = review
  const used = bought === null ? null : usedText(bought.months)
  return (
    <article id={reviewAnchor(review_id)} className="grid gap-2 py-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-base font-bold">{name}</h3>
        {bought !== null && (
          <p className="inline-flex items-center gap-1 text-sm font-semibold text-success">
            <Icon name="badge-check" className="size-4" />
            {`Đã mua tại ${bought.shop_name ?? shop_name}`}
          </p>
        )}
        {used !== null && <p className="text-sm text-muted">{used}</p>}
      </header>
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <Stars value={stars} className="text-lg" />
        <span className="font-semibold">{star_words[stars - 1]}</span>
        <span className="text-muted">
          <time dateTime={created_at}>{formatDate(new Date(created_at))}</time>
          {is_edited && ' · đã sửa'}
        </span>
      </p>
      <Aspects review={review} />
      <p className="leading-relaxed wrap-anywhere whitespace-pre-line">{text}</p>
      <Pictures review={review} />
      {reply !== null && (
        <StaffReply shop_name={shop_name} text={reply.text} at={reply.replied_at} />
      )}
      <Actions review={review} path={path} />
    </article>
  )
}

function Aspects({ review: { aspects } }: Pick<ReviewItemProps, 'review'>) {
  const given = Object.entries(aspects) as [keyof typeof aspect_titles, number][]
  if (given.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2 text-sm">
      {given.map(([aspect, stars]) => (
        <li key={aspect} className="rounded-lg bg-mist px-2 py-1">
          {`${aspect_titles[aspect]}: ${star_words[stars - 1]}`}
        </li>
      ))}
    </ul>
  )
}

function Pictures({ review: { pictures, name } }: Pick<ReviewItemProps, 'review'>) {
  if (pictures.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {pictures.map(({ src, width, height }, n) => (
        <li key={src}>
          <a href={src} className="block">
            <img
              src={src}
              alt={`Ảnh ${n + 1} của ${name}`}
              width={width}
              height={height}
              loading="lazy"
              className="size-24 rounded-xl bg-mist object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

function Actions({
  review: { review_id, helpful },
  path,
}: Pick<ReviewItemProps, 'review' | 'path'>) {
  const back = `${reviewsUrl(path)}#${reviewAnchor(review_id)}`
  return (
    <div className="flex flex-wrap items-center gap-x-5 text-sm">
      <form method="post" action={writeReviewUrl(path)}>
        <input type="hidden" name="intent" value="vote" />
        <input type="hidden" name="review_id" value={review_id} />
        <button
          type="submit"
          className="inline-flex min-h-9 items-center font-semibold text-muted hover:text-accent max-md:min-h-11"
        >
          {helpful > 0 ? `Hữu ích (${formatWhole(helpful)})` : 'Hữu ích'}
        </button>
      </form>
      <a
        href={reportUrl('review', review_id, back)}
        rel="nofollow"
        className="inline-flex min-h-9 items-center text-muted hover:text-accent max-md:min-h-11"
      >
        Báo xấu
      </a>
    </div>
  )
}

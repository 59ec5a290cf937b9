import type { ReviewList } from '#contracts/storefront/talk/reviews.ts'
import { formatWhole } from '#pure/formats/whole-number.ts'
import { reviewsUrl, writeReviewUrl } from '#storefront/addresses/talk-links.ts'
import { ReviewFilters } from '#storefront/commerce/talk/review-filters.tsx'
import { ReviewItem } from '#storefront/commerce/talk/review-item.tsx'
import { ReviewSummary } from '#storefront/commerce/talk/review-summary.tsx'
import { buttonClass } from '#web/ui/button.ts'

interface ProductReviewsProps {
  name: string
  /** The path of the product. */
  path: string
  list: ReviewList
  shop_name: string
}

/** The reviews on the page of a product: links and plain forms alone. */
export function ProductReviews({ name, path, list, shop_name }: ProductReviewsProps) {
  const { summary, reviews } = list
  const { total } = summary
  return (
    <section aria-labelledby="danh-gia" className="sheet p-4 md:p-6">
      <h2 id="danh-gia" className="text-lg md:text-xl">
        {`Đánh giá ${name}`}
      </h2>
      {total === 0 ? (
        <p className="mt-3">
          Chưa có đánh giá. Bạn đã dùng sản phẩm này? Hãy là người đầu tiên kể lại.
        </p>
      ) : (
        <>
          <div className="mt-4 mb-3 grid grid-cols-[minmax(0,1fr)] gap-3">
            <ReviewSummary summary={summary} path={path} />
            <ReviewFilters summary={summary} path={path} filter={{}} />
          </div>
          <div className="divide-y divide-line">
            {reviews.map((review) => (
              <ReviewItem
                key={review.review_id}
                review={review}
                path={path}
                shop_name={shop_name}
              />
            ))}
          </div>
        </>
      )}
      <p className="mt-4 flex flex-wrap gap-3">
        <a
          href={writeReviewUrl(path)}
          rel="nofollow"
          className={buttonClass('primary', 'max-sm:w-full')}
        >
          Viết đánh giá
        </a>
        {total > reviews.length && (
          <a href={reviewsUrl(path)} className={buttonClass('outline', 'max-sm:w-full')}>
            {`Xem tất cả ${formatWhole(total)} đánh giá`}
          </a>
        )}
      </p>
    </section>
  )
}

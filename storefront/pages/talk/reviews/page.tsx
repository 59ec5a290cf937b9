import { formatDong } from '#pure/money.ts'
import { reviewsUrl, writeReviewUrl } from '#storefront/addresses/talk-links.ts'
import { PostPages } from '#storefront/commerce/posts/post-pages.tsx'
import { ReviewFilters } from '#storefront/commerce/talk/review-filters.tsx'
import { ReviewItem } from '#storefront/commerce/talk/review-item.tsx'
import { ReviewSummary } from '#storefront/commerce/talk/review-summary.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import type { ReviewsData } from '#storefront/pages/talk/reviews/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'

export function meta({ product, list, filter }: ReviewsData): PageMeta {
  const { total, average } = list.summary
  const is_filtered = Object.values(filter).some((value) => value !== undefined && value !== false)
  const said = total === 0 ? 'Chưa có đánh giá.' : `${total} đánh giá, trung bình ${average}/5 sao.`
  return {
    title: `Đánh giá ${product.name}${list.page > 1 ? ` - Trang ${list.page}` : ''}`,
    description: `${said} Xem ý kiến, hình ảnh thật của người đã mua ${product.name}.`,
    canonical_path: reviewsUrl(product.path, {}, list.page),
    ...(is_filtered || total === 0 ? { robots: 'noindex, follow' } : {}),
  }
}

/** All reviews of a product, with filters and pages. */
export function Page({ data }: { data: ReviewsData }) {
  const { product, list, filter, shop_name } = data
  const { summary, reviews, page, size, total } = list
  const { path } = product
  return (
    <>
      <Breadcrumb
        crumbs={[
          { name: product.name.split(' | ')[0] ?? product.name, path },
          { name: 'Đánh giá', path: reviewsUrl(path) },
        ]}
      />
      <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
        <section className="sheet grid grid-cols-[minmax(0,1fr)] gap-4 p-4 md:p-6">
          <Product data={data} />
          <h2 className="sr-only">Tổng quan</h2>
          {summary.total > 0 && <ReviewSummary summary={summary} path={path} />}
        </section>
        <section aria-label="Các đánh giá" className="sheet p-4 md:p-6">
          {summary.total > 0 && <ReviewFilters summary={summary} path={path} filter={filter} />}
          {reviews.length === 0 ? (
            <p className="py-6 text-center">
              {summary.total === 0
                ? 'Chưa có đánh giá nào. Hãy là người đầu tiên kể lại.'
                : 'Không có đánh giá nào như vậy.'}
            </p>
          ) : (
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
          )}
          <PostPages
            path={reviewsUrl(path)}
            page={page}
            count={Math.ceil(total / size)}
            hrefOf={(number) => reviewsUrl(path, filter, number)}
          />
        </section>
      </div>
    </>
  )
}

function Product({ data: { product, card } }: { data: ReviewsData }) {
  const price = card?.special_price ?? card?.price ?? null
  return (
    <div className="flex flex-wrap items-center gap-4">
      {card?.thumbnail ? (
        <Photo
          picture={card.thumbnail}
          alt=""
          eager
          sizes="80px"
          className="size-20 shrink-0 object-contain"
        />
      ) : null}
      <div className="min-w-0 flex-1 basis-52">
        <h1 className="text-xl md:text-2xl">{`Đánh giá ${product.name}`}</h1>
        <p className="mt-1 flex flex-wrap gap-x-4 text-body">
          {price !== null && <span className="font-bold text-sale">{formatDong(price)}</span>}
          <a href={product.path} className="font-semibold text-accent hover:underline">
            Xem sản phẩm
          </a>
        </p>
      </div>
      <a href={writeReviewUrl(product.path)} rel="nofollow" className={buttonClass('primary')}>
        Viết đánh giá
      </a>
    </div>
  )
}

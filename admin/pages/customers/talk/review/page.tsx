import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, staffReviewPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import type { ReviewData } from '#admin/pages/customers/talk/review/page.server.ts'
import { AnswerForm, JudgeForms, type Typed } from '#admin/pages/customers/talk/talk-forms.tsx'
import { reportsText, stateText } from '#admin/pages/customers/talk/talk-texts.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ review: { review_id } }: ReviewData) => `Đánh giá #${review_id}`
export const has_own_heading = true

/** One review. A bad one leads to the order that it is about. */
export function Page({ data, typed = {} }: { data: ReviewData; typed?: Typed }) {
  const { review, answers } = data
  const { review_id, text, pictures, state, reply, is_handled, reports } = review
  const path = staffReviewPath(review_id)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl">{title(data)}</h1>
        <span className="text-sm font-semibold">{stateText(review)}</span>
        <Link to={addresses.talk_reviews.path} className="tool ml-auto">
          Danh sách
        </Link>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 content-start gap-4">
          <section aria-label="Nội dung" className="sheet grid gap-3 text-sm">
            <p className="text-base leading-relaxed wrap-anywhere whitespace-pre-line">{text}</p>
            {pictures.length > 0 && state === 'hidden' && (
              <p className="text-muted">{`${pictures.length} ảnh, không hiện khi đã ẩn.`}</p>
            )}
            {pictures.length > 0 && state !== 'hidden' && (
              <ul className="flex flex-wrap gap-2">
                {pictures.map(({ src, width, height }, n) => (
                  <li key={src}>
                    <a href={src}>
                      <img
                        src={src}
                        alt={`Ảnh ${n + 1}`}
                        width={width}
                        height={height}
                        className="size-28 rounded-lg bg-mist object-cover"
                      />
                    </a>
                  </li>
                ))}
              </ul>
            )}
            <Facts data={data} />
          </section>
          {reply !== null && (
            <section aria-label="Cửa hàng đã trả lời" className="sheet text-sm">
              <p className="text-muted">
                {`${reply.staff_name} trả lời lúc ${formatDateTime(new Date(reply.at))}`}
              </p>
              <p className="mt-1 wrap-anywhere whitespace-pre-line">{reply.text}</p>
            </section>
          )}
        </div>
        <div key={`${state} ${reply?.at ?? ''}`} className="grid min-w-0 content-start gap-4">
          <AnswerForm
            path={path}
            version={review.version}
            answers={answers}
            given={typed['text'] ?? reply?.text ?? ''}
          />
          <JudgeForms
            path={path}
            version={review.version}
            state={state}
            may_hide={review.may_hide}
            is_settled={is_handled && reports === 0 && state === 'published'}
          />
        </div>
      </div>
    </>
  )
}

function Facts({ data: { review } }: { data: ReviewData; typed?: Typed }) {
  const { name, phone, stars, is_bought, order_code, product_name, product_path } = review
  const { created_at, reported_for } = review
  const order =
    order_code === null ? (
      'Đã mua'
    ) : (
      <Link to={orderPath(order_code)} className="link">
        {order_code}
      </Link>
    )
  return (
    <FactList
      facts={[
        [
          'Sản phẩm',
          <a key="product" href={product_path} className="link">
            {product_name}
          </a>,
        ],
        ['Số sao', `${stars}/5`],
        ['Người viết', phone === null ? name : `${name} · ${phone}`],
        ['Mua hàng', is_bought ? order : 'Chưa chứng minh'],
        ['Gửi lúc', formatDateTime(new Date(created_at))],
        ['Báo xấu', reported_for.length === 0 ? null : reportsText(reported_for)],
      ]}
    />
  )
}

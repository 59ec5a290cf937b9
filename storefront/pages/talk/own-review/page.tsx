import { Form, useNavigation } from 'react-router'
import { ownPictureUrl, ownReviewUrl, reviewsUrl } from '#storefront/addresses/talk-links.ts'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { PictureForm } from '#storefront/commerce/pictures/picture-form.tsx'
import { pictureProblemText } from '#storefront/commerce/pictures/picture-problems.ts'
import { ReviewFields } from '#storefront/commerce/talk/review-fields.tsx'
import { reason_titles, star_words } from '#storefront/commerce/talk/review-texts.ts'
import { Stars } from '#storefront/commerce/talk/stars.tsx'
import { talk_texts } from '#storefront/commerce/talk/talk-refusals.ts'
import type { OwnReviewData } from '#storefront/pages/talk/own-review/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

export function meta({ review }: OwnReviewData): PageMeta {
  return { title: `Đánh giá của bạn: ${review.product.name}`, robots: 'noindex, nofollow' }
}

const max_pictures = 5

/** One's own review. Whoever has its address may change and erase it. */
export function Page({ data }: { data: OwnReviewData }) {
  const { review, secret } = data
  const { product, pictures, text, stars } = review
  return (
    <>
      <Breadcrumb
        crumbs={[
          { name: 'Đánh giá', path: reviewsUrl(product.path) },
          { name: 'Đánh giá của bạn', path: ownReviewUrl(secret) },
        ]}
      />
      <div className="mx-auto mb-6 grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4">
        <section className="sheet grid gap-4 p-4 sm:p-6">
          <h1 className="text-xl sm:text-2xl">{`Đánh giá của bạn về ${product.name}`}</h1>
          <State data={data} />
          <p className="flex flex-wrap items-center gap-2">
            <Stars value={stars} className="text-xl" />
            <span className="font-semibold">{star_words[stars - 1]}</span>
          </p>
          <p className="leading-relaxed wrap-anywhere whitespace-pre-line">{text}</p>
          <OwnPictures data={data} />
          {pictures.length < max_pictures && (
            <PictureForm
              path={ownPictureUrl(secret)}
              label={`Thêm hình ảnh (${pictures.length}/${max_pictures})`}
            />
          )}
          <p className="text-sm text-muted">
            Hãy lưu địa chỉ của trang này: ai có địa chỉ này thì sửa và xóa được đánh giá.
          </p>
          <a href={product.path} className={buttonClass('outline')}>
            Quay lại sản phẩm
          </a>
        </section>
        <Change data={data} />
        <Erase />
      </div>
    </>
  )
}

function State({ data: { review, is_new } }: { data: OwnReviewData }) {
  const { state, hidden_for } = review
  if (state === 'hidden') {
    return (
      <Notice kind="error">
        {`Đánh giá này đang bị ẩn vì: ${hidden_for === null ? 'vi phạm quy định' : reason_titles[hidden_for]}.`}
      </Notice>
    )
  }
  if (state === 'held') {
    return (
      <Notice kind="info">
        Cảm ơn bạn. Đánh giá đang chờ cửa hàng xem trước khi đăng, vì có liên kết, số điện thoại,
        lời lẽ hoặc tên hiển thị cần kiểm tra, hoặc trùng với bài trước.
      </Notice>
    )
  }
  return is_new ? <Notice kind="info">Cảm ơn bạn. Đánh giá đã được đăng.</Notice> : null
}

function OwnPictures({ data: { review, picture_problem } }: { data: OwnReviewData }) {
  return (
    <>
      {picture_problem !== null && (
        <Notice kind="error">{pictureProblemText(picture_problem)}</Notice>
      )}
      {review.pictures.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {review.pictures.map(({ src, width, height, picture_id }, n) => (
            <li key={src} className="grid justify-items-center">
              <img
                src={src}
                alt={`Ảnh ${n + 1} của bạn`}
                width={width}
                height={height}
                className="size-24 rounded-xl bg-mist object-cover"
              />
              {picture_id !== null && (
                <Form method="post">
                  <input type="hidden" name="intent" value="remove" />
                  <input type="hidden" name="picture_id" value={picture_id} />
                  <button
                    type="submit"
                    aria-label={`Bỏ ảnh ${n + 1}`}
                    className="min-h-11 px-3 text-sm text-muted hover:text-sale"
                  >
                    Bỏ ảnh
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Change({ data: { review } }: { data: OwnReviewData }) {
  const answer = useFormAnswer()
  const is_wrong = answer.refusal !== null || Object.keys(answer.problems).length > 0
  const is_busy = useNavigation().state === 'submitting'
  return (
    <details open={is_wrong} className="sheet p-4 sm:p-5">
      <summary className="fold-link min-h-11">Sửa đánh giá</summary>
      {/* After a change the fields show what is stored. */}
      <Form key={review.text} method="post" className="mt-4 grid gap-5">
        <input type="hidden" name="intent" value="change" />
        <RefusalNotice answer={answer} lines={[]} texts={talk_texts} />
        <FieldScope answer={answer}>
          <ReviewFields asked_aspects={review.asked_aspects} review={review} />
        </FieldScope>
        <button type="submit" aria-disabled={is_busy} className={buttonClass('primary')}>
          Lưu thay đổi
        </button>
      </Form>
    </details>
  )
}

function Erase() {
  return (
    <details className="sheet p-4 sm:p-5">
      <summary className="fold-link min-h-11">Xóa đánh giá</summary>
      <Form method="post" className="mt-3 grid gap-3">
        <input type="hidden" name="intent" value="erase" />
        <p>Đánh giá và hình ảnh sẽ bị xóa hẳn, không khôi phục được.</p>
        <button type="submit" className={buttonClass('outline')}>
          Xóa đánh giá và hình ảnh
        </button>
      </Form>
    </details>
  )
}

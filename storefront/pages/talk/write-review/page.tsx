import { Form, useNavigation } from 'react-router'
import { reviewsUrl, writeReviewUrl } from '#storefront/addresses/talk-links.ts'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { ReviewFields } from '#storefront/commerce/talk/review-fields.tsx'
import { TalkSubject } from '#storefront/commerce/talk/talk-subject.tsx'
import { talk_texts } from '#storefront/commerce/talk/talk-refusals.ts'
import { WriterFields } from '#storefront/commerce/talk/writer-fields.tsx'
import type { WriteReviewData } from '#storefront/pages/talk/write-review/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope } from '#web/ui/field.tsx'

export function meta({ offer: { product } }: WriteReviewData): PageMeta {
  return { title: `Viết đánh giá ${product.name}`, robots: 'noindex, follow' }
}

/** The form of a review. */
export function Page({ data: { offer, picture } }: { data: WriteReviewData }) {
  const { product, asked_aspects, is_bought, is_member, member_name } = offer
  const [name = product.name] = product.name.split(' | ')
  const answer = useFormAnswer()
  const is_busy = useNavigation().state === 'submitting'
  return (
    <>
      <Breadcrumb
        crumbs={[
          { name, path: product.path },
          { name: 'Đánh giá', path: reviewsUrl(product.path) },
          { name: 'Viết đánh giá', path: writeReviewUrl(product.path) },
        ]}
      />
      <section className="sheet mx-auto mb-6 grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5 p-4 sm:p-6">
        <TalkSubject title="Viết đánh giá" name={name} path={product.path} picture={picture} />
        {is_bought ? (
          <p className="text-body font-semibold text-success">
            Bạn đã mua sản phẩm này: đánh giá sẽ có nhãn “Đã mua”.
          </p>
        ) : null}
        <Form
          method="post"
          className="grid gap-5"
          onSubmit={(event) => {
            if (is_busy) event.preventDefault()
          }}
        >
          <input type="hidden" name="intent" value="write" />
          <input type="hidden" name="product_id" value={product.product_id} />
          <RefusalNotice answer={answer} lines={[]} texts={talk_texts} has_captcha />
          <FieldScope answer={answer}>
            <ReviewFields asked_aspects={asked_aspects} />
            <WriterFields is_member={is_member} member_name={member_name} />
          </FieldScope>
          <p className="text-sm text-muted">
            Mọi đánh giá, khen hay chê, đều được đăng và tính vào điểm trung bình. Cửa hàng chỉ ẩn
            nội dung trái pháp luật, xúc phạm, quảng cáo hoặc lộ thông tin cá nhân. Gửi xong, bạn có
            thể thêm tối đa 5 ảnh.
          </p>
          <Captcha answer={answer} />
          <button
            type="submit"
            aria-disabled={is_busy}
            className={buttonClass('primary', 'min-h-12 w-full')}
          >
            GỬI ĐÁNH GIÁ
          </button>
        </Form>
      </section>
    </>
  )
}

import { Form } from 'react-router'
import { talk_addresses } from '#storefront/addresses/talk.ts'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { reason_titles } from '#storefront/commerce/talk/review-texts.ts'
import { talk_texts } from '#storefront/commerce/talk/talk-refusals.ts'
import type { ReportData } from '#storefront/pages/talk/report/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope, RadioCard } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

export function meta(): PageMeta {
  return { title: 'Báo xấu', robots: 'noindex, nofollow' }
}

/** The form of a report: one listed reason. */
export function Page({ data: { kind, subject_id, back, is_sent } }: { data: ReportData }) {
  const answer = useFormAnswer()
  return (
    <>
      <Breadcrumb crumbs={[{ name: 'Báo xấu', path: talk_addresses.report.path }]} />
      <section className="sheet mx-auto mb-6 grid max-w-xl gap-4 p-4 sm:p-6">
        <h1 className="text-2xl">Báo xấu</h1>
        {is_sent ? (
          <Notice kind="info">Cảm ơn bạn. Cửa hàng sẽ xem nội dung này.</Notice>
        ) : (
          <Form method="post" className="grid gap-4">
            <input type="hidden" name="intent" value="report" />
            <input type="hidden" name={`${kind}_id`} value={subject_id} />
            <RefusalNotice answer={answer} lines={[]} texts={talk_texts} has_captcha />
            <FieldScope answer={answer}>
              <fieldset className="grid gap-2">
                <legend className="mb-2 text-body">
                  Nội dung này vi phạm điều gì? Chê sản phẩm không phải là vi phạm.
                </legend>
                {Object.entries(reason_titles).map(([reason, title]) => (
                  <RadioCard key={reason} name="reason" value={reason} required>
                    {title}
                  </RadioCard>
                ))}
              </fieldset>
            </FieldScope>
            <Captcha answer={answer} />
            <button type="submit" className={buttonClass('primary', 'min-h-12')}>
              Gửi báo cáo
            </button>
          </Form>
        )}
        <a href={back} className={buttonClass('outline')}>
          Quay lại
        </a>
      </section>
    </>
  )
}

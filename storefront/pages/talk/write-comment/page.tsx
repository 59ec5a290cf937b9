import { Form, useNavigation } from 'react-router'
import { commentsUrl } from '#storefront/addresses/talk-links.ts'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { dueText } from '#storefront/commerce/talk/promise-texts.ts'
import { TalkSubject } from '#storefront/commerce/talk/talk-subject.tsx'
import { talk_texts } from '#storefront/commerce/talk/talk-refusals.ts'
import { WriterFields } from '#storefront/commerce/talk/writer-fields.tsx'
import type { WriteCommentData } from '#storefront/pages/talk/write-comment/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope, TextAreaField } from '#web/ui/field.tsx'

export function meta({ offer: { subject } }: WriteCommentData): PageMeta {
  return { title: `Đặt câu hỏi về ${subject.name}`, robots: 'noindex, follow' }
}

/** The form of a question, or of a reply to one. */
export function Page({ data }: { data: WriteCommentData }) {
  const { subject, parent, is_member, member_name, due_at } = data.offer
  const [name = subject.name] = subject.name.split(' | ')
  const answer = useFormAnswer()
  const is_busy = useNavigation().state === 'submitting'
  return (
    <>
      <Breadcrumb
        crumbs={[
          { name, path: subject.path },
          { name: 'Hỏi và đáp', path: commentsUrl(subject.path) },
        ]}
      />
      <section className="sheet mx-auto mb-6 grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5 p-4 sm:p-6">
        <TalkSubject
          title={parent === null ? 'Đặt câu hỏi' : `Phản hồi ${parent.name}`}
          name={name}
          path={subject.path}
          picture={data.picture}
        />
        {parent !== null && (
          <blockquote className="border-l-2 border-line pl-3 text-muted wrap-anywhere">
            {parent.text}
          </blockquote>
        )}
        <p className="text-body text-muted">
          {`Hỏi bây giờ, cửa hàng trả lời ${dueText(due_at, data.today)}.`}
        </p>
        <Form
          method="post"
          className="grid gap-5"
          onSubmit={(event) => {
            if (is_busy) event.preventDefault()
          }}
        >
          <input type="hidden" name="intent" value="write" />
          <input type="hidden" name="subject_kind" value={subject.subject_kind} />
          <input type="hidden" name="subject_id" value={subject.subject_id} />
          {parent !== null && <input type="hidden" name="parent_id" value={parent.comment_id} />}
          <RefusalNotice answer={answer} lines={[]} texts={talk_texts} has_captcha />
          <FieldScope answer={answer}>
            <TextAreaField
              name="text"
              label={parent === null ? 'Câu hỏi của bạn' : 'Phản hồi của bạn'}
              rows={4}
              maxLength={3_000}
              required
              defaultValue={data.begun}
            />
            <WriterFields is_member={is_member} member_name={member_name} />
          </FieldScope>
          <Captcha answer={answer} />
          <button
            type="submit"
            aria-disabled={is_busy}
            className={buttonClass('primary', 'min-h-12 w-full')}
          >
            {parent === null ? 'Gửi câu hỏi' : 'Gửi phản hồi'}
          </button>
        </Form>
      </section>
    </>
  )
}

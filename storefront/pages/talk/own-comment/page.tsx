import { Form, useNavigation } from 'react-router'
import type { OwnComment } from '#contracts/storefront/talk/comments.ts'
import { commentsUrl, ownCommentUrl } from '#storefront/addresses/talk-links.ts'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { dueText } from '#storefront/commerce/talk/promise-texts.ts'
import { reason_titles } from '#storefront/commerce/talk/review-texts.ts'
import { StaffBadge } from '#storefront/commerce/talk/staff-reply.tsx'
import { talk_texts } from '#storefront/commerce/talk/talk-refusals.ts'
import type { OwnCommentData } from '#storefront/pages/talk/own-comment/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope, TextAreaField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

export function meta({ comment }: OwnCommentData): PageMeta {
  return { title: `Câu hỏi của bạn về ${comment.subject.name}`, robots: 'noindex, nofollow' }
}

/** One's own question. Whoever has its address may change and erase it. */
export function Page({ data }: { data: OwnCommentData }) {
  const { comment, secret, today } = data
  const { subject, text, replies } = comment
  return (
    <>
      <Breadcrumb
        crumbs={[
          { name: 'Hỏi và đáp', path: commentsUrl(subject.path) },
          { name: 'Câu hỏi của bạn', path: ownCommentUrl(secret) },
        ]}
      />
      <div className="mx-auto mb-6 grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4">
        <section className="sheet grid gap-4 p-4 sm:p-6">
          <h1 className="text-xl sm:text-2xl">{`Câu hỏi của bạn về ${subject.name}`}</h1>
          <State comment={comment} is_new={data.is_new} today={today} />
          <p className="leading-relaxed wrap-anywhere whitespace-pre-line">{text}</p>
          {replies.map((reply) => (
            <div key={reply.comment_id} className="rounded-xl bg-mist p-3">
              <p className="flex items-center gap-2 text-sm font-bold">
                {reply.name}
                {reply.is_staff && <StaffBadge />}
              </p>
              <p className="mt-1 wrap-anywhere whitespace-pre-line">{reply.text}</p>
            </div>
          ))}
          <p className="text-sm text-muted">
            Hãy lưu địa chỉ của trang này để xem trả lời: ai có địa chỉ này thì sửa và xóa được.
          </p>
          <a href={subject.path} className={buttonClass('outline')}>
            Quay lại trang
          </a>
        </section>
        <Change text={text} />
        <details className="sheet p-4 sm:p-5">
          <summary className="fold-link min-h-11">Xóa</summary>
          <Form method="post" className="mt-3 grid gap-3">
            <input type="hidden" name="intent" value="erase" />
            <p>Nội dung này và các phản hồi bên dưới sẽ bị xóa hẳn.</p>
            <button type="submit" className={buttonClass('outline')}>
              Xóa hẳn
            </button>
          </Form>
        </details>
      </div>
    </>
  )
}

interface StateProps {
  comment: OwnComment
  is_new: boolean
  today: string
}

function State({ comment: { state, hidden_for, is_answered, due_at }, is_new, today }: StateProps) {
  if (state === 'hidden') {
    const why = hidden_for === null ? 'vi phạm quy định' : reason_titles[hidden_for]
    return <Notice kind="error">{`Nội dung này đang bị ẩn vì: ${why}.`}</Notice>
  }
  if (state === 'held') {
    return (
      <Notice kind="info">
        Cảm ơn bạn. Nội dung đang chờ cửa hàng xem trước khi đăng, vì có liên kết, số điện thoại,
        lời lẽ hoặc tên hiển thị cần kiểm tra, hoặc trùng với bài trước.
      </Notice>
    )
  }
  if (is_answered || due_at === null) return null
  return (
    <Notice kind="info">
      {`${is_new ? 'Cảm ơn bạn, câu hỏi đã được đăng. ' : ''}Cửa hàng trả lời ${dueText(due_at, today)}.`}
    </Notice>
  )
}

function Change({ text }: { text: string }) {
  const answer = useFormAnswer()
  const is_wrong = answer.refusal !== null || Object.keys(answer.problems).length > 0
  const is_busy = useNavigation().state === 'submitting'
  return (
    <details open={is_wrong} className="sheet p-4 sm:p-5">
      <summary className="fold-link min-h-11">Sửa</summary>
      <Form key={text} method="post" className="mt-4 grid gap-4">
        <input type="hidden" name="intent" value="change" />
        <RefusalNotice answer={answer} lines={[]} texts={talk_texts} />
        <FieldScope answer={answer}>
          <TextAreaField name="text" label="Nội dung" rows={4} required defaultValue={text} />
        </FieldScope>
        <button type="submit" aria-disabled={is_busy} className={buttonClass('primary')}>
          Lưu thay đổi
        </button>
      </Form>
    </details>
  )
}

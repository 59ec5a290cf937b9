import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { staffCommentPath } from '#admin/addresses/paths.ts'
import { FactList } from '#admin/kit/fact-list.tsx'
import type { CommentData } from '#admin/pages/customers/talk/comment/page.server.ts'
import { AnswerForm, JudgeForms, type Typed } from '#admin/pages/customers/talk/talk-forms.tsx'
import {
  reportsText,
  stateText,
  talk_state_titles,
} from '#admin/pages/customers/talk/talk-texts.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ comment: { comment_id } }: CommentData) => `Hỏi đáp #${comment_id}`
export const has_own_heading = true

/** One text of a shopper with its whole thread. */
export function Page({ data, typed = {} }: { data: CommentData; typed?: Typed }) {
  const { comment, answers } = data
  const { comment_id, state, is_handled, reports, thread } = comment
  const path = staffCommentPath(comment_id)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl">{title(data)}</h1>
        <span className="text-sm font-semibold">{stateText(comment)}</span>
        <Link to={addresses.talk_comments.path} className="tool ml-auto">
          Danh sách
        </Link>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 content-start gap-4">
          <section aria-label="Nội dung" className="sheet grid gap-3 text-sm">
            <ul className="grid gap-3">
              {thread.map((said) => (
                <li
                  key={said.comment_id}
                  className={
                    said.comment_id === comment_id
                      ? 'rounded-xl border-2 border-accent p-3'
                      : 'rounded-xl border border-line p-3'
                  }
                >
                  <p className="text-xs text-muted">
                    <b className="text-ink">{said.name}</b>
                    {said.is_staff && ' (QTV)'} · {formatDateTime(new Date(said.created_at))}
                    {said.state !== 'published' && ` · ${talk_state_titles[said.state]}`}
                  </p>
                  <p className="mt-1 wrap-anywhere whitespace-pre-line">{said.text}</p>
                </li>
              ))}
            </ul>
            <Facts data={data} />
          </section>
        </div>
        <div key={`${state} ${thread.length}`} className="grid min-w-0 content-start gap-4">
          <AnswerForm
            path={path}
            version={comment.version}
            answers={answers}
            given={typed['text'] ?? ''}
          />
          <JudgeForms
            path={path}
            version={comment.version}
            state={state}
            may_hide={comment.may_hide}
            is_settled={is_handled && reports === 0 && state === 'published'}
          />
        </div>
      </div>
    </>
  )
}

function Facts({ data: { comment } }: { data: CommentData; typed?: Typed }) {
  const { subject_name, subject_path, name, phone, due_at, answered_at, reported_for } = comment
  const time = (at: string | null) => at && formatDateTime(new Date(at))
  return (
    <FactList
      facts={[
        [
          'Trang',
          <a key="subject" href={subject_path} className="link">
            {subject_name}
          </a>,
        ],
        ['Người viết', phone === null ? name : `${name} · ${phone}`],
        ['Hẹn trả lời trước', time(due_at)],
        ['Trả lời lúc', time(answered_at)],
        ['Báo xấu', reported_for.length === 0 ? null : reportsText(reported_for)],
      ]}
    />
  )
}

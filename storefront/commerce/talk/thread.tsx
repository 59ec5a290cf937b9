import type { Comment, Thread as ThreadData } from '#contracts/storefront/talk/comments.ts'
import { formatDateTime, vietnamDay } from '#pure/vietnam-time.ts'
import {
  commentAnchor,
  commentsUrl,
  reportUrl,
  writeCommentUrl,
} from '#storefront/addresses/talk-links.ts'
import { dueText } from '#storefront/commerce/talk/promise-texts.ts'
import { StaffBadge } from '#storefront/commerce/talk/staff-reply.tsx'

interface ThreadProps {
  thread: ThreadData
  /** The path of the page that it is about. */
  path: string
}

/** A question with its answers. Its buttons are links, so it needs no script. */
export function Thread({ thread, path }: ThreadProps) {
  const { comment_id, replies, due_at } = thread
  return (
    <article id={commentAnchor(comment_id)} className="grid gap-2 py-4">
      <Said comment={thread} path={path} as="h3" />
      {due_at !== null && (
        <p className="text-sm text-muted">
          {`Cửa hàng hẹn trả lời ${dueText(due_at, vietnamDay(new Date(thread.created_at)))}.`}
        </p>
      )}
      {replies.length > 0 && (
        <ul className="grid gap-3 border-l-2 border-line pl-3 md:pl-4">
          {replies.map((reply) => (
            <li key={reply.comment_id} className="grid gap-1">
              <Said comment={reply} path={path} as="h4" />
            </li>
          ))}
        </ul>
      )}
      <p>
        <a
          href={writeCommentUrl(path, comment_id)}
          rel="nofollow"
          className="inline-flex min-h-9 items-center text-sm font-semibold text-accent hover:underline max-md:min-h-11"
        >
          Phản hồi<span className="sr-only"> {thread.name}</span>
        </a>
      </p>
    </article>
  )
}

function Said({ comment, path, as: Heading }: { comment: Comment; path: string; as: 'h3' | 'h4' }) {
  const { comment_id, name, is_staff, text, created_at, is_edited } = comment
  const back = commentsUrl(path)
  return (
    <>
      <div className="flex justify-between gap-x-2 text-sm">
        <div className="flex flex-wrap items-center gap-x-2">
          <Heading className="text-body font-bold">{name}</Heading>
          {is_staff && <StaffBadge />}
          <span className="text-muted">
            <time dateTime={created_at}>{formatDateTime(new Date(created_at))}</time>
            {is_edited && ' · đã sửa'}
          </span>
        </div>
        {!is_staff && (
          <a
            href={reportUrl('comment', comment_id, back)}
            rel="nofollow"
            className="inline-flex min-h-9 shrink-0 items-center text-muted hover:text-accent max-md:min-h-11"
          >
            Báo xấu
          </a>
        )}
      </div>
      <p className="leading-relaxed wrap-anywhere whitespace-pre-line">{text}</p>
    </>
  )
}

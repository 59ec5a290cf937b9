import type { CommentList } from '#contracts/storefront/talk/comments.ts'
import { formatWhole } from '#pure/formats/whole-number.ts'
import { commentsUrl } from '#storefront/addresses/talk-links.ts'
import { AskBox } from '#storefront/commerce/talk/ask-box.tsx'
import { Thread } from '#storefront/commerce/talk/thread.tsx'
import { buttonClass } from '#web/ui/button.ts'

interface SubjectCommentsProps {
  /** The path of the page that is talked about. */
  path: string
  list: CommentList
}

/** Questions and comments at the end of a page: links and plain forms alone. */
export function SubjectComments({
  path,
  list: { threads, total, median_minutes },
}: SubjectCommentsProps) {
  const more = total - threads.length
  return (
    <section aria-labelledby="binh-luan" className="sheet p-4 md:p-6">
      <h2 id="binh-luan" className="text-lg md:text-xl">
        Hỏi và đáp
      </h2>
      <div className="mt-3">
        <AskBox path={path} median_minutes={median_minutes} />
      </div>
      <div className="divide-y divide-line">
        {threads.map((thread) => (
          <Thread key={thread.comment_id} thread={thread} path={path} />
        ))}
      </div>
      {more > 0 && (
        <p className="mt-3">
          <a href={commentsUrl(path)} className={buttonClass('outline', 'max-sm:w-full')}>
            {`Xem thêm ${formatWhole(more)} bình luận`}
          </a>
        </p>
      )}
    </section>
  )
}

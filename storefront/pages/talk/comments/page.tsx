import { commentsUrl } from '#storefront/addresses/talk-links.ts'
import { PostPages } from '#storefront/commerce/posts/post-pages.tsx'
import { AskBox } from '#storefront/commerce/talk/ask-box.tsx'
import { Thread } from '#storefront/commerce/talk/thread.tsx'
import type { CommentsData } from '#storefront/pages/talk/comments/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'

export function meta({ name, path, list: { total, page } }: CommentsData): PageMeta {
  return {
    title: `Hỏi và đáp về ${name}${page > 1 ? ` - Trang ${page}` : ''}`,
    description: `${total} câu hỏi của khách về ${name}, có trả lời của cửa hàng.`,
    canonical_path: commentsUrl(path, page),
    ...(total === 0 ? { robots: 'noindex, follow' } : {}),
  }
}

/** All questions about one page. */
export function Page({ data: { name, path, list } }: { data: CommentsData }) {
  const { threads, total, page, size, median_minutes } = list
  return (
    <>
      <Breadcrumb
        crumbs={[
          { name: name.split(' | ')[0] ?? name, path },
          { name: 'Hỏi và đáp', path: commentsUrl(path) },
        ]}
      />
      <section className="sheet mx-auto mb-6 grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-3 p-4 md:p-6">
        <h1 className="text-xl md:text-2xl">{`Hỏi và đáp về ${name}`}</h1>
        <p>
          <a href={path} className="font-semibold text-accent hover:underline">
            Quay lại trang
          </a>
        </p>
        <h2 className="sr-only">Câu hỏi và trả lời</h2>
        <AskBox path={path} median_minutes={median_minutes} />
        {threads.length === 0 ? (
          <p className="py-4 text-center">Chưa có câu hỏi nào. Bạn hãy hỏi trước.</p>
        ) : (
          <div className="divide-y divide-line">
            {threads.map((thread) => (
              <Thread key={thread.comment_id} thread={thread} path={path} />
            ))}
          </div>
        )}
        <PostPages
          path={commentsUrl(path)}
          page={page}
          count={Math.ceil(total / size)}
          hrefOf={(number) => commentsUrl(path, number)}
        />
      </section>
    </>
  )
}

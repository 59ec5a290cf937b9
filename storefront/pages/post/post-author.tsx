import type { PostPage } from '#contracts/storefront/content.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

type Author = PostPage['author']

/** The author, the time of publication and the reading time. */
export function PostByline({
  post: { author, published_at, reading_minutes },
}: {
  post: Pick<PostPage, 'author' | 'published_at' | 'reading_minutes'>
}) {
  return (
    <div className="mt-3 flex items-center gap-3 text-sm text-muted">
      <Portrait author={author} className="size-10" />
      <p className="min-w-0 sm:flex sm:gap-x-2">
        <a
          href={author.path}
          rel="author"
          className="finger font-semibold text-ink hover:text-accent hover:underline max-sm:block"
        >
          {author.name}
        </a>
        <span aria-hidden className="max-sm:hidden">
          ·
        </span>
        <span>
          <time dateTime={published_at}>{formatDateTime(new Date(published_at))}</time>
          <span aria-hidden> · </span>
          <span className="whitespace-nowrap">{reading_minutes} phút đọc</span>
        </span>
      </p>
    </div>
  )
}

/** The author at the end of an article. */
export function PostAuthor({ author }: { author: Author }) {
  return (
    <section aria-label="Tác giả" className="mt-6 flex items-start gap-4 rounded-2xl bg-mist p-4">
      <Portrait author={author} className="size-14" />
      <div className="min-w-0">
        <p className="text-note text-muted">Tác giả</p>
        <a href={author.path} className="finger font-bold hover:text-accent hover:underline">
          {author.name}
        </a>
        {author.bio ? <p className="mt-1 text-sm text-pretty text-muted">{author.bio}</p> : null}
      </div>
    </section>
  )
}

function Portrait({ author: { image }, className }: { author: Author; className: string }) {
  return image ? (
    <Photo picture={image} sizes="56px" className={`shrink-0 rounded-full ${className}`} />
  ) : null
}

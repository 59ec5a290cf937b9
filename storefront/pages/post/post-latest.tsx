import type { PostCard } from '#contracts/storefront/content.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

/** The newest articles, shown beside an article. */
export function PostLatest({ posts }: { posts: readonly PostCard[] }) {
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="bai-moi" className="sheet p-4 md:p-5">
      <h2 id="bai-moi" className="text-lg">
        Bài viết mới
      </h2>
      <ul className="mt-3 grid gap-3 sm:max-lg:grid-cols-2">
        {posts.map((post) => (
          <li key={post.post_id} className="group relative flex gap-3">
            {post.image ? (
              <Photo
                picture={post.image}
                sizes="96px"
                className="aspect-video h-auto w-24 shrink-0 self-start rounded-lg object-cover"
              />
            ) : null}
            <div className="min-w-0">
              <h3 className="line-clamp-3 text-sm leading-snug font-semibold tracking-normal text-wrap">
                <a
                  href={post.path}
                  className="group-hover:text-accent after:absolute after:inset-0"
                >
                  {post.title}
                </a>
              </h3>
              <time dateTime={post.published_at} className="text-note text-muted">
                {formatDate(new Date(post.published_at))}
              </time>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

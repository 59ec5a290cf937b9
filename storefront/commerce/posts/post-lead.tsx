import type { PostCard } from '#contracts/storefront/content.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

/** The newest article of a list, shown large. */
export function PostLead({ post }: { post: PostCard }) {
  return (
    <article className="group sheet relative grid grid-cols-[minmax(0,1fr)] overflow-hidden transition-shadow focus-within:shadow-raised hover:shadow-raised md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      {post.image ? (
        <Photo
          picture={post.image}
          eager
          sizes="(max-width: 800px) 100vw, 720px"
          className="aspect-video w-full object-cover object-left md:h-full"
        />
      ) : null}
      <div className="flex flex-col justify-center p-4 md:p-5 lg:p-8">
        <p className="text-sm font-semibold text-accent">{post.category.name}</p>
        <h2 className="mt-1.5 text-xl lg:text-title">
          <a
            href={post.path}
            className="group-hover:text-accent after:absolute after:inset-0 after:rounded-[20px]"
          >
            {post.title}
          </a>
        </h2>
        <p className="mt-3 text-pretty text-muted">{post.excerpt}</p>
        <p className="mt-3 text-note text-muted">
          <time dateTime={post.published_at}>{formatDate(new Date(post.published_at))}</time>
        </p>
      </div>
    </article>
  )
}

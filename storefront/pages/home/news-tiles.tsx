import type { PostCard } from '#contracts/storefront/content.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

/** Articles as tiles: four in a row, scrolled sideways on a phone. */
export function NewsTiles({ posts, label }: { posts: readonly PostCard[]; label: string }) {
  return (
    <ul
      aria-label={label}
      className="snap-row -mx-4 scroll-px-4 gap-2.5 px-4 py-1 md:mx-0 md:grid md:grid-cols-4 md:gap-4 md:overflow-visible md:px-0"
    >
      {posts.map((post) => (
        <li key={post.post_id} className="w-[70%] shrink-0 snap-start sm:w-[42%] md:w-auto">
          <NewsTile post={post} />
        </li>
      ))}
    </ul>
  )
}

function NewsTile({ post }: { post: PostCard }) {
  return (
    <article className="group sheet relative flex h-full flex-col overflow-hidden transition-shadow focus-within:shadow-raised hover:shadow-raised">
      {post.image ? (
        <Photo
          picture={post.image}
          alt=""
          sizes="(max-width: 800px) 70vw, 288px"
          className="aspect-[16/9] h-auto w-full object-cover"
        />
      ) : (
        <div className="aspect-[16/9] bg-cream" />
      )}
      <div className="flex flex-1 flex-col p-3.5 md:p-4">
        <h3 className="line-clamp-3 text-[15px] leading-snug font-bold tracking-normal text-wrap md:text-base">
          <a
            href={post.path}
            className="group-hover:text-accent after:absolute after:inset-0 after:rounded-[20px]"
          >
            {post.title}
          </a>
        </h3>
        <p className="mt-auto flex flex-wrap gap-x-2 pt-3 text-[13px] text-muted">
          <span className="font-semibold">{post.category.name}</span>
          <span aria-hidden>·</span>
          <time dateTime={post.published_at}>{formatDate(new Date(post.published_at))}</time>
        </p>
      </div>
    </article>
  )
}

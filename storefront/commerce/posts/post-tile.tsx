import type { PostCard } from '#contracts/storefront/content.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

interface PostTileProps {
  post: PostCard
  /** One level below the heading above the tiles. */
  heading: 'h2' | 'h3'
  /** Shows the category, for lists of several categories. */
  names_category?: boolean
}

const tile_sizes = '(max-width: 599px) 120px, (max-width: 800px) 46vw, 284px'

/** An article in a list: on a phone the picture is at the left, on a wide screen above. */
function PostTile({ post, heading: Heading, names_category = false }: PostTileProps) {
  return (
    <article className="group sheet relative flex h-full gap-3 p-3 transition-shadow focus-within:shadow-raised hover:shadow-raised large-text:flex-col sm:flex-col sm:gap-0 sm:p-0">
      <PostCover
        post={post}
        className="w-30 shrink-0 rounded-xl large-text:w-full sm:w-full sm:rounded-b-none sm:rounded-t-[20px]"
      />
      <div className="flex min-w-0 flex-1 flex-col sm:p-4 sm:pt-3">
        <Heading className="line-clamp-4 text-body leading-snug font-bold tracking-normal text-wrap large-text:line-clamp-none md:text-base">
          <a
            href={post.path}
            className="group-hover:text-accent after:absolute after:inset-0 after:rounded-[20px]"
          >
            {post.title}
          </a>
        </Heading>
        <p className="mt-auto pt-2 text-note text-muted">
          {names_category ? (
            <span className="font-semibold text-accent">{post.category.name} · </span>
          ) : null}
          <time dateTime={post.published_at}>{formatDate(new Date(post.published_at))}</time>
        </p>
      </div>
    </article>
  )
}

function PostCover({ post: { image }, className }: { post: PostCard; className: string }) {
  if (image === null) return <div className={`aspect-video self-start bg-mist ${className}`} />
  return (
    <Photo
      picture={image}
      sizes={tile_sizes}
      className={`aspect-video h-auto self-start object-cover ${className}`}
    />
  )
}

interface PostGridProps extends Omit<PostTileProps, 'post'> {
  posts: readonly PostCard[]
  label: string
}

/** Articles side by side: four on a wide screen, two on a tablet, one on a phone. */
export function PostGrid({ posts, label, ...tile }: PostGridProps) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-4"
    >
      {posts.map((post) => (
        <li key={post.post_id} className="min-w-0">
          <PostTile post={post} {...tile} />
        </li>
      ))}
    </ul>
  )
}

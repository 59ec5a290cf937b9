import type { PostCard } from '#contracts/storefront/content.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

/** The newest articles: the first large with its opening, the others as a list beside it. */
export function PostsBlock({ block }: { block: ShownOf<'posts'> }) {
  const { title, sentence, posts, more } = block
  const [lead, ...others] = posts
  if (!lead) return null
  return (
    <section className="home-section">
      <SectionHeading title={title} more={{ text: 'Xem thêm', href: more }} />
      {sentence === '' ? null : <p className="-mt-2 text-muted">{sentence}</p>}
      <div className="posts-block">
        <article className="group sheet relative flex flex-col overflow-hidden">
          {lead.image ? (
            <Photo
              picture={lead.image}
              alt=""
              sizes="(max-width: 800px) 100vw, 580px"
              className="aspect-video h-auto w-full object-cover"
            />
          ) : null}
          <div className="p-4 md:p-6">
            <h3 className="text-xl tracking-normal md:text-2xl">
              <PostLink post={lead} />
            </h3>
            <p className="mt-2 line-clamp-3 text-body text-muted max-sm:hidden">{lead.excerpt}</p>
            <PostFacts post={lead} />
          </div>
        </article>
        <ul
          aria-label={title}
          className="sheet grid grid-cols-[minmax(0,1fr)] content-between px-4 py-2 md:px-5"
        >
          {others.map((post) => (
            <li key={post.post_id} className="border-line not-first:border-t">
              <article className="group relative flex flex-wrap items-center gap-x-3.5 gap-y-2 py-3">
                {post.image ? (
                  <Photo
                    picture={post.image}
                    alt=""
                    sizes="144px"
                    className="aspect-video h-auto w-28 max-w-full shrink-0 rounded-xl object-cover md:w-36"
                  />
                ) : null}
                <div className="min-w-[min(8rem,100%)] flex-1">
                  <h3 className="text-body leading-snug font-bold tracking-normal text-wrap md:text-base">
                    <PostLink post={post} />
                  </h3>
                  <PostFacts post={post} />
                </div>
              </article>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function PostLink({ post: { path, title } }: { post: PostCard }) {
  return (
    <a
      href={path}
      className="group-hover:text-accent after:absolute after:inset-0 after:rounded-[20px]"
    >
      {title}
    </a>
  )
}

function PostFacts({ post: { category, published_at } }: { post: PostCard }) {
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-2 text-note text-muted">
      <span className="font-semibold">{category.name}</span>
      <span aria-hidden>·</span>
      <time dateTime={published_at}>{formatDate(new Date(published_at))}</time>
    </p>
  )
}

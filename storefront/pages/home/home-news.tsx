import type { PostCard } from '#contracts/storefront/content.ts'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { NewsTiles } from '#storefront/pages/home/news-tiles.tsx'

/** The newest articles at the end of the home page. Nothing is shown without articles. */
export function HomeNews({ posts }: { posts: readonly PostCard[] }) {
  const [newest] = posts
  if (!newest) return null
  // There is no page of all articles: the link goes to the category of the newest.
  const more = { text: 'Xem thêm', href: newest.category.path }
  return (
    <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
      <SectionHeading title="Tin công nghệ" more={more} />
      <NewsTiles posts={posts} label="Tin công nghệ" />
    </section>
  )
}

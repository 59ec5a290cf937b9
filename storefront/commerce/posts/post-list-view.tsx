import type { PostList } from '#contracts/storefront/content.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Chip, ChipRow } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { newsSearchPath } from '#storefront/commerce/posts/news-search-path.ts'
import { PostLead } from '#storefront/commerce/posts/post-lead.tsx'
import { PostPages } from '#storefront/commerce/posts/post-pages.tsx'
import { PostGrid } from '#storefront/commerce/posts/post-tile.tsx'

/** Links to the categories of articles. */
export function PostCategories({ list: { categories, path } }: { list: PostList }) {
  return (
    <ChipRow label="Chuyên mục" wraps>
      {categories.map((category) => (
        <Chip key={category.path} href={category.path} is_current={category.path === path}>
          {category.name}
        </Chip>
      ))}
    </ChipRow>
  )
}

/** One page of articles. The first page shows the newest one large. Articles of other categories follow. */
export function PostListView({ list }: { list: PostList }) {
  const { posts, page, size, total, path, name, kind, others } = list
  const [first] = posts
  const rest = page === 1 ? posts.slice(1) : posts
  return (
    <>
      {posts.length === 0 ? <NoPosts list={list} /> : null}
      {page === 1 && first ? <PostLead post={first} /> : null}
      {rest.length > 0 ? (
        <div className="mt-3 md:mt-4">
          <PostGrid posts={rest} label={name} heading="h2" names_category={kind !== 'category'} />
        </div>
      ) : null}
      <PostPages
        path={path}
        page={page}
        count={Math.ceil(total / size)}
        {...(kind === 'search' ? { hrefOf: (number: number) => newsSearchPath(name, number) } : {})}
      />
      {others.map((category) => (
        <section
          key={category.path}
          className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-3 md:mt-10 md:gap-4"
        >
          <SectionHeading
            title={category.name}
            more={{ text: 'Xem tất cả', href: category.path }}
          />
          <PostGrid posts={category.posts} label={category.name} heading="h3" />
        </section>
      ))}
    </>
  )
}

function NoPosts({ list: { kind, categories, path } }: { list: PostList }) {
  if (kind === 'search') {
    return (
      <div className="sheet">
        <EmptyState picture="no-result" title="Chưa có bài viết nào khớp">
          <p>Thử từ ngắn hơn, hoặc đọc các bài mới bên dưới.</p>
        </EmptyState>
      </div>
    )
  }
  const elsewhere = categories.find((category) => category.path !== path)
  return (
    <div className="sheet">
      <EmptyState picture="no-result" title="Chưa có bài viết">
        <p>Chuyên mục này chưa có bài nào. Mời bạn đọc các chuyên mục khác.</p>
        {elsewhere ? (
          <a href={elsewhere.path} className={buttonClass('primary')}>
            Xem {elsewhere.name}
          </a>
        ) : null}
      </EmptyState>
    </div>
  )
}

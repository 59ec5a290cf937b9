import type { PostList } from '#contracts/storefront/content.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { postListMeta } from '#storefront/commerce/posts/post-list-meta.ts'
import { NewsSearch } from '#storefront/commerce/posts/news-search.tsx'
import { search_addresses } from '#storefront/addresses/search.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { NewsFeedLink } from '#storefront/commerce/posts/news-feed-link.tsx'
import { PostCategories, PostListView } from '#storefront/commerce/posts/post-list-view.tsx'

export function meta(list: PostList): PageMeta {
  return postListMeta(list)
}

const prefixes: Partial<Record<PostList['kind'], string>> = { tag: 'Chủ đề', search: 'Tin tức về' }

/**
 * /tin-tuc, the other categories of articles, and /chu-de/{tag}: their articles, newest first; or those found by words.
 */
export function Page({ data: list }: { data: PostList }) {
  const isSearch = list.kind === 'search'
  return (
    <>
      <NewsFeedLink name="Tất cả bài viết" path={null} />
      {list.kind === 'category' ? <NewsFeedLink name={list.name} path={list.path} /> : null}
      <Breadcrumb crumbs={list.breadcrumb} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl wrap-anywhere md:text-title-lg">
          {prefixes[list.kind] ? (
            <span className="text-[0.6em] font-semibold tracking-normal text-muted">
              {prefixes[list.kind]}{' '}
            </span>
          ) : null}
          {isSearch ? `“${list.name}”` : list.name}
        </h1>
        <NewsSearch q={isSearch ? list.name : ''} />
      </div>
      <div className="mt-2 mb-3 md:mb-4">
        {isSearch ? <FoundLine list={list} /> : <PostCategories list={list} />}
      </div>
      <PostListView list={list} />
    </>
  )
}

function FoundLine({ list: { name, total } }: { list: PostList }) {
  return (
    <p className="text-muted">
      {total} bài viết ·{' '}
      <a
        href={withQuery(search_addresses.search.path, { q: name })}
        className="finger font-semibold text-accent hover:underline"
      >
        Tìm sản phẩm “{name}”
      </a>
    </p>
  )
}

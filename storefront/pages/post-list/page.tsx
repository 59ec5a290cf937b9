import type { PostList } from '#contracts/storefront/content.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { postListMeta } from '#storefront/commerce/posts/post-list-meta.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { PostCategories, PostListView } from '#storefront/commerce/posts/post-list-view.tsx'

export function meta(list: PostList): PageMeta {
  return postListMeta(list)
}

/** /tin-tuc, the other categories of articles, and /chu-de/{tag}: their articles, newest first. */
export function Page({ data: list }: { data: PostList }) {
  const isTag = list.kind === 'tag'
  return (
    <>
      <Breadcrumb crumbs={list.breadcrumb} />
      <h1 className="text-2xl md:text-[28px]">
        {isTag ? (
          <span className="text-[0.6em] font-semibold tracking-normal text-muted">Chủ đề </span>
        ) : null}
        {list.name}
      </h1>
      <div className="mt-2 mb-3 md:mb-4">
        <PostCategories list={list} />
      </div>
      <PostListView list={list} />
    </>
  )
}

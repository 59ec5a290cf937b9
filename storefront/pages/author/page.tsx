import type { PostList } from '#contracts/storefront/content.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { postListMeta } from '#storefront/commerce/posts/post-list-meta.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { PostListView } from '#storefront/commerce/posts/post-list-view.tsx'

export function meta(list: PostList): PageMeta {
  return postListMeta(list)
}

/** Shows an author and a list of the author's articles. */
export function Page({ data: list }: { data: PostList }) {
  const { author, name, total, breadcrumb } = list
  return (
    <>
      <Breadcrumb crumbs={breadcrumb} />
      <div className="sheet mb-3 flex items-start gap-4 p-4 md:mb-4 md:gap-6 md:p-6">
        {author?.image ? (
          <Photo
            picture={author.image}
            eager
            sizes="96px"
            className="size-18 shrink-0 rounded-full md:size-24"
          />
        ) : null}
        <div className="min-w-0">
          <h1 className="text-2xl md:text-title-lg">{name}</h1>
          <p className="mt-1 text-sm font-semibold text-accent">{total} bài viết</p>
          {author?.bio ? (
            <p className="mt-2 max-w-160 text-pretty text-muted">{author.bio}</p>
          ) : null}
        </div>
      </div>
      <PostListView list={list} />
    </>
  )
}

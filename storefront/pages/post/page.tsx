import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { PreviewNote } from '#contracts/storefront/articles/preview-note.ts'
import type { PostCard, PostPage } from '#contracts/storefront/content.ts'
import { ContentsList, TextSections } from '#storefront/commerce/posts/text-sections.tsx'
import type { CommentList } from '#contracts/storefront/talk/comments.ts'
import { catalogMeta } from '#storefront/seo/catalog-meta.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { articleEditorUrl } from '#storefront/addresses/editor-links.ts'
import { PreviewBar } from '#storefront/commerce/preview/preview-bar.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { PostAuthor, PostByline } from '#storefront/pages/post/post-author.tsx'
import { PostLatest } from '#storefront/pages/post/post-latest.tsx'
import { PostProducts } from '#storefront/pages/post/post-products.tsx'
import { PostShare } from '#storefront/pages/post/post-share.tsx'
import { NewsFeedLink } from '#storefront/commerce/posts/news-feed-link.tsx'
import { PostGrid } from '#storefront/commerce/posts/post-tile.tsx'
import { SubjectComments } from '#storefront/commerce/talk/subject-comments.tsx'

export interface PostData {
  /** Only in a preview. */
  note?: PreviewNote
  post: PostPage
  /** Products that the article links to. */
  products: ProductCard[]
  latest: PostCard[]
  comments: CommentList
}

export function meta({ post }: PostData): PageMeta {
  return { ...catalogMeta(post.meta), og_type: 'article' }
}

/** Shows an article, with its products and the latest articles beside it. */
export function Page({ data: { note, post, products, latest, comments } }: { data: PostData }) {
  return (
    <>
      {note ? <PreviewBar note={note} editor_href={articleEditorUrl(note.code)} /> : null}
      <NewsFeedLink name={post.category.name} path={post.category.path} />
      <Breadcrumb crumbs={post.breadcrumb} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-5">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 lg:gap-5">
          <Article post={post} />
          <SubjectComments path={post.path} list={comments} />
        </div>
        <aside
          aria-label="Xem thêm"
          className="grid content-start gap-4 lg:sticky lg:top-24 lg:gap-5 lg:self-start"
        >
          <PostProducts products={products} is_linked={post.product_ids.length > 0} />
          <PostLatest posts={latest} />
        </aside>
      </div>
      {post.related.length > 0 ? (
        <section className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-3 md:mt-10 md:gap-4">
          <SectionHeading title="Bài viết liên quan" />
          <PostGrid posts={post.related} label="Bài viết liên quan" heading="h3" names_category />
        </section>
      ) : null}
    </>
  )
}

function Article({ post }: { post: PostPage }) {
  return (
    <article className="sheet min-w-0 p-4 md:p-8">
      <a href={post.category.path} className="finger text-sm font-bold text-accent hover:underline">
        {post.category.name}
      </a>
      <h1 className="mt-1.5 text-2xl text-pretty md:text-title-xl">{post.title}</h1>
      <PostByline post={post} />
      <p className="mt-4 text-lead font-semibold text-pretty md:text-lg">{post.excerpt}</p>
      {post.image ? (
        <Photo
          picture={post.image}
          eager
          sizes="(max-width: 800px) 92vw, 776px"
          className="mt-4 aspect-video h-auto w-full rounded-2xl object-cover"
        />
      ) : null}
      <ContentsList sections={post.sections} />
      <TextSections sections={post.sections} />
      {post.tags.length > 0 ? (
        <nav aria-label="Chủ đề" className="mt-6 flex flex-wrap gap-2">
          {post.tags.map((tag) => (
            <Chip key={tag.path} href={tag.path}>
              {tag.name}
            </Chip>
          ))}
        </nav>
      ) : null}
      <PostShare title={post.title} path={post.path} />
      <PostAuthor author={post.author} />
    </article>
  )
}

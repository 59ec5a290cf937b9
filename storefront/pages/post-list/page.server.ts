import type { PostList } from '#contracts/storefront/content.ts'
import { postListGraph } from '#storefront/seo/structured-data/post-graph.ts'
import { notFound, publicPage } from '#storefront/runtime/page.ts'

/** Categories and tags of articles have root slugs: this page is only shown by the page `slug`. */
export const page = publicPage<PostList>({
  loader: () => Promise.resolve(notFound),
  structured: postListGraph,
  tags: () => ['content'],
})

import { loadComments, talkTag } from '#storefront/commerce/talk/load-comments.ts'
import { notFound, type PublicContext, publicPage } from '#storefront/runtime/page.ts'
import type { PostData } from '#storefront/pages/post/page.tsx'
import { postGraph } from '#storefront/seo/structured-data/post-graph.ts'

const latest_size = 5
const max_products = 6

/** Loads an article, the products it links to with prices of the province, and the latest articles. */
export async function loadPost(post_id: number, context: PublicContext): Promise<PostData> {
  const { province_id, services } = context
  const [post, latest] = await Promise.all([
    services.content.post(null, { post_id }),
    services.content.latestPosts(null, { size: latest_size + 1 }),
  ])
  const products =
    post.product_ids.length === 0
      ? []
      : await services.search.cards(null, {
          product_ids: post.product_ids.slice(0, max_products),
          province_id,
        })
  return {
    post,
    products,
    comments: await loadComments(context, { subject_kind: 'post', subject_id: post_id }),
    latest: latest.filter((card) => card.post_id !== post_id).slice(0, latest_size),
  }
}

/** Articles have root slugs: this page is only shown by the page `slug`. */
export const page = publicPage<PostData>({
  loader: () => Promise.resolve(notFound),
  structured: ({ post }, shop) => postGraph(post, shop),
  tags: ({ post }) => [
    'content',
    talkTag('post', post.post_id),
    ...post.product_ids.map((id) => `product:${id}`),
  ],
})

import type { PostPage } from '#contracts/storefront/content.ts'
import { ListingQuestion } from '#contracts/storefront/search.ts'
import { articleMarkup } from '#storefront/commerce/posts/blocks/article-markup.ts'
import { loadComments, talkTag } from '#storefront/commerce/talk/load-comments.ts'
import { notFound, type PublicContext, publicPage } from '#storefront/runtime/page.ts'
import type { PostData } from '#storefront/pages/post/page.tsx'
import { postGraph } from '#storefront/seo/structured-data/post-graph.ts'

const latest_size = 5
const max_products = 6
/** The blocks of an article show more than the list beside it. */
const max_in_blocks = 40
/** Products that a tag finds are a guess: fewer of them. */
const max_found = 4

/** Loads an article, the products it links to with prices of the province, and the latest articles. */
export async function loadPost(post_id: number, context: PublicContext): Promise<PostData> {
  return dataOf(await context.services.content.post(null, { post_id }), context)
}

/** Loads an article as it is being prepared, by its secret link. */
export async function loadPostPreview(
  preview_key: string,
  context: PublicContext,
): Promise<PostData> {
  const { post, note } = await context.services.articlePreview.preview(null, { preview_key })
  return { ...(await dataOf(post, context)), note }
}

async function dataOf(post: PostPage, context: PublicContext): Promise<PostData> {
  const { services } = context
  const { post_id } = post
  const [latest, products, comments] = await Promise.all([
    services.content.latestPosts(null, { size: latest_size + 1 }),
    productsOf(post, context),
    loadComments(context, { subject_kind: 'post', subject_id: post_id }),
  ])
  return {
    post: {
      ...post,
      sections: post.sections.map((part) => ({
        ...part,
        html: articleMarkup(part.html, products),
      })),
    },
    products: products.slice(0, max_products),
    comments,
    latest: latest.filter((card) => card.post_id !== post_id).slice(0, latest_size),
  }
}

/** The products that an article links to; without any, those that its first tag finds. */
async function productsOf(
  { product_ids, tags }: PostData['post'],
  { province_id, services }: PublicContext,
): Promise<PostData['products']> {
  if (product_ids.length > 0) {
    const linked = product_ids.slice(0, max_in_blocks)
    return services.search.cards(null, { product_ids: linked, province_id })
  }
  const [tag] = tags
  if (tag === undefined) return []
  const wanted = { q: tag.name, in_stock: true, with_facets: false, size: max_found, province_id }
  const found = await services.search.products(null, ListingQuestion.parse(wanted))
  return found.understood?.is_loosened === true ? [] : found.products
}

/** Articles have root slugs: this page is only shown by the page `slug`. */
export const page = publicPage<PostData>({
  loader: () => Promise.resolve(notFound),
  structured: ({ post }, shop) => postGraph({ ...post, words: wordCount(post) }, shop),
  tags: ({ post, products }) => [
    'content',
    talkTag('post', post.post_id),
    ...new Set(
      [...post.product_ids, ...products.map(({ product_id }) => product_id)].map(
        (id) => `product:${id}`,
      ),
    ),
  ],
})

function wordCount({ sections }: PostData['post']): number {
  const text = sections.map(({ title, html }) => `${title} ${html.replace(/<[^>]*>/g, ' ')}`)
  return text.join(' ').trim().split(/\s+/).length
}

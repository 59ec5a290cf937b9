import type { Services } from '#contracts/all.ts'
import type { PostCard } from '#contracts/storefront/content.ts'
import { Refusal } from '#pure/contract.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import { newsFeedPath } from '#storefront/seo/news-feed-path.ts'
import { xmlText } from '#storefront/seo/xml.ts'

/** How many articles a feed has; readers ask again within the day. */
const size = 30

interface Channel {
  title: string
  description: string
  /** The page that the feed follows. */
  path: string
  /** The feed itself. */
  self: string
  posts: readonly PostCard[]
}

/**
 * The newest articles as RSS 2.0: of all categories, or of the one at the address `category` (tin-tuc). Null if there
 * is no such category.
 */
export async function newsFeed(
  category: string | null,
  services: Services,
  shop: ShopIdentity,
): Promise<string | null> {
  const channel =
    category === null ? await allNews(services, shop) : await newsOf(category, services)
  return channel === null ? null : rss(channel, shop)
}

async function allNews({ content }: Services, shop: ShopIdentity): Promise<Channel> {
  const posts = await content.latestPosts(null, { size })
  return {
    title: `Tin tức ${shop.name}`,
    description: 'Tin công nghệ, đánh giá, tư vấn và thủ thuật mới nhất.',
    path: posts[0]?.category.path ?? '/',
    self: newsFeedPath(null),
    posts,
  }
}

async function newsOf(category: string, services: Services): Promise<Channel | null> {
  try {
    const { kind, id } = await services.catalog.resolve(null, { path: category })
    if (kind !== 'post_category') return null
    const list = await services.content.categoryPosts(null, { post_category_id: id, page: 1, size })
    return {
      title: list.meta.title,
      description: list.meta.description,
      path: list.path,
      self: newsFeedPath(list.path),
      posts: list.posts,
    }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}

function rss({ title, description, path, self, posts }: Channel, shop: ShopIdentity): string {
  const [newest] = posts
  const changed =
    newest === undefined ? '' : `<lastBuildDate>${rfc822(newest.published_at)}</lastBuildDate>\n`
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${xmlText(title)}</title>
<link>${xmlText(shop.public_url + path)}</link>
<description>${xmlText(description)}</description>
<language>vi</language>
${changed}<atom:link href="${xmlText(shop.public_url + self)}" rel="self" type="application/rss+xml"/>
${posts.map((post) => item(post, shop)).join('\n')}
</channel>
</rss>
`
}

function item(
  { title, path, excerpt, category, published_at, image }: PostCard,
  { public_url }: ShopIdentity,
): string {
  const address = xmlText(public_url + path)
  const picture =
    image === null
      ? ''
      : `<media:content url="${xmlText(new URL(image.src, public_url).href)}" medium="image" width="${image.width}" height="${image.height}"/>`
  return `<item><title>${xmlText(title)}</title><link>${address}</link><guid isPermaLink="true">${address}</guid><pubDate>${rfc822(published_at)}</pubDate><category>${xmlText(category.name)}</category><description>${xmlText(excerpt)}</description>${picture}</item>`
}

/** "Fri, 20 Nov 2026 03:00:00 GMT", as RSS writes times. */
function rfc822(instant: string): string {
  return new Date(instant).toUTCString()
}

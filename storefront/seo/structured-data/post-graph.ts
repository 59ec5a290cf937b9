import type { PostPage } from '#contracts/storefront/content.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import {
  breadcrumbList,
  graph,
  type Thing,
  absoluteUrl,
} from '#storefront/seo/structured-data/graph.ts'

/** The fields of an article page that its structured data uses. */
type DescribedPost = Pick<
  PostPage,
  | 'title'
  | 'path'
  | 'excerpt'
  | 'image'
  | 'published_at'
  | 'updated_at'
  | 'author'
  | 'category'
  | 'breadcrumb'
>

/** The structured data of an article page. */
export function postGraph(post: DescribedPost, shop: ShopIdentity): object | null {
  return graph([articleThing(post, shop), breadcrumbList(post.breadcrumb, shop)])
}

/** An article with its author (Google, article). */
function articleThing(post: DescribedPost, shop: ShopIdentity): Thing {
  const { title, path, excerpt, image, published_at, updated_at, author, category } = post
  return {
    '@type': 'NewsArticle',
    headline: title,
    description: excerpt,
    ...(image === null ? {} : { image: [absoluteUrl(image.src, shop)] }),
    datePublished: published_at,
    dateModified: updated_at,
    articleSection: category.name,
    inLanguage: 'vi-VN',
    mainEntityOfPage: absoluteUrl(path, shop),
    author: { '@type': 'Person', name: author.name, url: absoluteUrl(author.path, shop) },
    publisher: {
      '@type': 'Organization',
      name: shop.name,
      logo: { '@type': 'ImageObject', url: absoluteUrl('/media/brand/icon-512.png', shop) },
    },
  }
}

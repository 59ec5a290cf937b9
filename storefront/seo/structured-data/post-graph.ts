import type { PostPage } from '#contracts/storefront/content.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import { breadcrumbList, graph, type Thing, whole } from '#storefront/seo/structured-data/graph.ts'

/** What of an article's page is told. */
export type ToldPost = Pick<
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

/** An article's page. */
export function postGraph(post: ToldPost, shop: ShopIdentity): object | null {
  return graph([articleThing(post, shop), breadcrumbList(post.breadcrumb, shop)])
}

/** An article with its author (Google, article). */
function articleThing(post: ToldPost, shop: ShopIdentity): Thing {
  const { title, path, excerpt, image, published_at, updated_at, author, category } = post
  return {
    '@type': 'NewsArticle',
    headline: title,
    description: excerpt,
    ...(image === null ? {} : { image: [whole(image.src, shop)] }),
    datePublished: published_at,
    dateModified: updated_at,
    articleSection: category.name,
    inLanguage: 'vi-VN',
    mainEntityOfPage: whole(path, shop),
    author: { '@type': 'Person', name: author.name, url: whole(author.path, shop) },
    publisher: {
      '@type': 'Organization',
      name: shop.name,
      logo: { '@type': 'ImageObject', url: whole('/media/brand/icon-512.png', shop) },
    },
  }
}

import type { PostList, PostPage } from '#contracts/storefront/content.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import {
  breadcrumbList,
  graph,
  type Thing,
  absoluteUrl,
} from '#storefront/seo/structured-data/graph.ts'

/** The fields of an article page that its structured data uses. */
type DescribedPost = Omit<PostPage, 'post_id' | 'sections' | 'product_ids' | 'related'> & {
  /** Plain text of the article. */
  words: number
}

/** The structured data of an article page. */
export function postGraph(post: DescribedPost, shop: ShopIdentity): object | null {
  return graph([articleThing(post, shop), breadcrumbList(post.breadcrumb, shop)])
}

/** Longer headlines are cut by search engines (Google, article). */
const longest_headline = 110

/** An article with its author (Google, article). */
function articleThing(post: DescribedPost, shop: ShopIdentity): Thing {
  const { title, path, excerpt, image, published_at, updated_at, category, tags } = post
  const url = absoluteUrl(path, shop)
  return {
    '@type': 'NewsArticle',
    '@id': `${url}#bai-viet`,
    url,
    headline: title.slice(0, longest_headline),
    description: excerpt,
    ...(image === null ? {} : { image: [pictureThing(image, shop)] }),
    datePublished: published_at,
    dateModified: updated_at,
    articleSection: category.name,
    ...(tags.length === 0 ? {} : { keywords: tags.map(({ name }) => name).join(', ') }),
    wordCount: post.words,
    timeRequired: `PT${post.reading_minutes}M`,
    inLanguage: 'vi-VN',
    isAccessibleForFree: true,
    mainEntityOfPage: { '@type': 'WebPage', '@id': url },
    author: personThing(post.author, shop),
    publisher: {
      '@type': 'Organization',
      name: shop.name,
      url: absoluteUrl('/', shop),
      logo: { '@type': 'ImageObject', url: absoluteUrl('/media/brand/icon-512.png', shop) },
    },
  }
}

function pictureThing(
  { src, width, height }: NonNullable<PostPage['image']>,
  shop: ShopIdentity,
): Thing {
  return { '@type': 'ImageObject', url: absoluteUrl(src, shop), width, height }
}

function personThing(author: PostPage['author'], shop: ShopIdentity): Thing {
  const { name, path, image, bio } = author
  return {
    '@type': 'Person',
    '@id': absoluteUrl(path, shop),
    name,
    url: absoluteUrl(path, shop),
    ...(image === null ? {} : { image: absoluteUrl(image.src, shop) }),
    ...(bio === '' ? {} : { description: bio }),
  }
}

/** The structured data of a list of articles, or of an author with the author's articles. */
export function postListGraph(list: PostList, shop: ShopIdentity): object | null {
  const { name, path, author, posts, breadcrumb, meta } = list
  const about = {
    name,
    url: absoluteUrl(path, shop),
    description: meta.description,
    inLanguage: 'vi-VN',
  }
  const page: Thing =
    author === null
      ? {
          '@type': 'CollectionPage',
          ...about,
          mainEntity: {
            '@type': 'ItemList',
            itemListElement: posts.map((post, index) => ({
              '@type': 'ListItem',
              position: index + 1,
              name: post.title,
              url: absoluteUrl(post.path, shop),
            })),
          },
        }
      : { '@type': 'ProfilePage', ...about, mainEntity: personThing(author, shop) }
  return graph([page, breadcrumbList(breadcrumb, shop)])
}

import type { z } from 'zod'
import type { Author, PostCard, PostPage } from '#contracts/storefront/content.ts'
import { cleanRichText } from '#platform/text/rich-text.ts'
import { metaOf } from '#shop/catalog/meta.ts'
import type { Target } from '#shop/content/link-store.ts'
import { resolveLinks } from '#shop/content/links.ts'
import type { AuthorRow } from '#shop/content/list-store.ts'
import { sectionsOf } from '#shop/content/sections.ts'
import type { PostCardRow, PostRow } from '#shop/content/post-store.ts'

type Writer = z.infer<typeof Author>

/** Pictures of authors are squares of this size (db/seed/media/authors). */
const portrait_px = 256

export function postCard(row: PostCardRow): PostCard {
  const { post_id, title, path, excerpt, image: src, image_width, image_height } = row
  return {
    post_id,
    title,
    path,
    image:
      src === null || image_width === null || image_height === null
        ? null
        : { src, alt: '', width: image_width, height: image_height },
    excerpt,
    category: { name: row.category_name, path: row.category_path },
    published_at: row.published_at.toISOString(),
  }
}

export function authorOf({
  author_id: uuid,
  name,
  bio,
  image,
}: Pick<AuthorRow, 'author_id' | 'name' | 'bio' | 'image'>): Writer {
  return {
    uuid,
    name,
    path: `/author/${uuid}`,
    image: image === null ? null : { src: image, alt: '', width: portrait_px, height: portrait_px },
    bio,
  }
}

/** Returns a post's page (contract §2, §3). Its links have current addresses. */
export function postPage(
  row: PostRow,
  targets: ReadonlyMap<string, Target>,
  related: readonly PostCardRow[],
): PostPage {
  const card = postCard(row)
  const { author_id, author_name: name, author_bio: bio, author_image: image } = row
  const linked = [...targets.values()].filter((target) => target.path !== null)
  return {
    ...card,
    meta: metaOf(row, {
      name: row.title,
      url_path: row.path.slice(1),
      description: row.excerpt || row.body,
      image: row.image,
    }),
    breadcrumb: [card.category, { name: row.title, path: row.path }],
    author: authorOf({ author_id, name, bio, image }),
    tags: row.tags,
    sections: sectionsOf(resolveLinks(cleanRichText(row.body), targets)),
    reading_minutes: row.reading_minutes,
    updated_at: row.updated_at.toISOString(),
    product_ids: linked.flatMap(({ product_id }) => (product_id === null ? [] : [product_id])),
    related: related.map(postCard),
  }
}

import type { PostList } from '#contracts/storefront/content.ts'
import { metaOf } from '#shop/catalog/meta.ts'
import type { AuthorRow, HeadingRow, PostCategoryRow } from '#shop/content/list-store.ts'
import { authorOf, postCard } from '#shop/content/post.ts'
import type { PostCardRow } from '#shop/content/post-store.ts'

type Head = Pick<PostList, 'kind' | 'name' | 'path' | 'meta' | 'breadcrumb' | 'author'>

/** Returns one page of a list of posts with the heading of its category, tag or author. */
export function postList(
  head: Head,
  categories: readonly PostCategoryRow[],
  list: { total: number; rows: readonly PostCardRow[]; newest: readonly PostCardRow[] },
  { page, size }: { page: number; size: number },
): PostList {
  return {
    ...head,
    categories: categories.map(({ name, path }) => ({ name, path })),
    total: list.total,
    page,
    size,
    posts: list.rows.map(postCard),
    others: otherCategories(head, categories, list.newest),
  }
}

/** Returns the heading of a category's list. Without a picture of its own it has that of its newest post. */
export function categoryHead(category: PostCategoryRow, posts: readonly PostCardRow[]): Head {
  const { name, path } = category
  const image = category.image ?? newestPicture(posts)
  const description = `${name} về điện thoại, laptop, đồng hồ và phụ kiện: bài viết mới nhất, dễ hiểu, viết cho người sắp mua và đang dùng máy.`
  const head = headOf(category, { description, image })
  return { kind: 'category', ...head, breadcrumb: [{ name, path }] }
}

/** Returns the heading of a tag's list. Its breadcrumb starts with the first category, the main page of the news. */
export function tagHead(
  tag: HeadingRow,
  front: HeadingRow | undefined,
  posts: readonly PostCardRow[],
): Head {
  const { name, path } = tag
  const description = `Tin tức, đánh giá và mẹo dùng về ${name}.`
  const above = front ? [{ name: front.name, path: front.path }] : []
  return {
    kind: 'tag',
    ...headOf(tag, { description, image: newestPicture(posts) }),
    breadcrumb: [...above, { name: `Chủ đề ${name}`, path }],
  }
}

/**
 * Returns the heading of an author's list. The title falls back to the name; canonical is /author/{uuid} (contract §2,
 * §3).
 */
export function authorHead(row: AuthorRow, front: HeadingRow | undefined): Head {
  const author = authorOf(row)
  const { name, path } = author
  const columns = { ...row, canonical_tag: '', meta_index: true, meta_follow: true }
  const above = front ? [{ name: front.name, path: front.path }] : []
  return {
    kind: 'author',
    name,
    path,
    meta: metaOf(columns, {
      name,
      url_path: path.slice(1),
      description: row.bio,
      image: row.image,
    }),
    breadcrumb: [...above, { name, path }],
    author,
  }
}

function headOf(row: HeadingRow, texts: { description: string; image: string | null }) {
  const { name, path } = row
  return {
    name,
    path,
    meta: metaOf(row, { name, url_path: path.slice(1), ...texts }),
    author: null,
  }
}

function newestPicture(posts: readonly PostCardRow[]): string | null {
  return posts.find(({ image }) => image !== null)?.image ?? null
}

/** A category with fewer posts gets no row: shoppers reach it by its chip. */
const min_posts_in_row = 3

/** Returns the newest posts of other categories. `newest` is empty except on the main page of the news. */
function otherCategories(
  { path }: Head,
  categories: readonly PostCategoryRow[],
  newest: readonly PostCardRow[],
): PostList['others'] {
  return categories.flatMap((category) => {
    const rows = newest.filter((row) => row.category_path === category.path)
    return category.path === path || rows.length < min_posts_in_row
      ? []
      : [{ name: category.name, path: category.path, posts: rows.map(postCard) }]
  })
}

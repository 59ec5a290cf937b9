import type { PostList } from '#contracts/storefront/content.ts'
import { metaOf } from '#shop/catalog/meta.ts'
import type { AuthorRow, HeadingRow, PostCategoryRow } from '#shop/content/list-store.ts'
import { authorOf, postCard } from '#shop/content/post.ts'
import type { PostCardRow } from '#shop/content/post-store.ts'

type Head = Pick<PostList, 'kind' | 'name' | 'path' | 'meta' | 'breadcrumb' | 'author'>

/** A page of posts under what they have in common. */
export function postList(
  head: Head,
  categories: readonly PostCategoryRow[],
  found: { total: number; rows: readonly PostCardRow[]; newest: readonly PostCardRow[] },
  { page, size }: { page: number; size: number },
): PostList {
  return {
    ...head,
    categories: categories.map(({ name, path }) => ({ name, path })),
    total: found.total,
    page,
    size,
    posts: found.rows.map(postCard),
    others: otherCategories(head, categories, found.newest),
  }
}

export function categoryHead(category: PostCategoryRow): Head {
  const { name, path } = category
  const description = `${name} về điện thoại, laptop, đồng hồ và phụ kiện: bài viết mới nhất, dễ hiểu, viết cho người sắp mua và đang dùng máy.`
  return { kind: 'category', ...headOf(category, name, description), breadcrumb: [{ name, path }] }
}

/** A tag lies under the first category, the front of the news. */
export function tagHead(tag: HeadingRow, front: HeadingRow | undefined): Head {
  const { name, path } = tag
  const title = `Chủ đề ${name}`
  const description = `Tin tức, đánh giá và mẹo dùng về ${name}.`
  const above = front ? [{ name: front.name, path: front.path }] : []
  return {
    kind: 'tag',
    ...headOf(tag, title, description),
    name,
    breadcrumb: [...above, { name: title, path }],
  }
}

/** Title falls back to the name; canonical is /author/{uuid} (contract §2, §3). */
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

function headOf(row: HeadingRow, name: string, description: string) {
  const meta = metaOf(row, { name, url_path: row.path.slice(1), description, image: null })
  return { name: row.name, path: row.path, meta, author: null }
}

/** Fewer make no row: such a category is found by its chip. */
const fewest_in_row = 3

/** What else is new, on the front of the news alone. */
function otherCategories(
  { path }: Head,
  categories: readonly PostCategoryRow[],
  newest: readonly PostCardRow[],
): PostList['others'] {
  return categories.flatMap((category) => {
    const rows = newest.filter((row) => row.category_path === category.path)
    return category.path === path || rows.length < fewest_in_row
      ? []
      : [{ name: category.name, path: category.path, posts: rows.map(postCard) }]
  })
}

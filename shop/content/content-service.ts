import { content } from '#contracts/storefront/content.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { listBanners } from '#shop/content/banner-store.ts'
import { bannersWithTargets } from '#shop/content/banner.ts'
import { findTargets } from '#shop/content/link-store.ts'
import { pathOf, pathsIn } from '#shop/content/links.ts'
import { findAuthor, findPostTag, listPostCategories } from '#shop/content/list-store.ts'
import { authorHead, categoryHead, postList, tagHead } from '#shop/content/post-list.ts'
import {
  countPosts,
  findPost,
  listNewestOfCategories,
  listPosts,
  listRelated,
  type PostsOf,
} from '#shop/content/post-store.ts'
import { postCard, postPage } from '#shop/content/post.ts'

const related_size = 4
const others_size = 4

interface Deps {
  db: Database
  now: Now
}

/** Articles and banners as pages read them (contract §2, §3). */
export function contentService({ db, now }: Deps): Service<typeof content> {
  const load = async (of: PostsOf, pages: { page: number; size: number }) => {
    const [total, rows] = await Promise.all([
      countPosts(db, of, now()),
      listPosts(db, of, now(), pages),
    ])
    return { total, rows, newest: [] }
  }
  return {
    async banners(_caller, wish) {
      const rows = await listBanners(db, wish, now())
      const targets = await findTargets(
        db,
        rows.map((row) => pathOf(row.path)),
      )
      return bannersWithTargets(rows, targets)
    },
    async latestPosts(_caller, { size }) {
      return (await listPosts(db, 'all', now(), { page: 1, size })).map(postCard)
    },
    async post(_caller, { post_id }) {
      const [row, related] = await Promise.all([
        findPost(db, post_id, now()),
        listRelated(db, post_id, now(), related_size),
      ])
      if (!row) throw content.post.refuse('not_found')
      return postPage(row, await linksOf(db, row.body), related)
    },
    async categoryPosts(_caller, { post_category_id, ...pages }) {
      const categories = await listPostCategories(db)
      const category = categories.find((each) => each.post_category_id === post_category_id)
      if (!category) throw content.categoryPosts.refuse('not_found')
      const found = await load({ post_category_id }, pages)
      const isFront = category === categories[0] && pages.page === 1
      const newest = isFront ? await listNewestOfCategories(db, now(), others_size) : []
      return postList(categoryHead(category), categories, { ...found, newest }, pages)
    },
    async tagPosts(_caller, { post_tag_id, ...pages }) {
      const [categories, tag] = await Promise.all([
        listPostCategories(db),
        findPostTag(db, post_tag_id),
      ])
      if (!tag) throw content.tagPosts.refuse('not_found')
      const found = await load({ post_tag_id }, pages)
      return postList(tagHead(tag, categories[0]), categories, found, pages)
    },
    async authorPosts(_caller, { uuid, ...pages }) {
      const [categories, author] = await Promise.all([listPostCategories(db), findAuthor(db, uuid)])
      if (!author) throw content.authorPosts.refuse('not_found')
      const found = await load({ author_id: uuid }, pages)
      return postList(authorHead(author, categories[0]), categories, found, pages)
    },
  }
}

/** Where the links of a text lead now, in the order of the text. */
async function linksOf(db: Database, rich_text: string) {
  const paths = pathsIn(rich_text)
  const targets = await findTargets(db, paths)
  return new Map(
    paths.flatMap((path) => {
      const target = targets.get(path)
      return target ? [[path, target] as const] : []
    }),
  )
}

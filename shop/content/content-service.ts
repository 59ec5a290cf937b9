import { content } from '#contracts/storefront/content.ts'
import type { Database } from '#db/schema.ts'
import { cachedValue } from '#platform/cache/cached-value.ts'
import type { Now } from '#platform/clock.ts'
import { type ChangeFeed, EVERYTHING } from '#platform/database/change-feed.ts'
import type { Service } from '#pure/contract.ts'
import { listBanners } from '#shop/content/banner-store.ts'
import { bannersAt, bannersOf } from '#shop/content/banner.ts'
import { listPopups } from '#shop/content/popup-store.ts'
import { popups_per_page, popupsOf } from '#shop/content/popup.ts'
import { withOwnCanonical } from '#shop/catalog/meta.ts'
import { addressOf } from '#shop/catalog/slug.ts'
import { linksOf } from '#shop/content/links-of.ts'
import { findAuthor, findPostTag, listPostCategories } from '#shop/content/list-store.ts'
import { authorHead, categoryHead, postList, tagHead } from '#shop/content/post-list.ts'
import {
  countPosts,
  findPost,
  listNewestOfCategories,
  listPosts,
  listRelated,
  type PostFilter,
} from '#shop/content/post-store.ts'
import { postCard, postPage } from '#shop/content/post.ts'

const related_size = 4
const others_size = 4
/** Home and every category ask for banners. A banner leads nowhere as soon as its product is gone. */
export const banners_last_ms = 30_000

interface Deps {
  db: Database
  now: Now
  /** The address of the shop: canonical addresses with it are its own. */
  public_url: string
  feed: ChangeFeed | null
}

/** Articles, banners and popups as pages read them (contract §2, §3). */
export function contentService({ db, now, public_url, feed }: Deps): Service<typeof content> {
  const active_banners = cachedValue(() => listBanners(db), now, banners_last_ms)
  const post_categories = cachedValue(
    async () => (await listPostCategories(db)).map(({ name, path }) => ({ name, path })),
    now,
    banners_last_ms,
  )
  feed?.subscribe(async (tags) => {
    if ([...tags].some(changesBanners)) active_banners.forget()
    if (tags.has('content') || tags.has(EVERYTHING)) post_categories.forget()
  })
  const load = async (filter: PostFilter, pages: { page: number; size: number }) => {
    const [total, rows] = await Promise.all([
      countPosts(db, filter, now()),
      listPosts(db, filter, now(), pages),
    ])
    return { total, rows, newest: [] }
  }
  return {
    async banners(_caller, filter) {
      return bannersOf(bannersAt(await active_banners(), filter, now()))
    },
    async popups() {
      return popupsOf(await listPopups(db, now(), popups_per_page))
    },
    async latestPosts(_caller, { size, category }) {
      const filter = category === undefined ? 'all' : { post_category: addressOf(category) }
      return (await listPosts(db, filter, now(), { page: 1, size })).map(postCard)
    },
    postCategories: () => post_categories(),
    async post(_caller, { post_id }) {
      const [row, related] = await Promise.all([
        findPost(db, post_id, now()),
        listRelated(db, post_id, now(), related_size),
      ])
      if (!row) throw content.post.refuse('not_found')
      return postPage(withOwnCanonical(row, public_url), await linksOf(db, row.body), related)
    },
    async categoryPosts(_caller, { post_category_id, ...pages }) {
      const categories = await listPostCategories(db)
      const category = categories.find((each) => each.post_category_id === post_category_id)
      if (!category) throw content.categoryPosts.refuse('not_found')
      const list = await load({ post_category_id }, pages)
      const isFront = category === categories[0] && pages.page === 1
      const newest = isFront ? await listNewestOfCategories(db, now(), others_size) : []
      const head = categoryHead(withOwnCanonical(category, public_url), list.rows)
      return postList(head, categories, { ...list, newest }, pages)
    },
    async tagPosts(_caller, { post_tag_id, ...pages }) {
      const [categories, tag] = await Promise.all([
        listPostCategories(db),
        findPostTag(db, post_tag_id),
      ])
      if (!tag) throw content.tagPosts.refuse('not_found')
      const list = await load({ post_tag_id }, pages)
      const head = tagHead(withOwnCanonical(tag, public_url), categories[0], list.rows)
      return postList(head, categories, list, pages)
    },
    async authorPosts(_caller, { uuid, ...pages }) {
      const [categories, author] = await Promise.all([listPostCategories(db), findAuthor(db, uuid)])
      if (!author) throw content.authorPosts.refuse('not_found')
      const list = await load({ author_id: uuid }, pages)
      return postList(authorHead(author, categories[0]), categories, list, pages)
    },
  }
}

/** Whether a tag means that a banner changed, or what it leads to. */
function changesBanners(tag: string): boolean {
  return /^(\*|content|catalog|listing)$|^product:/.test(tag)
}

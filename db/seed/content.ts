import type { DemoData } from '#db/seed/demo-data.ts'
import { advanceSequence, insertRows } from '#db/seed/insert-rows.ts'
import type { SeededCategories } from '#db/seed/categories.ts'
import { bannerPeriod } from '#db/seed/season-banners.ts'
import type { Tx } from '#db/schema.ts'
import { day_ms, startOfDay, vietnamDay, vietnamInstant } from '#pure/vietnam-time.ts'

/** Syllables of Vietnamese that a slow reader reads in a minute. */
const syllables_a_minute = 200
const cover = { image_width: 800, image_height: 450 }

/** Inserts banners, popups, articles and their authors. */
export async function seedContent(
  trx: Tx,
  data: Pick<DemoData, 'banners' | 'popups' | 'authors' | 'news'>,
  { categories }: SeededCategories,
  opened_at: Date,
): Promise<void> {
  await seedBanners(trx, data.banners, categories, opened_at)
  await seedPopups(trx, data.popups, opened_at)
  await insertRows(
    trx,
    'author',
    data.authors.map(({ uuid: author_id, name, bio, image }) => ({ author_id, name, bio, image })),
  )
  await seedPostCategories(trx, data.news)
  await seedPosts(trx, data, opened_at)
}

async function seedBanners(
  trx: Tx,
  banners: DemoData['banners'],
  categories: SeededCategories['categories'],
  opened_at: Date,
): Promise<void> {
  const rows = banners.map(({ category, in_season, not_in_season, ...banner }, position) => ({
    banner_id: position + 1,
    category_id: category === undefined ? null : categories.get(category),
    position,
    image_mobile: null,
    image_mobile_width: null,
    image_mobile_height: null,
    is_active: true,
    ...{ eyebrow: '', button: '', ink: '#14244a' },
    ...bannerPeriod({ ...banner, in_season, not_in_season }, opened_at),
    ...banner,
  }))
  await insertRows(trx, 'banner', rows)
  await advanceSequence(trx, 'banner', 'banner_id')
}

async function seedPopups(trx: Tx, popups: DemoData['popups'], opened_at: Date): Promise<void> {
  const midnight = startOfDay(vietnamDay(opened_at)).getTime()
  const rows = popups.map(({ from_day, to_day, is_active = true, ...popup }, index) => ({
    popup_id: index + 1,
    image_width: 640,
    image_height: 800,
    is_active,
    starts_at: new Date(midnight + from_day * day_ms),
    ends_at: new Date(midnight + to_day * day_ms),
    ...popup,
  }))
  await insertRows(trx, 'popup', rows)
  await advanceSequence(trx, 'popup', 'popup_id')
}

/** Inserts the categories and tags of posts with their addresses: /tin-tuc, /chu-de/iphone. */
async function seedPostCategories(trx: Tx, news: DemoData['news']): Promise<void> {
  const { categories, tags, posts } = news
  await insertRows(
    trx,
    'post_category',
    categories.map(({ name }, index) => ({
      post_category_id: index + 1,
      name,
      position: index,
      image: posts.find(({ category }) => category === name)?.image ?? null,
    })),
  )
  await insertRows(
    trx,
    'post_tag',
    tags.map(({ name }, index) => ({ post_tag_id: index + 1, name })),
  )
  await insertRows(trx, 'slug', [
    ...categories.map(({ path }, index) => slugRow('post_category', index + 1, path)),
    ...tags.map(({ code }, index) => slugRow('post_tag', index + 1, `chu-de/${code}`)),
  ])
  await advanceSequence(trx, 'post_category', 'post_category_id')
  await advanceSequence(trx, 'post_tag', 'post_tag_id')
}

async function seedPosts(
  trx: Tx,
  { news, authors }: Pick<DemoData, 'authors' | 'news'>,
  opened_at: Date,
): Promise<void> {
  const { categories, tags, posts } = news
  const writers = new Map(authors.map(({ code, uuid }) => [code, uuid]))
  const rows = posts.map((post, index) => {
    const body = post.body.join('')
    const published_at = publishedAt(post, opened_at)
    return {
      post_id: index + 1,
      title: post.title,
      post_category_id: 1 + categories.findIndex(({ name }) => name === post.category),
      author_id: writers.get(post.author),
      excerpt: post.excerpt,
      body,
      image: post.image,
      ...cover,
      reading_minutes: readingMinutes(body),
      published_at,
      updated_at: published_at,
    }
  })
  await insertRows(trx, 'post', rows)
  await insertRows(
    trx,
    'slug',
    posts.map(({ path }, index) => slugRow('post', index + 1, path)),
  )
  const members = posts.flatMap((post, index) =>
    post.tags.map((code) => ({
      post_tag_id: 1 + tags.findIndex((tag) => tag.code === code),
      post_id: index + 1,
    })),
  )
  await insertRows(trx, 'post_tag_member', members)
  await advanceSequence(trx, 'post', 'post_id')
}

function slugRow(kind: 'post' | 'post_category' | 'post_tag', entity_id: number, path: string) {
  return { path, kind, entity_id, is_current: true }
}

/**
 * Returns the instant `days_ago` days before the shop opened, at `time` in Vietnam. An article that belongs to a day,
 * such as that of Black Friday 2026, is not published later than on that day.
 */
function publishedAt(
  { days_ago, on, time }: DemoData['news']['posts'][number],
  opened_at: Date,
): Date {
  const day = vietnamDay(opened_at, -days_ago)
  return vietnamInstant(on !== undefined && on < day ? on : day, time)
}

function readingMinutes(body: string): number {
  const syllables = body.replace(/<[^>]*>/g, ' ').split(/\s+/).length
  return Math.max(1, Math.round(syllables / syllables_a_minute))
}

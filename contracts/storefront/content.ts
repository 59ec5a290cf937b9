import { z } from 'zod'
import { Crumb, Meta, Picture } from '#contracts/storefront/catalog.ts'
import { id, page, whole } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

/** A banner or slide of the shop, shown between its start and end date. */
export const Banner = z.object({
  banner_id: z.int(),
  /** The text in the picture, for readers who cannot see it. Empty: pages set the label over the picture. */
  alt: z.string(),
  /** Short text below a slide. A bar separates two lines: "iPhone 18 Pro | Đỏ rượu vang". */
  label: z.string(),
  /** Set over a picture without words: a few words above the label, and what a press does. */
  eyebrow: z.string(),
  button: z.string(),
  /** The colour of these words. */
  ink: z.string(),
  path: z.string(),
  image: Picture,
  /** A version for narrow screens. */
  image_mobile: Picture.nullable(),
})
export type Banner = z.infer<typeof Banner>

/**
 * A popup of contract §3. A page sets title, sentence and button over the picture, in the colour `ink`. A bar separates
 * two lines of the title.
 */
export const EventPopup = z.object({
  id: z.int(),
  title: z.string(),
  sentence: z.string(),
  button: z.string(),
  image: Picture,
  ink: z.string(),
  link: z.string(),
  priority: z.int(),
  is_active: z.boolean(),
  start_date: z.iso.datetime(),
  end_date: z.iso.datetime(),
  /** Paths on which it stays away, parted by bars. */
  exclude_page: z.string(),
})
export type EventPopup = z.infer<typeof EventPopup>

export const PostCard = z.object({
  post_id: z.int(),
  title: z.string(),
  path: z.string(),
  image: Picture.nullable(),
  excerpt: z.string(),
  category: z.object({ name: z.string(), path: z.string() }),
  published_at: z.iso.datetime(),
})
export type PostCard = z.infer<typeof PostCard>

export const Author = z.object({
  uuid: z.uuid(),
  name: z.string(),
  path: z.string(),
  image: Picture.nullable(),
  bio: z.string(),
})

/** A part of a text below one of its headings. Before the first heading, id and title are empty. */
export const Section = z.object({
  /** The anchor of the heading in the page. */
  id: z.string(),
  /** Plain text. */
  title: z.string(),
  /** Rich text by the allow-list of contract §5, already cleaned. */
  html: z.string(),
})
export type Section = z.infer<typeof Section>

export const PostPage = PostCard.extend({
  meta: Meta,
  breadcrumb: z.array(Crumb),
  author: Author,
  tags: z.array(z.object({ name: z.string(), path: z.string() })),
  sections: z.array(Section),
  reading_minutes: z.int(),
  updated_at: z.iso.datetime(),
  /** Products that the body links to, in the same sequence: their cards are shown beside the text. */
  product_ids: z.array(z.int()),
  related: z.array(PostCard),
})
export type PostPage = z.infer<typeof PostPage>

/** A list of posts: of a category, of a tag, by an author, or found by words. */
export const PostList = z.object({
  kind: z.enum(['category', 'tag', 'author', 'search']),
  name: z.string(),
  path: z.string(),
  meta: Meta,
  breadcrumb: z.array(Crumb),
  /** Only for an author's page. */
  author: Author.nullable(),
  categories: z.array(z.object({ name: z.string(), path: z.string() })),
  total: z.int(),
  page: z.int(),
  size: z.int(),
  posts: z.array(PostCard),
  /** The newest articles of the other categories. Only on page 1 of the first category, the news front page. */
  others: z.array(z.object({ name: z.string(), path: z.string(), posts: z.array(PostCard) })),
})
export type PostList = z.infer<typeof PostList>

const notFound = {
  not_found: { status: 404, meaning: 'Nothing is found with this id or name.' },
} as const
const size = whole(1, 50).default(12)

/** Articles, banners and popups. Served under /api/content. */
export const content = {
  banners: operation({
    method: 'GET',
    path: '/v1/banners',
    summary: 'Current banners of one position, in display sequence.',
    access: 'public',
    input: z.object({
      place: z.enum(['hero', 'right', 'category']),
      category_id: id.optional(),
    }),
    output: z.array(Banner),
  }),
  popups: operation({
    method: 'GET',
    path: '/v1/popups',
    summary: 'Popups that run now, those of the highest priority first, at most ten.',
    access: 'public',
    input: z.object({}),
    output: z.array(EventPopup),
  }),
  latestPosts: operation({
    method: 'GET',
    path: '/v1/posts/latest',
    summary: 'The newest articles: of the shop, or of the category at a path.',
    access: 'public',
    input: z.object({ size, category: z.string().max(300).optional() }),
    output: z.array(PostCard),
  }),
  postCategories: operation({
    method: 'GET',
    path: '/v1/posts/categories',
    summary: 'The categories of articles; the first is the front page of the news.',
    access: 'public',
    input: z.object({}),
    output: z.array(z.object({ name: z.string(), path: z.string() })),
  }),
  post: operation({
    method: 'GET',
    path: '/v1/post',
    summary: 'One article.',
    access: 'public',
    input: z.object({ post_id: id }),
    output: PostPage,
    refusals: notFound,
  }),
  categoryPosts: operation({
    method: 'GET',
    path: '/v1/posts/category',
    summary: 'Articles of a category, newest first.',
    access: 'public',
    input: z.object({ post_category_id: id, page: page.default(1), size }),
    output: PostList,
    refusals: notFound,
  }),
  tagPosts: operation({
    method: 'GET',
    path: '/v1/posts/tag',
    summary: 'Articles with a tag, newest first.',
    access: 'public',
    input: z.object({ post_tag_id: id, page: page.default(1), size }),
    output: PostList,
    refusals: notFound,
  }),
  authorPosts: operation({
    method: 'GET',
    path: '/v1/posts/author',
    summary: 'Articles by an author, newest first.',
    access: 'public',
    input: z.object({ uuid: z.uuid(), page: page.default(1), size }),
    output: PostList,
    refusals: notFound,
  }),
}

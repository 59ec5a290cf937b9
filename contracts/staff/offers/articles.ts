import { z } from 'zod'
import { flag, id, line, page, requiredLine, stateCounts, whole } from '#contracts/fields.ts'
import { Picture, pictureOperations } from '#contracts/staff/pictures.ts'
import { path_taken } from '#contracts/staff/offers/path-taken.ts'
import { operation } from '#pure/contract.ts'

/** Prepared only; shown from a time on; shown; shown while a change of it is being prepared. */
export const ArticleState = z.enum(['draft', 'scheduled', 'published', 'changed'])
export type ArticleState = z.infer<typeof ArticleState>

/** The name of a text among those that staff edit: bai-12 is the post 12, trang-3 the static page 3 (decision 276). */
const article_code = z.string().regex(/^(bai|trang)-[1-9]\d{0,14}$/)

/** Everything that staff write about an article or a static page (contract §2, §3). */
export const ArticleContent = z.object({
  title: requiredLine(200, 'Cần có tiêu đề.'),
  /** Without a leading slash. */
  path: z
    .string()
    .regex(
      /^[a-z0-9-]{1,160}(\/[a-z0-9-]{1,160}){0,2}$/,
      'Địa chỉ chỉ có chữ thường không dấu, số và gạch nối.',
    ),
  /** An article has a category and an author, a static page has none. */
  post_category_id: id.nullable().default(null),
  author_id: z.uuid('Chọn tác giả.').nullable().default(null),
  /** Whether the footer names the static page. */
  is_in_footer: flag.default(true),
  /** Names with commas between them. A new one becomes a tag when the article is published. */
  tags: line(300).default(''),
  /** The address of the cover; empty: none. */
  image: z.string().max(300).default(''),
  excerpt: line(400),
  /** Rich text by the allow-list of contract §5, in the classes of decision 260. */
  body: z.string().max(200_000, 'Bài dài quá 200.000 ký tự.'),
  meta_title: line(120),
  meta_description: line(300),
  meta_keyword: line(200),
  /** A path of this shop, or its full address; empty: the article's own. */
  canonical_tag: line(300),
  meta_index: flag,
  meta_follow: flag,
})
export type ArticleContent = z.infer<typeof ArticleContent>

const ArticleRow = z.object({
  code: article_code,
  title: z.string(),
  path: z.string(),
  category: z.string(),
  author: z.string(),
  state: ArticleState,
  /** When it was published first, or will be. */
  at: z.iso.datetime().nullable(),
  changed_at: z.iso.datetime(),
  changed_by: z.string().nullable(),
})
export type ArticleRow = z.infer<typeof ArticleRow>

/** A static page in its list. */
const PageRow = ArticleRow.omit({ category: true, author: true }).extend({
  is_in_footer: z.boolean(),
})
export type PageRow = z.infer<typeof PageRow>

const named = z.object({ value: z.string(), title: z.string() })
const Choices = z.object({ categories: z.array(named), authors: z.array(named) })
export type ArticleChoices = z.infer<typeof Choices>

const ArticleVersion = z.object({
  number: z.int(),
  title: z.string(),
  published_at: z.iso.datetime(),
  staff_name: z.string(),
})

/** A line of a comparison: kept, added or removed. A gap stands for lines that are the same. */
const ComparedLine = z.object({
  kind: z.enum(['same', 'added', 'removed', 'gap']),
  text: z.string(),
})
export type ComparedLine = z.infer<typeof ComparedLine>

/** What a field was in a version and is now. */
const ComparedField = z.object({ label: z.string(), before: z.string(), after: z.string() })

const Comparison = z.object({
  number: z.int(),
  fields: z.array(ComparedField),
  lines: z.array(ComparedLine),
})
export type ArticleComparison = z.infer<typeof Comparison>

/** A figure of the shop's rules that the text of a static page may name: {free_from} (decision 263). */
const PageFigure = z.object({ name: z.string(), means: z.string() })

const StoredArticle = Choices.extend({
  code: article_code,
  kind: z.enum(['article', 'page']),
  state: ArticleState,
  is_active: z.boolean(),
  /** What the form shows: the draft, or what is published. */
  content: ArticleContent.extend({
    post_category_id: z.int().nullable(),
    author_id: z.string().nullable(),
    ...{ tags: z.string(), image: z.string() },
    is_in_footer: z.boolean(),
    meta_index: z.boolean(),
    meta_follow: z.boolean(),
  }),
  /** Of a static page: the figures that it may name. */
  figures: z.array(PageFigure),
  has_draft: z.boolean(),
  publish_at: z.iso.datetime().nullable(),
  published_at: z.iso.datetime().nullable(),
  /** The path of the page of shoppers; null: none yet. */
  live_path: z.string().nullable(),
  /** The path of the preview while it is open. */
  preview_path: z.string().nullable(),
  preview_until: z.iso.datetime().nullable(),
  pictures: z.array(Picture.extend({ src: z.string() })),
  versions: z.array(ArticleVersion),
  comparison: Comparison.nullable(),
  version: z.int(),
  may_edit: z.boolean(),
  may_publish: z.boolean(),
})
export type StoredArticle = z.infer<typeof StoredArticle>

/** A time of Vietnam as a browser's field sends it; empty: none. */
const localTime = z
  .string()
  .regex(/^(20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d)?$/)
  // A parser takes 30 February for 2 March.
  .refine((time) => time === '' || z.iso.date().safeParse(time.slice(0, 10)).success)

const version = whole(0, 2_147_483_647)
const seeing = { access: 'staff', permission: 'content.see' } as const
const editing = { access: 'staff', permission: 'content.edit' } as const
const publishing = { access: 'staff', permission: 'content.publish' } as const
const not_found = {
  article_not_found: { status: 404, meaning: 'There is no such article.' },
} as const
const refusals = {
  ...not_found,
  article_changed: { status: 409, meaning: 'Somebody has changed the article meanwhile.' },
} as const
const content_refused = {
  status: 422,
  meaning: 'Something in the article is missing or wrong.',
  data: z.object({
    reason: z.enum([
      'picture_without_words',
      'unknown_picture',
      'unknown_product',
      'video',
      'choice',
      'unknown_figure',
      'page_path',
      'footer_needed',
    ]),
    /** The words or address at which it is. */
    at: z.string(),
  }),
} as const
const saved = z.object({ version: z.int() })

/** Articles and static pages as staff write, prepare and publish them (decisions 261, 276). */
export const articles = {
  ...pictureOperations({
    path: '/articles',
    see: 'content.see',
    change: 'content.edit',
    scopes: ['all'],
  }),
  articles: operation({
    ...seeing,
    method: 'GET',
    path: '/articles',
    summary: 'All articles: those that were changed last first.',
    input: z.object({
      q: line(80).optional().catch(undefined),
      state: ArticleState.optional().catch(undefined),
      category: id.optional().catch(undefined),
      author: z.uuid().optional().catch(undefined),
      sort: z.enum(['title', 'published']).optional().catch(undefined),
      page: page.optional().catch(undefined),
    }),
    output: Choices.extend({
      rows: z.array(ArticleRow),
      has_next: z.boolean(),
      counts: stateCounts(ArticleState),
      may_edit: z.boolean(),
    }),
  }),
  articleForm: operation({
    ...editing,
    method: 'GET',
    path: '/articles/form',
    summary: 'What a new article can be: categories and authors.',
    input: z.object({}),
    output: Choices,
  }),
  article: operation({
    ...seeing,
    method: 'GET',
    path: '/articles/one',
    summary: 'An article with its draft, its versions and, if asked, a version compared with it.',
    input: z.object({ code: line(60), compared: whole(1, 1_000_000).optional().catch(undefined) }),
    output: StoredArticle,
    refusals: not_found,
  }),
  createArticle: operation({
    ...editing,
    method: 'POST',
    path: '/articles/create',
    summary: 'Begin an article, as a draft.',
    input: ArticleContent.pick({ title: true }).extend({
      post_category_id: id,
      author_id: z.uuid('Chọn tác giả.'),
    }),
    output: z.object({ code: article_code }),
    refusals: { content_refused },
  }),
  pages: operation({
    ...seeing,
    method: 'GET',
    path: '/articles/pages',
    summary: 'All static pages in the sequence of the footer.',
    input: z.object({ q: line(80).optional().catch(undefined) }),
    output: z.object({ rows: z.array(PageRow), may_edit: z.boolean() }),
  }),
  createPage: operation({
    ...editing,
    method: 'POST',
    path: '/articles/pages/create',
    summary: 'Begin a static page, as a draft.',
    input: ArticleContent.pick({ title: true }),
    output: z.object({ code: article_code }),
  }),
  saveArticle: operation({
    ...editing,
    method: 'POST',
    path: '/articles/draft',
    summary:
      'Keep what was written as the draft. What shoppers see stays; a time for it is taken back.',
    input: ArticleContent.extend({ code: article_code, version }),
    output: saved,
    refusals: { ...refusals, path_taken, content_refused },
  }),
  publishArticle: operation({
    ...publishing,
    method: 'POST',
    path: '/articles/publish',
    summary: 'Show what was written to everybody: now, or at a time.',
    input: ArticleContent.extend({
      code: article_code,
      version,
      /** Empty: now. */
      publish_at: localTime,
    }),
    output: saved,
    refusals: {
      ...refusals,
      path_taken,
      content_refused,
      time_passed: { status: 422, meaning: 'The time is not in the future.' },
    },
  }),
  withdrawArticle: operation({
    ...publishing,
    method: 'POST',
    path: '/articles/withdraw',
    summary: 'Take the article away from shoppers. It stays as a draft.',
    input: z.object({ code: article_code, version }),
    output: saved,
    refusals: {
      ...refusals,
      page_needed: {
        status: 409,
        meaning: 'The checkout or messages of the shop lead to the page.',
      },
    },
  }),
  discardDraft: operation({
    ...editing,
    method: 'POST',
    path: '/articles/discard',
    summary: 'Forget what was prepared: the form shows again what shoppers see.',
    input: z.object({ code: article_code, version }),
    output: saved,
    refusals,
  }),
  restoreVersion: operation({
    ...editing,
    method: 'POST',
    path: '/articles/restore',
    summary: 'Make a former version the draft.',
    input: z.object({ code: article_code, version, number: whole(1, 1_000_000) }),
    output: saved,
    refusals,
  }),
  openPreview: operation({
    ...editing,
    method: 'POST',
    path: '/articles/preview',
    summary: 'Make a new secret link to the draft, for seven days. The former one ends.',
    input: z.object({ code: article_code, version }),
    output: saved,
    refusals,
  }),
}

import type { ColumnType, Generated } from 'kysely'

/** A jsonb column: read as data, written as JSON text by the driver. */
type Json<T> = ColumnType<T, string, string>

/** One condition of a need: an attribute within bounds or one of some values, or a price within bounds. */
export type NeedCondition =
  | { attribute: string; min?: number; max?: number; any?: string[]; is?: boolean }
  | { price_min?: number; price_max?: number }

interface Need {
  need_id: Generated<number>
  code: string
  category_id: number
  name: string
  icon: string
  conditions: Json<NeedCondition[]>
  words: Generated<string[]>
  position: Generated<number>
}

interface Faq {
  faq_id: Generated<number>
  kind: 'category' | 'product' | 'tag' | 'brand'
  entity_id: number
  position: number
  question: string
  answer: string
}

interface Synonym {
  synonym_id: Generated<number>
  words: string
  means: string
}

interface TrendingTerm {
  term: string
  position: number
}

interface PostCategory {
  post_category_id: Generated<number>
  name: string
  position: Generated<number>
  meta_title: Generated<string>
  meta_description: Generated<string>
  meta_keyword: Generated<string>
  canonical_tag: Generated<string>
  meta_thumbnail: string | null
  meta_index: Generated<boolean>
  meta_follow: Generated<boolean>
  image: string | null
}

interface Author {
  author_id: string
  name: string
  bio: Generated<string>
  image: string | null
  meta_title: Generated<string>
  meta_description: Generated<string>
  meta_keyword: Generated<string>
  meta_thumbnail: string | null
}

interface Post {
  code: Generated<string>
  post_id: Generated<number>
  title: string
  post_category_id: number
  author_id: string
  excerpt: Generated<string>
  body: string
  image: string | null
  image_width: number | null
  image_height: number | null
  reading_minutes: Generated<number>
  is_active: Generated<boolean>
  published_at: Date
  updated_at: Date
  meta_title: Generated<string>
  meta_description: Generated<string>
  meta_keyword: Generated<string>
  canonical_tag: Generated<string>
  meta_thumbnail: string | null
  meta_index: Generated<boolean>
  meta_follow: Generated<boolean>
}

interface PostTag {
  post_tag_id: Generated<number>
  name: string
  meta_title: Generated<string>
  meta_description: Generated<string>
  meta_keyword: Generated<string>
  canonical_tag: Generated<string>
  meta_thumbnail: string | null
  meta_index: Generated<boolean>
  meta_follow: Generated<boolean>
}

interface PostTagMember {
  post_tag_id: number
  post_id: number
}

interface Banner {
  code: Generated<string>
  banner_id: Generated<number>
  place: 'hero' | 'right' | 'category'
  category_id: number | null
  position: Generated<number>
  label: Generated<string>
  eyebrow: Generated<string>
  button: Generated<string>
  ink: Generated<string>
  alt: string
  path: string
  image: string
  image_width: number
  image_height: number
  image_blur: string | null
  image_mobile: string | null
  image_mobile_width: number | null
  image_mobile_height: number | null
  starts_at: Date | null
  ends_at: Date | null
  is_active: Generated<boolean>
  version: Generated<number>
  changed_at: Generated<Date>
  changed_by: string | null
}

interface Popup {
  code: Generated<string>
  popup_id: Generated<number>
  title: string
  sentence: Generated<string>
  button: string
  image: string
  image_width: number
  image_height: number
  ink: Generated<string>
  link: string
  priority: Generated<number>
  is_active: Generated<boolean>
  starts_at: Date
  ends_at: Date
  exclude_page: Generated<string>
  version: Generated<number>
  changed_at: Generated<Date>
  changed_by: string | null
}

/** What a root address names. A landing page has one of its own, and may have one for each of two phases. */
export type SlugKind =
  | 'product'
  | 'category'
  | 'post'
  | 'post_category'
  | 'post_tag'
  | 'repair_service'
  | 'landing_page'
  | 'landing_teasing'
  | 'landing_dday'
  | 'static_page'

interface LandingPage {
  landing_page_id: Generated<number>
  code: string
  name: string
  layout: 'landing-page' | 'hide-footer'
  theme: 'night' | 'tet' | 'rose' | 'sky' | 'sun' | 'peach' | 'cream' | 'mint' | 'lilac'
  is_active: Generated<boolean>
  teasing_at: Date | null
  starts_at: Date | null
  dday_at: Date | null
  dday_ends_at: Date | null
  ends_at: Date | null
  recurs: Generated<'never' | 'yearly' | 'tet' | 'black-friday'>
  /** As contracts/storefront/landing/blocks.ts describes them. */
  blocks: ColumnType<readonly unknown[], string | undefined, string>
  draft_blocks: ColumnType<readonly unknown[] | null, string | null, string | null>
  draft_at: Date | null
  preview_key: Generated<string>
  meta_title: Generated<string>
  meta_description: Generated<string>
  meta_keyword: Generated<string>
  canonical_tag: Generated<string>
  meta_thumbnail: string | null
  meta_index: Generated<boolean>
  meta_follow: Generated<boolean>
  version: Generated<number>
  changed_at: Generated<Date>
  changed_by: string | null
}

interface StaticPage {
  static_page_id: Generated<number>
  code: string
  title: string
  summary: Generated<string>
  body: string
  position: Generated<number>
  is_in_footer: Generated<boolean>
  is_active: Generated<boolean>
  changed_at: Generated<Date>
  meta_title: Generated<string>
  meta_description: Generated<string>
  meta_keyword: Generated<string>
  canonical_tag: Generated<string>
  meta_thumbnail: string | null
  meta_index: Generated<boolean>
  meta_follow: Generated<boolean>
}

interface RedirectRule {
  redirect_rule_id: Generated<number>
  path: string
  is_prefix: Generated<boolean>
  target: string
  status: Generated<301 | 302>
  is_external: Generated<boolean>
  is_active: Generated<boolean>
  note: Generated<string>
  version: Generated<number>
  changed_at: Generated<Date>
  changed_by: string | null
}

/** What staff prepare about an article (decision 261): content as contracts/staff/offers/articles.ts describes it. */
interface ContentEdit {
  code: string
  version: Generated<number>
  draft: ColumnType<unknown, string | null, string | null>
  publish_at: Date | null
  preview_key: string | null
  preview_until: Date | null
  changed_at: Date
  changed_by: string
}

interface ContentVersion {
  code: string
  number: number
  content: ColumnType<unknown, string, never>
  published_at: Date
  staff_name: string
}

/**
 * Tables of the texts about products (needs, FAQ, synonyms), of posts and static pages, banners, popups, landing pages,
 * redirects.
 */
export interface ContentTables {
  author: Author
  banner: Banner
  content_edit: ContentEdit
  content_version: ContentVersion
  landing_page: LandingPage
  redirect_rule: RedirectRule
  static_page: StaticPage
  popup: Popup
  faq: Faq
  need: Need
  post: Post
  post_category: PostCategory
  post_tag: PostTag
  post_tag_member: PostTagMember
  synonym: Synonym
  trending_term: TrendingTerm
}

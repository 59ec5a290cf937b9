import type { Services } from '#contracts/all.ts'
import type { Caller } from '#pure/contract.ts'
import type { ShownRefusal } from '#storefront/runtime/shown-refusal.ts'

/** What the shop calls itself, from config: for headings, footers and titles. */
export interface ShopIdentity {
  name: string
  hotline: string
  public_url: string
  is_demo: boolean
  company: { name: string; address: string; tax_code: string; registration: string; email: string }
  moit_notice_url: string | null
  /** Other hosts whose pictures are shown through the picture service (IMAGE_HOSTS). */
  picture_hosts?: Readonly<Record<string, string>>
}

/** What a page's server half is given. Nothing here tells who reads, so the answer can be cached. */
export interface PublicContext {
  url: URL
  params: Readonly<Record<string, string | undefined>>
  province_id: number
  services: Services
  shop: ShopIdentity
  now: Date
}

/** The same with the owner of cart and orders: only pages that are never cached get it. */
export interface PersonalContext extends PublicContext {
  caller: Caller
}

/**
 * What an action gives back: go on elsewhere, or stay with something to tell the page. Elsewhere is
 * an address of this shop; another site (a gateway's page) only where `is_external` allows it.
 */
export type ActionAnswer = { redirect: string; is_external?: boolean } | { data: unknown }

type Action = (context: PersonalContext, form: FormData) => Promise<ActionAnswer>

/** The server half of a page. `actions` are told apart by the form field `intent`. */
export interface PageServer<Data = unknown> {
  cache: 'public' | 'personal'
  loader(context: PersonalContext): Promise<Data | Detour>
  actions: Readonly<Record<string, Action>>
  /** What a public page was made of; null: nobody said, so every change removes it from the cache. */
  tags(data: Data): readonly string[] | null
  /** What the page tells search engines in schema.org's words: it stands in the HTML, no script sees it. */
  structured(data: Data, shop: ShopIdentity): object | null
}

/** A loader may answer with another page, a redirect, or "not here". */
export interface Detour {
  detour: { page: string; data: unknown } | { redirect: string; status: 301 | 302 } | 'not_found'
}

/** Another page's component for this address (the root slugs use it). */
export function showPage(page: string, data: unknown): Detour {
  return { detour: { page, data } }
}
/** Send the browser elsewhere on this shop. */
export function moved(redirect: string, status: 301 | 302 = 302): Detour {
  return { detour: { redirect, status } }
}
/** There is no such page: the not-found screen with status 404. */
export const notFound: Detour = { detour: 'not_found' }

/**
 * A page that anybody sees alike: its loader cannot reach the caller, by type and by value. `tags`
 * names what it was made of (`product:12`, `category:3`, `listing`, `content`, `locations`), so that
 * a change of it removes the kept bytes; all pages hang on `catalog` and `locations` by their frame.
 */
export function publicPage<Data>(page: {
  loader: (context: PublicContext) => Promise<Data | Detour>
  tags?: (data: Data) => readonly string[]
  structured?: (data: Data, shop: ShopIdentity) => object | null
}): PageServer<Data> {
  return {
    cache: 'public',
    loader: page.loader,
    actions: {},
    tags: (data) => page.tags?.(data) ?? null,
    structured: (data, shop) => page.structured?.(data, shop) ?? null,
  }
}

/** A page about the caller's own things. */
export function personalPage<Data>(page: {
  loader: (context: PersonalContext) => Promise<Data | Detour>
  actions?: Readonly<Record<string, Action>>
}): PageServer<Data> {
  return {
    cache: 'personal',
    loader: page.loader,
    actions: page.actions ?? {},
    tags: () => null,
    structured: () => null,
  }
}

/** Head of a page (contract §2, §3). Paths are without host. */
export interface PageMeta {
  title: string
  description?: string
  keywords?: string
  canonical_path?: string
  image?: string | null
  /** What a link to it shows (Open Graph); default: website. */
  og_type?: 'article' | 'product'
  /** Default: index, follow. */
  robots?: string
}

/** Words for each wrong field of a form, by field name. */
export type FieldProblems = Record<string, string>

/** What a form hears after it was sent and not accepted. */
export interface FormAnswer {
  refusal: (ShownRefusal & { message: string }) | null
  problems: FieldProblems
  /** What was typed, so that nothing is lost without JavaScript. */
  values: Record<string, string>
}

import type { Services } from '#contracts/all.ts'
import type { Layout } from '#storefront/addresses/address.ts'
import type { Caller } from '#pure/contract.ts'
import type { ShownRefusal } from '#storefront/runtime/shown-refusal.ts'

/** Name and company of the shop, from config: for headings, footers and titles. */
export interface ShopIdentity {
  name: string
  hotline: string
  /** When somebody answers it. */
  hotline_hours: string
  public_url: string
  /** The member site, where accounts are kept safe. */
  member_url: string
  is_demo: boolean
  company: { name: string; address: string; tax_code: string; registration: string; email: string }
  moit_notice_url: string | null
  /** The official account of Zalo that shoppers may write to. */
  zalo_oa_id?: string
  /** The tag manager of a live shop; visitors load it after they agreed. */
  gtm_id?: string
  /** Other hosts whose pictures the picture service serves (IMAGE_HOSTS). */
  picture_hosts?: Readonly<Record<string, string>>
}

/** The input of a page's server module. It contains nothing about the visitor, so the page can be cached. */
export interface PublicContext {
  url: URL
  params: Readonly<Record<string, string | undefined>>
  province_id: number
  services: Services
  shop: ShopIdentity
  now: Date
}

/** The same with the caller, who owns cart and orders. Only pages that are never cached get it. */
export interface PersonalContext extends PublicContext {
  caller: Caller
}

/**
 * The result of an action: a redirect, or data for the page that sent the form. A redirect leads to an address of this
 * shop; to another site (the page of a payment gateway) only with `is_external`.
 */
type ActionAnswer = { redirect: string; is_external?: boolean } | { data: unknown }

type Action = (context: PersonalContext, form: FormData) => Promise<ActionAnswer>

/** The server module of a page. The form field `intent` selects the action. */
export interface PageServer<Data = unknown> {
  cache: 'public' | 'personal'
  loader(context: PersonalContext): Promise<Data | Detour>
  actions: Readonly<Record<string, Action>>
  /** Tags of the data that a public page depends on. Null: not declared, so every change removes it from the cache. */
  tags(data: Data): readonly string[] | null
  /** The schema.org data for search engines. It is only in the HTML; scripts do not get it. */
  structured(data: Data, shop: ShopIdentity): object | null
}

/** A loader may return another page, a redirect, or "not found" instead of data. */
export interface Detour {
  detour:
    | { page: string; data: unknown; layout?: Layout }
    | { redirect: string; status: 301 | 302 }
    | 'not_found'
}

/** Shows another page at this address (used by the root slugs). */
export function showPage(page: string, data: unknown, layout?: Layout): Detour {
  return { detour: { page, data, ...(layout === undefined ? {} : { layout }) } }
}
/** Redirects to another address of this shop. */
export function moved(redirect: string, status: 301 | 302 = 302): Detour {
  return { detour: { redirect, status } }
}
/** Shows the not-found screen with status 404. */
export const notFound: Detour = { detour: 'not_found' }

/**
 * A page that is the same for all visitors: its loader has no access to the caller, by type and by value. `tags`
 * lists the data that it depends on (`product:12`, `category:3`, `listing`, `content`, `locations`). A change of that
 * data removes the page from the cache. All pages depend on `catalog` and `locations` through their layout.
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

/** A page that depends on the caller. It is never cached. */
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
  /** The Open Graph type of the page. Default: website. */
  og_type?: 'article' | 'product'
  /** Default: index, follow. */
  robots?: string
}

/** A message for each invalid field of a form, by field name. */
export type FieldProblems = Record<string, string>

/** The answer to a form that was not accepted. */
export interface FormAnswer {
  refusal: (ShownRefusal & { message: string }) | null
  problems: FieldProblems
  /** The entered values, so that nothing is lost without JavaScript. */
  values: Record<string, string>
}

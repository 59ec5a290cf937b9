import { z } from 'zod'
import { id } from '#contracts/fields.ts'
import { PreviewNote } from '#contracts/storefront/articles/preview-note.ts'
import { Crumb, Meta } from '#contracts/storefront/catalog.ts'
import { Section } from '#contracts/storefront/content.ts'
import { operation } from '#pure/contract.ts'

/** A link to a static page. `code` says which it is, whatever its title and address are. */
export const StaticLink = z.object({ code: z.string(), name: z.string(), path: z.string() })
export type StaticLink = z.infer<typeof StaticLink>

export const StaticPage = StaticLink.extend({
  summary: z.string(),
  /** The text with the figures of the rules in force. What the shop says about itself still stands as {hotline}. */
  sections: z.array(Section),
  changed_at: z.iso.datetime(),
  /** Products that the text links to: its blocks show their prices. */
  product_ids: z.array(z.int()),
  meta: Meta,
  breadcrumb: z.array(Crumb),
})
export type StaticPage = z.infer<typeof StaticPage>

/** Static pages: the shop's policies and its other fixed texts (contract §2, §3). Served under /api/content. */
export const staticPages = {
  page: operation({
    method: 'GET',
    path: '/v1/page',
    summary: 'A static page with the figures of the rules in force.',
    access: 'public',
    input: z.object({ static_page_id: id }),
    output: StaticPage,
    refusals: { not_found: { status: 404, meaning: 'There is no such static page.' } },
  }),
  pagePreview: operation({
    method: 'GET',
    path: '/v1/page/preview',
    summary: 'A static page as it is being prepared, for whoever has its secret link.',
    access: 'public',
    input: z.object({ preview_key: z.string().regex(/^[0-9a-f]{64}$/) }),
    output: z.object({ page: StaticPage, note: PreviewNote }),
    refusals: { not_found: { status: 404, meaning: 'There is nothing to show, or no longer.' } },
  }),
  links: operation({
    method: 'GET',
    path: '/v1/pages',
    summary: 'The static pages that the footer names, in its sequence.',
    access: 'public',
    input: z.object({}),
    output: z.array(StaticLink),
  }),
}

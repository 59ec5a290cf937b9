import type { FastifyInstance } from 'fastify'
import type { Services } from '#contracts/all.ts'
import { setPictureHosts } from '#storefront/commerce/pictures/picture-hosts.ts'
import { serveBookingCalendar } from '#storefront/pages/cart/booking/serve-booking-calendar.ts'
import { serveReturnPictures } from '#storefront/pages/cart/return/serve-return-pictures.ts'
import { serveLoanPapers } from '#storefront/pages/loan-application/serve-loan-papers.ts'
import { serveArticlePictures } from '#storefront/pages/post/serve-article-pictures.ts'
import { serveCardPictures } from '#storefront/pages/smember/cards/serve-card-pictures.ts'
import { serveMemberData } from '#storefront/pages/smember/profile/serve-member-data.ts'
import { serveReviewPictures } from '#storefront/pages/talk/own-review/serve-review-pictures.ts'
import { serveUsedPictures } from '#storefront/pages/used/device/serve-used-pictures.ts'
import { buildOf } from '#storefront/runtime/assets.ts'
import type { StorefrontDeps } from '#storefront/runtime/public-render.ts'
import { createStorefront, type FromClient } from '#storefront/runtime/server.tsx'
import { registerSeo, type SeoDeps } from '#storefront/seo/serve-seo.ts'

interface Deps extends StorefrontDeps, Pick<SeoDeps, 'cacheFile'> {
  /** The services for the requests of one IP address, with its rate limits. */
  servicesFor: (ip: string) => Services
  /** Who sends a file, for the limits of uploads. */
  senderOf: (request: { ip: string }) => string | null
}

/** Registers the files for crawlers and those of pages: pictures and papers. Returns what answers the pages. */
export async function registerStorefront(fastify: FastifyInstance, deps: Deps) {
  const { shop, assets, servicesFor } = deps
  setPictureHosts(shop.picture_hosts ?? {})
  registerSeo(fastify, { ...deps, build_id: buildOf(assets).id })
  const { handle, ...storefront } = await createStorefront(deps)
  await registerPageFiles(fastify, { ...deps, public_url: shop.public_url })
  return {
    ...storefront,
    handle: (request: Request, ip: string, inTurn: FromClient['inTurn']) =>
      handle(request, { services: servicesFor(ip), ip, inTurn }),
  }
}

type PageFileDeps = Pick<Deps, 'servicesFor' | 'senderOf' | 'now'> & { public_url: string }

/** Takes in the pictures that shoppers send on pages, and serves what pages show or offer besides their HTML. */
async function registerPageFiles(fastify: FastifyInstance, deps: PageFileDeps): Promise<void> {
  await serveReturnPictures(fastify, deps)
  await serveReviewPictures(fastify, deps)
  await serveCardPictures(fastify, deps)
  await serveLoanPapers(fastify, deps)
  serveUsedPictures(fastify, deps.servicesFor)
  serveArticlePictures(fastify, deps.servicesFor)
  serveMemberData(fastify, deps.servicesFor)
  serveBookingCalendar(fastify, deps)
}

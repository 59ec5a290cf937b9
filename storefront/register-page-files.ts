import type { FastifyInstance } from 'fastify'
import type { Services } from '#contracts/all.ts'
import { serveBookingCalendar } from '#storefront/pages/cart/booking/serve-booking-calendar.ts'
import { serveReturnPictures } from '#storefront/pages/cart/return/serve-return-pictures.ts'
import { serveLoanPapers } from '#storefront/pages/loan-application/serve-loan-papers.ts'
import { serveArticlePictures } from '#storefront/pages/post/serve-article-pictures.ts'
import { serveCardPictures } from '#storefront/pages/smember/cards/serve-card-pictures.ts'
import { serveMemberData } from '#storefront/pages/smember/profile/serve-member-data.ts'
import { serveReviewPictures } from '#storefront/pages/talk/own-review/serve-review-pictures.ts'
import { serveUsedPictures } from '#storefront/pages/used/device/serve-used-pictures.ts'

interface PageFileDeps {
  /** The services for the requests of one IP address. */
  servicesFor: (ip: string) => Services
  public_url: string
  now: () => Date
  /** Who sends a file, for the limits of uploads. */
  senderOf: (request: { ip: string }) => string | null
}

/** Takes in the pictures that shoppers send on pages, and serves what pages show or offer besides their HTML. */
export async function registerPageFiles(fastify: FastifyInstance, deps: PageFileDeps) {
  await serveReturnPictures(fastify, deps)
  await serveReviewPictures(fastify, deps)
  await serveCardPictures(fastify, deps)
  await serveLoanPapers(fastify, deps)
  serveUsedPictures(fastify, deps.servicesFor)
  serveArticlePictures(fastify, deps.servicesFor)
  serveMemberData(fastify, deps.servicesFor)
  serveBookingCalendar(fastify, deps)
}

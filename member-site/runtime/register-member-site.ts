import type { FastifyInstance } from 'fastify'
import { demoIssuerRoutes } from '#member-site/demo-issuer/demo-issuer-routes.tsx'
import { oidcRoutes } from '#member-site/oidc/oidc-routes.tsx'
import { addedRoutes } from '#member-site/pages/added-routes.tsx'
import { accountRoutes } from '#member-site/pages/account-routes.tsx'
import { confirmRoutes } from '#member-site/pages/confirm-routes.tsx'
import { identityRoutes } from '#member-site/pages/identities/identity-routes.tsx'
import { emailRoutes } from '#member-site/pages/email-routes.tsx'
import { passkeyRoutes } from '#member-site/pages/passkey-routes.tsx'
import { mergeRoutes } from '#member-site/pages/merge-routes.tsx'
import { phoneRoutes } from '#member-site/pages/phone-routes.tsx'
import { signInRoutes } from '#member-site/pages/sign-in-routes.tsx'
import { builtMemberAssets } from '#member-site/runtime/assets.ts'
import { ownCookie } from '#member-site/runtime/cookies.ts'
import { nameDevice } from '#member-site/runtime/device.ts'
import type { MemberSiteDeps } from '#member-site/runtime/site.ts'
import { isSameOrigin } from '#pure/same-origin.ts'

/**
 * Serves the member site on a server of its own. app.ts imports this file at the first request for its host: a shop
 * that nobody signs in to does not pay for it.
 */
export function registerMemberSite(fastify: FastifyInstance, deps: MemberSiteDeps): void {
  const { member_url, is_dev } = deps
  const site = {
    ...deps,
    assets: is_dev ? ({ kind: 'dev' } as const) : builtMemberAssets(),
    session: ownCookie(member_url, 'smember'),
    asked: ownCookie(member_url, 'smember-code'),
    device: ownCookie(member_url, 'smember-device'),
    attempt: ownCookie(member_url, 'smember-passkey'),
    identity: ownCookie(member_url, 'smember-identity'),
  }
  void fastify.register(async (pages) => {
    pages.addHook('onRequest', async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      // A form of another site must not sign anybody in or out (T8, T16).
      const { origin, 'sec-fetch-site': from } = request.headers
      const is_ours = isSameOrigin({ site: from?.toString(), origin }, member_url)
      if (request.method !== 'GET' && !is_ours) return reply.code(403).send('')
      nameDevice(site, request, reply)
      return undefined
    })
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    signInRoutes(pages, site)
    accountRoutes(pages, site)
    addedRoutes(pages, site)
    passkeyRoutes(pages, site)
    confirmRoutes(pages, site)
    phoneRoutes(pages, site)
    mergeRoutes(pages, site)
    identityRoutes(pages, site)
    if (site.demo_issuer !== null) demoIssuerRoutes(pages, site, site.demo_issuer)
    emailRoutes(pages, site)
  })
  oidcRoutes(fastify, site)
}

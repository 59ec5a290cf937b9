import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { oidc_paths, ownNext, paths, withNext } from '#member-site/addresses/paths.ts'
import { openProvider } from '#member-site/oidc/open-provider.ts'
import { memberPage } from '#member-site/pages/document.tsx'
import { withoutCookie } from '#member-site/runtime/cookies.ts'
import { memberOf, queryOf, type Routes, type Site } from '#member-site/runtime/site.ts'
import { buttonClass } from '#web/ui/button.ts'

/** How long a process uses the keys that it has read. A new key signs a day after it was made. */
const keys_last_ms = 3_600_000

/** The OpenID provider. It reads bodies itself, so nothing parses them before. */
export const oidcRoutes: Routes = (fastify, site) => {
  const providerOf = cachedProvider(site)
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.get(oidc_paths.authorization, async (request, reply) => {
      const member = await memberOf(site, request)
      if (member === null && queryOf(request, 'prompt') !== 'none') {
        return reply.redirect(withNext(paths.sign_in, ownNext(request.url, site.member_url)), 303)
      }
      if (member === null) forgetSession(site, request)
      return hand(site, await providerOf(), request, reply)
    })
    scope.get(oidc_paths.end_session, async (request, reply) => {
      // Nobody is signed in here any more: there is nothing to ask.
      if ((await memberOf(site, request)) === null)
        return reply.redirect(`${site.public_url}/`, 303)
      return hand(site, await providerOf(), request, reply)
    })
    scope.route({
      method: ['GET', 'POST'],
      url: '/oidc/*',
      handler: async (request, reply) => hand(site, await providerOf(), request, reply),
    })
    scope.get('/.well-known/openid-configuration', async (request, reply) =>
      hand(site, await providerOf(), request, reply),
    )
  })
}

/** A session that has ended must not come back under a new id: the provider would set the cookie again. */
function forgetSession({ session }: Site, { raw }: FastifyRequest): void {
  raw.headers.cookie = withoutCookie(raw.headers.cookie, session.name)
}

/** Hands a request to the provider, with our headers and our address: a Host header decides nothing. */
function hand(
  { headers, member_url }: Site,
  provider: Provider,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { host, protocol } = new URL(member_url)
  raw.headers.host = host
  raw.headers['x-forwarded-host'] = host
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  reply.hijack()
  for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
  void provider.callback()(raw, reply.raw)
  return reply
}

function cachedProvider(site: Site): () => Promise<Provider> {
  let opened: Promise<Provider> | null = null
  let opened_at = 0
  return () => {
    const is_old = Date.now() - opened_at > keys_last_ms
    if (opened !== null && !is_old) return opened
    opened_at = Date.now()
    const opening = openProvider({ ...site, cookie_name: site.session.name, page: pageOf(site) })
    opened = opening
    // A failure is not remembered: the next request tries again.
    opening.catch(() => {
      if (opened === opening) opened = null
    })
    return opening
  }
}

function pageOf(site: Site) {
  return ({ title, text, form }: { title: string; text: string; form?: string }) =>
    memberPage(site, {
      title,
      children: (
        <section className="sheet grid gap-4">
          <p>{text}</p>
          {form === undefined ? (
            <a href={site.public_url} className={buttonClass('primary', 'w-full')}>
              Về cửa hàng
            </a>
          ) : (
            <>
              {/* HTML of the provider: a form with its own token against forgery, and no text of anybody else. */}
              <div dangerouslySetInnerHTML={{ __html: form }} />
              <button
                type="submit"
                form="op.logoutForm"
                name="logout"
                value="yes"
                className={buttonClass('primary', 'w-full')}
              >
                Đăng xuất
              </button>
              <a href={site.public_url} className={buttonClass('outline', 'w-full')}>
                Giữ đăng nhập Smember và về cửa hàng
              </a>
            </>
          )}
        </section>
      ),
    })
}

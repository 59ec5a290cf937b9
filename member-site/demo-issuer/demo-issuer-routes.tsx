import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { provider_paths } from '#member-site/addresses/paths.ts'
import {
  demo_client,
  type DemoIssuerDeps,
  type DemoPerson,
  demoTokens,
  isSame,
  isVerifier,
  person,
} from '#member-site/demo-issuer/demo-issuer.ts'
import { ChooseAccount } from '#member-site/demo-issuer/demo-issuer-pages.tsx'
import { allowPrompt } from '#member-site/pages/identities/one-tap-frame.ts'
import { promptPage } from '#member-site/pages/identities/prompt-page.tsx'
import { memberPage } from '#member-site/pages/document.tsx'
import { type Fields, fieldsOf, queryOf, sendHtml, type Site } from '#member-site/runtime/site.ts'

interface Issuer {
  fastify: FastifyInstance
  site: Site
  deps: DemoIssuerDeps
  tokens: ReturnType<typeof demoTokens>
}

/**
 * Plays Google (OpenID Connect) and Zalo (OAuth v4) for a shop that tries things out: nobody needs an account there,
 * and what the shop checks is checked in earnest. A live shop does not have these addresses.
 */
export function demoIssuerRoutes(fastify: FastifyInstance, site: Site, deps: DemoIssuerDeps): void {
  const issuer = { fastify, site, deps, tokens: demoTokens(deps) }
  demoGoogle(issuer)
  demoZalo(issuer)
  demoPrompt(issuer)
}

function demoGoogle({ fastify, site, deps, tokens }: Issuer): void {
  const issuer = `${site.member_url}/demo-google`
  const back = site.member_url + provider_paths.google.back
  fastify.get('/demo-google/.well-known/openid-configuration', () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  }))
  fastify.get('/demo-google/jwks', () => tokens.jwks)
  serveConsent({
    ...{ fastify, site, deps, brand: 'Google', path: '/demo-google/auth' },
    isRight: (asked) => asked['client_id'] === demo_client && asked['redirect_uri'] === back,
    codeFor: (whom, { nonce = '', code_challenge = '' }) =>
      tokens.sign({ ...whom, nonce, code_challenge }, issuer, 'code'),
  })
  fastify.post('/demo-google/token', async (request, reply) => {
    const fields = fieldsOf(request)
    const { code = '', code_verifier = '', redirect_uri } = fields
    const granted = await tokens.read(code, issuer, 'code')
    const is_client =
      fields['client_id'] === demo_client && isSame(fields['client_secret'], deps.key)
    if (!is_client) return reply.code(401).send({ error: 'invalid_client' })
    const is_right = redirect_uri === back && isVerifier(code_verifier, granted?.['code_challenge'])
    if (granted === null || !is_right) return reply.code(400).send({ error: 'invalid_grant' })
    const { sub = '', name, email, nonce } = granted
    const said = { sub, name, email, email_verified: true, nonce, azp: demo_client }
    const id_token = await tokens.sign(said, issuer, demo_client)
    return { access_token: 'unused', token_type: 'Bearer', expires_in: 300, id_token }
  })
}

function demoZalo({ fastify, site, deps, tokens }: Issuer): void {
  const issuer = `${site.member_url}/demo-zalo`
  const back = site.member_url + provider_paths.zalo.back
  serveConsent({
    ...{ fastify, site, deps, brand: 'Zalo', path: '/demo-zalo/v4/permission' },
    isRight: (asked) => asked['app_id'] === demo_client && asked['redirect_uri'] === back,
    codeFor: (whom, { code_challenge = '' }) =>
      tokens.sign({ ...whom, code_challenge }, issuer, 'code'),
  })
  // Zalo answers errors with status 200.
  fastify.post('/demo-zalo/v4/access_token', async (request) => {
    const { app_id, code = '', code_verifier = '', grant_type } = fieldsOf(request)
    const granted = await tokens.read(code, issuer, 'code')
    const is_right =
      granted !== null &&
      isSame(request.headers['secret_key'], deps.key) &&
      app_id === demo_client &&
      grant_type === 'authorization_code' &&
      isVerifier(code_verifier, granted['code_challenge'])
    if (!is_right) return { error: -14_019, error_name: 'Invalid code' }
    const { sub = '', name } = granted
    const access_token = await tokens.sign({ sub, name }, issuer, 'profile')
    return { access_token, refresh_token: 'unused', expires_in: '300' }
  })
  fastify.get('/demo-zalo/v2.0/me', async ({ headers }) => {
    const granted = await tokens.read(String(headers['access_token'] ?? ''), issuer, 'profile')
    if (granted === null) return { error: 452, message: 'Session key invalid' }
    return { error: 0, message: 'Success', id: granted.sub, name: granted['name'] }
  })
}

/** Plays Google's one-tap prompt, in a frame of the shop. */
function demoPrompt({ fastify, site, deps, tokens }: Issuer): void {
  const path = '/demo-google/one-tap'
  const onSend = allowPrompt(site, false)
  const title = 'Google (dùng thử)'
  fastify.get(path, { onSend }, (request, reply) => {
    const hidden = { nonce: queryOf(request, 'nonce') ?? '' }
    const { shop_name } = deps
    const children = (
      <ChooseAccount {...{ brand: 'Google', shop_name, hidden }} action={path} is_small />
    )
    return sendHtml(reply, promptPage(site, { title, data: {}, children }))
  })
  fastify.post(path, { onSend }, async (request, reply) => {
    const fields = fieldsOf(request)
    const nonce = fields['nonce'] ?? ''
    const said = { ...personIn(fields), email_verified: true, nonce, azp: demo_client }
    const credential = await tokens.sign(said, `${site.member_url}/demo-google`, demo_client)
    const children = <p role="status">Đang đăng nhập…</p>
    return sendHtml(
      reply,
      promptPage(site, { title, data: { 'data-credential': credential }, children }),
    )
  })
}

interface Consent {
  fastify: FastifyInstance
  site: Site
  deps: DemoIssuerDeps
  brand: 'Google' | 'Zalo'
  path: string
  /** Whether the client and its address are ours. Anything else is sent nowhere. */
  isRight: (asked: Fields) => boolean
  codeFor: (whom: { sub: string; name: string; email: string }, asked: Fields) => Promise<string>
}

const passed_on = [
  ...(['client_id', 'app_id', 'redirect_uri', 'state', 'nonce', 'code_challenge'] as const),
]

/** The page where somebody chooses an account, and the way back with a code. */
function serveConsent({ fastify, site, deps, brand, path, isRight, codeFor }: Consent): void {
  fastify.get(path, async (request, reply) => {
    const asked = Object.fromEntries(new URL(request.url, 'http://x').searchParams)
    if (!isRight(asked)) return reply.code(400).send({ error: 'invalid_request' })
    const hidden = Object.fromEntries(
      passed_on.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])),
    ) as Fields
    const { shop_name } = deps
    const html = memberPage(site, {
      title: `${brand} (dùng thử)`,
      children: <ChooseAccount {...{ brand, shop_name, hidden }} action={path} />,
    })
    return sendHtml(reply, html)
  })
  fastify.post(path, async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = fieldsOf(request)
    if (!isRight(asked)) return reply.code(400).send({ error: 'invalid_request' })
    const query = new URLSearchParams({ state: asked['state'] ?? '' })
    if (asked['intent'] === 'deny') query.set('error', 'access_denied')
    else query.set('code', await codeFor(personIn(asked), asked))
    return reply.redirect(`${asked['redirect_uri'] ?? ''}?${String(query)}`, 303)
  })
}

/** The person that a form names. One without an address gets one from the name. */
function personIn({ name = '', email = '' }: Fields): DemoPerson {
  const known_name = name.trim().slice(0, 60) || 'Khách dùng thử'
  const local = known_name
    .normalize('NFD')
    .replace(/đ/gi, 'd')
    .replace(/[^a-z0-9]/gi, '')
  return person(known_name, email.slice(0, 100) || `${local.toLowerCase()}@example.com`)
}

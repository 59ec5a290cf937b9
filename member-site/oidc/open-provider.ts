import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { memberAccount } from '#contracts/member-site/account.ts'
import type { OidcStore } from '#contracts/member-site/oidc-records.ts'
import type { Service } from '#pure/contract.ts'
import { oidc_paths, ownNext, paths, withNext } from '#member-site/addresses/paths.ts'
import { storeAdapter } from '#member-site/oidc/store-adapter.ts'
import { isWithin } from '#member-site/oidc/one-site.ts'

export interface ProviderDeps {
  account: Service<typeof memberAccount>
  store: OidcStore
  public_url: string
  member_url: string
  /** The shop as a client of the provider. */
  client: { client_id: string; client_secret: string }
  /** The cookie of the member's session. */
  cookie_name: string
  /** A page with a text, for errors and the end of a session. `form` is HTML of the provider's own. */
  page: (shown: { title: string; text: string; form?: string }) => string
}

const code_life_s = 600
const token_life_s = 600
/** Scopes of the shop: who it is, and what an order form may be filled in with. */
const scope = 'openid profile phone email'

/**
 * Opens the OpenID provider: authorization code with PKCE S256 only. It is loaded at the first use, because it costs
 * 24 MB and up to 0.4 s, which a shop that nobody signs in to need not pay.
 */
export async function openProvider(deps: ProviderDeps): Promise<Provider> {
  const { Provider, errors, interactionPolicy } = await import('oidc-provider')
  const [login] = interactionPolicy.base()
  if (login === undefined) throw new RangeError('the provider has no login prompt')
  const { account, store, member_url, public_url } = deps
  const usedUp = () => new errors.InvalidGrant('authorization code already consumed')
  const adapter = storeAdapter({ store, account, usedUp })
  const configuration: Configuration = {
    ...settings(deps),
    adapter: adapter as never,
    jwks: { keys: (await store.keys()) as never },
    interactions: {
      policy: [login],
      url: (_ctx, { params }) => {
        const asked = new URLSearchParams(params as Record<string, string>)
        return withNext(paths.sign_in, ownNext(`${oidc_paths.authorization}?${asked}`, member_url))
      },
    },
    findAccount: async (_ctx, sub) => {
      const member = await account.profile(null, { customer_id: Number(sub) })
      return member === null
        ? undefined
        : { accountId: sub, claims: async () => claimsOf(sub, member) }
    },
    loadExistingGrant,
  }
  const provider = new Provider(member_url, configuration)
  provider.proxy = true
  if (isWithin(member_url, public_url)) {
    provider.use(async (ctx, next) => {
      await next()
      allowFrame(ctx as KoaContextWithOIDC, public_url)
    })
  }
  return provider
}

function settings({
  client,
  public_url,
  member_url,
  cookie_name,
  page,
}: ProviderDeps): Configuration {
  const cookie = {
    httpOnly: true,
    sameSite: 'lax' as const,
    signed: false,
    path: '/',
    overwrite: true,
    secure: member_url.startsWith('https://'),
  }
  const html = (ctx: KoaContextWithOIDC, shown: Parameters<typeof page>[0]) => {
    ctx.type = 'html'
    ctx.body = page(shown)
  }
  return {
    clients: [
      {
        ...client,
        redirect_uris: [`${public_url}/auth/callback`],
        post_logout_redirect_uris: [`${public_url}/`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    routes: oidc_paths,
    scopes: scope.split(' '),
    claims: {
      openid: ['sub'],
      profile: ['name'],
      phone: ['phone_number', 'phone_number_verified'],
      email: ['email', 'email_verified'],
    },
    // The shop needs them at sign-in: a second request to userinfo would say the same.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    expiresWithSession: () => false,
    ttl: {
      AuthorizationCode: code_life_s,
      AccessToken: token_life_s,
      IdToken: token_life_s,
      Interaction: code_life_s,
      Grant: 30 * 86_400,
      Session: (_ctx, session) =>
        session.accountId === undefined || session.exp === undefined
          ? code_life_s
          : Math.max(1, session.exp - Math.floor(Date.now() / 1_000)),
    },
    cookies: {
      names: { session: cookie_name, interaction: 'oidc-asked', resume: 'oidc-resume' },
      long: cookie,
      short: cookie,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: { enabled: true },
      userinfo: { enabled: true },
      webMessageResponseMode: { enabled: isWithin(member_url, public_url), ack: web_message_draft },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) =>
          html(ctx, {
            title: 'Đăng xuất',
            text: 'Bạn muốn đăng xuất khỏi Smember trên thiết bị này?',
            form,
          }),
        postLogoutSuccessSource: async (ctx) =>
          html(ctx, { title: 'Đã đăng xuất', text: 'Bạn đã đăng xuất khỏi Smember.' }),
      },
    },
    // What went wrong is for developers of clients: a shopper cannot mend it, and may begin again.
    renderError: async (ctx, out) => {
      ctx.set('x-oidc-error', String(out.error))
      html(ctx, {
        title: 'Chưa đăng nhập được',
        text: 'Yêu cầu đăng nhập này không còn dùng được. Hãy quay lại cửa hàng và đăng nhập lại.',
      })
    },
  }
}

/** The draft of web_message that the provider implements: another one would be reported at its start. */
const web_message_draft = 'individual-draft-01'

interface Profile {
  phone: string
  name: string | null
  email: string | null
}

function claimsOf(sub: string, { phone, name, email }: Profile) {
  return {
    sub,
    ...{ phone_number: phone, phone_number_verified: true },
    ...(name === null ? {} : { name }),
    ...(email === null ? {} : { email, email_verified: false }),
  }
}

/** The shop is our own client: nobody is asked whether it may know its members. */
async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { client, account, provider, session } = ctx.oidc
  if (client === undefined || account === undefined) return undefined
  const known = session?.grantIdFor(client.clientId)
  const existing = known === undefined ? undefined : await provider.Grant.find(known)
  if (existing !== undefined) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId })
  grant.addOIDCScope(scope)
  await grant.save()
  return grant
}

/** The silent page alone may be framed, and by the shop alone. */
function allowFrame(ctx: KoaContextWithOIDC, public_url: string): void {
  if (ctx.oidc?.params?.['response_mode'] !== 'web_message') return
  const policy = ctx.response.get('content-security-policy')
  const others = policy.split(';').filter((directive) => !directive.includes('frame-ancestors'))
  ctx.set('content-security-policy', [...others, ` frame-ancestors ${public_url}`].join(';'))
  ctx.response.remove('x-frame-options')
  // "Nobody is signed in here" is an answer like others: browsers report every other status as an error of the shop.
  if (ctx.status === 400) ctx.status = 200
}

import { memberAccount } from '#contracts/member-site/account.ts'
import { type IdentityProvider, memberIdentities } from '#contracts/member-site/identities.ts'
import { memberSecurity } from '#contracts/member-site/security.ts'
import type { OidcStore } from '#contracts/member-site/oidc-records.ts'
import type { Now } from '#platform/clock.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { Service } from '#pure/contract.ts'
import { guardedService } from '#pure/guarded-service.ts'
import { memberAccountService } from '#shop/flows/member/account/account-service.ts'
import type { IdentitiesDeps } from '#shop/flows/member/identities/identities-deps.ts'
import { memberIdentitiesService } from '#shop/flows/member/identities/identities-service.ts'
import type { SecurityDeps } from '#shop/flows/member/security/security-deps.ts'
import { memberSecurityService } from '#shop/flows/member/security/security-service.ts'
import type { Providers } from '#shop/identity/member/providers/identity-provider.ts'
import { oidcStore } from '#shop/identity/oidc/oidc-store.ts'

/** What the member site works with: its services, the storage of its OpenID provider, its clients and issuers. */
export interface MemberOffice {
  account: Service<typeof memberAccount>
  security: Service<typeof memberSecurity>
  identities: Service<typeof memberIdentities>
  providers: Providers
  /** The issuers whose accounts sign members in. */
  ways: readonly IdentityProvider[]
  store: OidcStore
  /** The shop as a client of the provider. */
  client: OidcClient
  /** Plays Google and Zalo; null: a live shop. */
  demo_issuer: DemoIssuer | null
}

interface OidcClient {
  client_id: string
  client_secret: string
}

interface DemoIssuer {
  key: string
  shop_name: string
  now: Now
}

interface Deps extends SecurityDeps, IdentitiesDeps, Pick<MemberOffice, 'client' | 'demo_issuer'> {
  /** Encrypts the keys that sign ID tokens. */
  oidc_box: SecretBox
  /** Compares refusals with the contracts: on in tests and development. */
  check: boolean
}

export function openMemberOffice({ oidc_box: box, check, ...deps }: Deps): MemberOffice {
  const { providers, client, demo_issuer } = deps
  const account = memberAccountService(deps)
  const security = memberSecurityService(deps)
  const identities = memberIdentitiesService(deps)
  return {
    account: guardedService(memberAccount, account, { check, name: 'memberAccountService' }),
    security: guardedService(memberSecurity, security, { check, name: 'memberSecurityService' }),
    identities: guardedService(memberIdentities, identities, {
      ...{ check, name: 'memberIdentitiesService' },
    }),
    ...{ providers, client, demo_issuer },
    ways: (['google', 'zalo'] as const).filter((name) => providers.by_name[name] !== null),
    store: oidcStore({ db: deps.db, now: deps.now, box }),
  }
}

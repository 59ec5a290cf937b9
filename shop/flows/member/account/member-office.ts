import { memberAccount } from '#contracts/member-site/account.ts'
import { memberIdentities } from '#contracts/member-site/identities.ts'
import { memberSecurity } from '#contracts/member-site/security.ts'
import type { OidcStore } from '#contracts/member-site/oidc-records.ts'
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

/** The services of the member site, and the storage of its OpenID provider. */
export interface MemberOffice {
  account: Service<typeof memberAccount>
  security: Service<typeof memberSecurity>
  identities: Service<typeof memberIdentities>
  providers: Providers
  store: OidcStore
}

interface Deps extends SecurityDeps, IdentitiesDeps {
  /** Encrypts the keys that sign ID tokens. */
  oidc_box: SecretBox
  /** Compares refusals with the contracts: on in tests and development. */
  check: boolean
}

export function openMemberOffice({ oidc_box: box, check, ...deps }: Deps): MemberOffice {
  const account = memberAccountService(deps)
  const security = memberSecurityService(deps)
  const identities = memberIdentitiesService(deps)
  return {
    account: guardedService(memberAccount, account, { check, name: 'memberAccountService' }),
    security: guardedService(memberSecurity, security, { check, name: 'memberSecurityService' }),
    identities: guardedService(memberIdentities, identities, {
      ...{ check, name: 'memberIdentitiesService' },
    }),
    providers: deps.providers,
    store: oidcStore({ db: deps.db, now: deps.now, box }),
  }
}

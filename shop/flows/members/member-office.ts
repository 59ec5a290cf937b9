import { memberAccount } from '#contracts/member-site/account.ts'
import { memberSecurity } from '#contracts/member-site/security.ts'
import type { OidcStore } from '#contracts/member-site/oidc-records.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { Service } from '#pure/contract.ts'
import { guardedService } from '#pure/guarded-service.ts'
import { memberAccountService } from '#shop/flows/members/account-service.ts'
import type { SecurityDeps } from '#shop/flows/members/security/security-deps.ts'
import { memberSecurityService } from '#shop/flows/members/security/security-service.ts'
import { oidcStore } from '#shop/identity/oidc/oidc-store.ts'

/** The services of the member site, and the storage of its OpenID provider. */
export interface MemberOffice {
  account: Service<typeof memberAccount>
  security: Service<typeof memberSecurity>
  store: OidcStore
}

interface Deps extends SecurityDeps {
  /** Encrypts the keys that sign ID tokens. */
  oidc_box: SecretBox
  /** Compares refusals with the contracts: on in tests and development. */
  check: boolean
}

export function openMemberOffice({ oidc_box: box, check, ...deps }: Deps): MemberOffice {
  const account = memberAccountService(deps)
  const security = memberSecurityService(deps)
  return {
    account: guardedService(memberAccount, account, { check, name: 'memberAccountService' }),
    security: guardedService(memberSecurity, security, { check, name: 'memberSecurityService' }),
    store: oidcStore({ db: deps.db, now: deps.now, box }),
  }
}

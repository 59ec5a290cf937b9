import { memberAccount } from '#contracts/member-site/account.ts'
import type { OidcStore } from '#contracts/member-site/oidc-records.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { Service } from '#pure/contract.ts'
import { guardedService } from '#pure/guarded-service.ts'
import { memberAccountService, type MemberDeps } from '#shop/flows/members/account-service.ts'
import { oidcStore } from '#shop/identity/oidc/oidc-store.ts'

/** The services of the member site, and the storage of its OpenID provider. */
export interface MemberOffice {
  account: Service<typeof memberAccount>
  store: OidcStore
}

interface Deps extends MemberDeps {
  /** Encrypts the keys that sign ID tokens. */
  oidc_box: SecretBox
  /** Compares refusals with the contracts: on in tests and development. */
  check: boolean
}

export function openMemberOffice({ oidc_box: box, check, ...deps }: Deps): MemberOffice {
  const service = memberAccountService(deps)
  return {
    account: guardedService(memberAccount, service, { check, name: 'memberAccountService' }),
    store: oidcStore({ db: deps.db, now: deps.now, box }),
  }
}

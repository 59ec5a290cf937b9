import { memberAccount } from '#contracts/member-site/account.ts'
import { memberIdentities } from '#contracts/member-site/identities.ts'
import { memberSecurity } from '#contracts/member-site/security.ts'

/** The services that the member site calls, by name. They are not served over HTTP. */
export const memberServices = {
  account: { contract: memberAccount },
  security: { contract: memberSecurity },
  identities: { contract: memberIdentities },
}

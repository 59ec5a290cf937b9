import type { Log } from '#platform/observe/log.ts'
import type { OtpDeps } from '#shop/flows/member/account/otp-flow.ts'
import type { Providers } from '#shop/identity/member/providers/identity-provider.ts'

export interface IdentitiesDeps extends OtpDeps {
  log: Log
  providers: Providers
}

import type { AnyRefusal } from '#contracts/all.ts'
import type { RefusalOf } from '#pure/contract.ts'
import type { TooManyRequests } from '#pure/too-many-requests.ts'
import type { pageRefusals } from '#storefront/page-refusals.ts'

/**
 * Every refusal that a page can show, by code with its data: of a service, of a page, of the rate limits, or of a
 * browser that cannot reach the server.
 */
export type ShownRefusal =
  | AnyRefusal
  | RefusalOf<(typeof pageRefusals)['refusals']>
  | { code: 'too_many_requests'; data: TooManyRequests }
  | { code: 'offline'; data: null }

/** The refusal with this code. */
export type RefusalOfCode<Code extends ShownRefusal['code']> = Extract<ShownRefusal, { code: Code }>

import type { AnyRefusal } from '#contracts/all.ts'
import type { RefusalOf } from '#pure/contract.ts'
import type { TooManyRequests } from '#pure/too-many-requests.ts'
import type { pageRefusals } from '#storefront/page-refusals.ts'

/**
 * Every "no" that a page can hear, by code with what it tells: of a service, of a page, of the limits
 * before both, or of the browser that found no server.
 */
export type ShownRefusal =
  | AnyRefusal
  | RefusalOf<(typeof pageRefusals)['refusals']>
  | { code: 'too_many_requests'; data: TooManyRequests }
  | { code: 'offline'; data: null }

/** The refusal of this code. */
export type RefusalOfCode<Code extends ShownRefusal['code']> = Extract<ShownRefusal, { code: Code }>

import { comments } from '#contracts/storefront/talk/comments.ts'
import { reviews } from '#contracts/storefront/talk/reviews.ts'
import type { AnyOperation, Contract } from '#pure/contract.ts'
import { formTree } from '#pure/form-fields.ts'
import { storable } from '#pure/storable-text.ts'

/** The contracts that the gateway passes on, by the service that has them. */
export const passed_on = { reviews, comments } as const

/** What the caller of the gateway gives (contract §7). */
interface GatewayCall {
  method: string
  /** A path with its query: /v1/reviews?product_id=1. */
  url: string
  body?: Record<string, unknown> | undefined
}

interface PassedCall {
  service: keyof typeof passed_on
  name: string
  operation: AnyOperation
  /** Not checked yet. */
  fields: unknown
}

/** The operation that a call names, compared with the contracts alone; null: there is none. */
export function passedCall({ method, url, body = {} }: GatewayCall): PassedCall | null {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const fields = storable({ ...body, ...formTree(new URLSearchParams(query)) })
  for (const [service, operations] of Object.entries(passed_on)) {
    for (const [name, operation] of Object.entries<AnyOperation>(operations as Contract)) {
      if (operation.method === method && operation.path === path) {
        return { service: service as PassedCall['service'], name, operation, fields }
      }
    }
  }
  return null
}

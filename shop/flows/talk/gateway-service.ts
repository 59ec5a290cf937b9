import type { Services } from '#contracts/all.ts'
import { passed_on, talkGateway as contract } from '#contracts/storefront/talk/gateway.ts'
import { callRefusal } from '#pure/access.ts'
import { type AnyOperation, type Caller, InvalidInput, type Service } from '#pure/contract.ts'
import { fieldProblems } from '#pure/field-problems.ts'
import { formTree } from '#pure/form-fields.ts'
import { storable } from '#pure/storable-text.ts'

type Deps = Pick<Services, keyof typeof passed_on>
type Call = (caller: Caller | null, input: unknown) => Promise<unknown>

/**
 * Passes calls of the comment client on to reviews and comments (contract §7). Nothing else can be reached: a path is
 * compared with those of the contracts, and nothing is sent over a network. Access is checked as in every service.
 */
export function gatewayService(services: Deps): Service<typeof contract> {
  return {
    callTalk: async (caller, { method, url, body = {} }) => {
      const { path, query } = split(url)
      const found = named(method, path)
      if (found === null) throw contract.callTalk.refuse('call_not_allowed')
      const { service, name, operation } = found
      const parsed = operation.input.safeParse(storable({ ...body, ...query }))
      if (!parsed.success) throw new InvalidInput(fieldProblems(parsed.error.issues))
      const refusal = callRefusal(operation, caller, parsed.data)
      if (refusal !== null) throw refusal
      const call = services[service][name as never] as Call
      return call(caller, parsed.data)
    },
  }
}

/** The path and the fields of the query of "/v1/reviews?product_id=1". */
function split(url: string): { path: string; query: Record<string, unknown> } {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  return { path, query: formTree(new URLSearchParams(query)) }
}

interface Named {
  service: keyof typeof passed_on
  name: string
  operation: AnyOperation
}

function named(method: string, path: string): Named | null {
  for (const [service, operations] of Object.entries(passed_on)) {
    for (const [name, operation] of Object.entries(operations)) {
      if (operation.method === method && operation.path === path) {
        return { service: service as Named['service'], name, operation }
      }
    }
  }
  return null
}

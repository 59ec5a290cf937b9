import type { Services } from '#contracts/all.ts'
import { talkGateway as contract } from '#contracts/storefront/talk/gateway.ts'
import { type passed_on, passedCall } from '#contracts/storefront/talk/passed-on.ts'
import { callRefusal } from '#pure/access.ts'
import { type Caller, InvalidInput, type Service } from '#pure/contract.ts'
import { fieldProblems } from '#pure/field-problems.ts'

type Deps = Pick<Services, keyof typeof passed_on>
type Call = (caller: Caller | null, input: unknown) => Promise<unknown>

/**
 * Passes calls of the comment client on to reviews and comments (contract §7). Nothing else can be reached: a path is
 * compared with those of the contracts, and nothing is sent over a network. Access is checked as in every service.
 */
export function gatewayService(services: Deps): Service<typeof contract> {
  return {
    callTalk: async (caller, asked) => {
      const passed = passedCall(asked)
      if (passed === null) throw contract.callTalk.refuse('call_not_allowed')
      const { service, name, operation } = passed
      const parsed = operation.input.safeParse(passed.fields)
      if (!parsed.success) throw new InvalidInput(fieldProblems(parsed.error.issues))
      const refusal = callRefusal(operation, caller, parsed.data)
      if (refusal !== null) throw refusal
      const call = services[service][name as never] as Call
      return call(caller, parsed.data)
    },
  }
}

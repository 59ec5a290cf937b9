import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Caller, operation, Refusal, type RefusalMeaning } from '#pure/contract.ts'
import { failedCallOf } from '#pure/failed-call.ts'
import { guardedService, UndeclaredRefusal } from '#pure/guarded-service.ts'

const gone = { status: 409, meaning: 'It is gone.', data: z.object({ left: z.int() }) } as const
const contract = {
  take: operation({
    method: 'POST',
    path: '/take',
    summary: 'Take one.',
    access: 'customer',
    input: z.object({}),
    output: z.object({ left: z.int() }),
    refusals: { gone },
  }),
}
const guest: Caller = { customer_id: 1, kind: 'guest', token: 'g' }

/** The error that `take` throws when the service refuses with this code. */
async function thrownBy(code: string, meaning: RefusalMeaning, data: unknown, check: boolean) {
  const service = { take: () => Promise.reject(new Refusal(code, meaning, data)) }
  const answer = guardedService(contract, service, { check, name: 'takeService' }).take(guest, {})
  return answer.then(
    () => null,
    (error: unknown) => error,
  )
}

test('a service is not called for a caller that its contract does not admit', async () => {
  let calls = 0
  const service = { take: async () => ({ left: calls++ }) }
  const guarded = guardedService(contract, service, { check: true, name: 'takeService' })
  const take = guarded.take as (caller: Caller | null, input: object) => Promise<unknown>
  await expect(take(null, {})).rejects.toMatchObject({ code: 'token_is_invalid' })
  expect(calls).toBe(0)
  expect(await guarded.take(guest, {})).toEqual({ left: 0 })
})

test('a refusal that the contract does not declare is a bug', async () => {
  expect(await thrownBy('gone', gone, { left: 2 }, true)).toMatchObject({ code: 'gone' })
  expect(await thrownBy('gone', gone, { left: 'two' }, true)).toBeInstanceOf(z.ZodError)
  expect(await thrownBy('lost', gone, { left: 2 }, true)).toBeInstanceOf(UndeclaredRefusal)
  // Outside of tests and development the buyer still gets the refusal.
  expect(await thrownBy('lost', gone, { left: 2 }, false)).toMatchObject({ code: 'lost' })
})

test('an unexpected error carries the name of the service that failed first, a refusal does not', async () => {
  const broken = new RangeError('broken')
  const fail = (name: string, error: Error) =>
    guardedService(contract, { take: () => Promise.reject(error) }, { check: true, name })
  await expect(fail('innerService', broken).take(guest, {})).rejects.toBe(broken)
  await expect(fail('outerService', broken).take(guest, {})).rejects.toBe(broken)
  expect(failedCallOf(broken)).toEqual({ service_name: 'innerService', request_data: {} })
  const refusal = contract.take.refuse('gone', { left: 1 })
  await expect(fail('innerService', refusal).take(guest, {})).rejects.toBe(refusal)
  for (const other of [refusal, new RangeError('elsewhere'), null]) {
    expect(failedCallOf(other)).toEqual({})
  }
})

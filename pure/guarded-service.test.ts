import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Caller, operation, Refusal, type RefusalMeaning } from '#pure/contract.ts'
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

/** What `take` throws when the service behind it refuses so. */
async function heard(code: string, meaning: RefusalMeaning, data: unknown, check: boolean) {
  const service = { take: () => Promise.reject(new Refusal(code, meaning, data)) }
  const taken = guardedService(contract, service, { check }).take(guest, {})
  return taken.then(
    () => null,
    (error: unknown) => error,
  )
}

test('a service is not asked by whom its contract does not admit', async () => {
  let asked = 0
  const service = { take: async () => ({ left: asked++ }) }
  const guarded = guardedService(contract, service, { check: true })
  const take = guarded.take as (who: Caller | null, input: object) => Promise<unknown>
  await expect(take(null, {})).rejects.toMatchObject({ code: 'token_is_invalid' })
  expect(asked).toBe(0)
  expect(await guarded.take(guest, {})).toEqual({ left: 0 })
})

test('a refusal is what the contract declares, or a bug', async () => {
  expect(await heard('gone', gone, { left: 2 }, true)).toMatchObject({ code: 'gone' })
  expect(await heard('gone', gone, { left: 'two' }, true)).toBeInstanceOf(z.ZodError)
  expect(await heard('lost', gone, { left: 2 }, true)).toBeInstanceOf(UndeclaredRefusal)
  // Whoever buys is not to suffer from it.
  expect(await heard('lost', gone, { left: 2 }, false)).toMatchObject({ code: 'lost' })
})

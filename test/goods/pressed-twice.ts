import { expect } from 'vitest'
import { Refusal } from '#pure/contract.ts'

/**
 * Calls an operation twice at the same moment, as two tabs do: it is done, and nobody is told of anything but a
 * refusal.
 */
export async function pressedTwice(call: () => Promise<unknown>): Promise<void> {
  const answers = await Promise.allSettled([call(), call()])
  const faults = answers.flatMap((answer) =>
    answer.status === 'fulfilled' || answer.reason instanceof Refusal ? [] : [answer.reason],
  )
  expect(faults).toEqual([])
  expect(answers.map(({ status }) => status)).toContain('fulfilled')
}

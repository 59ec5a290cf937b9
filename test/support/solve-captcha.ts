import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Door } from '#test/support/door.ts'

export async function challengeOf(door: Pick<Door, 'call'>): Promise<Challenge> {
  const { body } = await door.call('GET', '/api/captcha/challenge')
  return body?.data as Challenge
}

/** What a browser sends after the box was ticked. */
export async function solvedCaptcha(door: Pick<Door, 'call'>): Promise<string> {
  return solutionOf(await challengeOf(door))
}

/** Works until the guess fits, as the worker of a page does. */
export async function solutionOf(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return packed({ challenge, solution })
}

export function packed(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

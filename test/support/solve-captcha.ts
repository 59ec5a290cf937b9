import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Door } from '#test/support/door.ts'

async function challengeOf(door: Pick<Door, 'call'>): Promise<Challenge> {
  const { body } = await door.call('GET', '/api/captcha/challenge')
  return body?.data as Challenge
}

/** Returns what a browser sends after the captcha was solved. */
export async function solvedCaptcha(door: Pick<Door, 'call'>): Promise<string> {
  return solutionOf(await challengeOf(door))
}

/** Solves the challenge, as the worker of a page does. */
export async function solutionOf(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return packed({ challenge, solution })
}

export function packed(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

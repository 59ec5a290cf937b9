import { hmacHex, isSame } from '#platform/http/signature.ts'
import { game_codes, type GameCode } from '#pure/games/game.ts'
import type { CustomerId } from '#pure/ids.ts'

/** A run that was started. */
export interface StartedRun {
  run_id: string
  game: GameCode
  seed: number
  started_at: Date
}

/** 128 of the 256 bits. */
const signature_digits = 32
const token_form = /^([\w-]{1,200})\.([0-9a-f]{32})$/

/**
 * A started run as a text. Nothing is stored until it is finished. The signature covers who started it, so it is worth
 * nothing to others; the text does not name them.
 */
export function runToken(run: StartedRun, customer_id: CustomerId, key: string): string {
  const { run_id, game, seed, started_at } = run
  const text = JSON.stringify([run_id, game_codes.indexOf(game), seed, started_at.getTime()])
  const payload = Buffer.from(text).toString('base64url')
  return `${payload}.${signatureOf(payload, customer_id, key)}`
}

/** Returns what a token says; null if this shop did not give it to this customer. */
export function readRunToken(
  token: string,
  customer_id: CustomerId,
  key: string,
): StartedRun | null {
  const [, payload = '', signature = ''] = token_form.exec(token) ?? []
  if (payload === '' || !isSame(signature, signatureOf(payload, customer_id, key))) return null
  const [run_id, place, seed, started_ms] = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  ) as [string, number, number, number]
  const game = game_codes[place]
  return game === undefined ? null : { run_id, game, seed, started_at: new Date(started_ms) }
}

function signatureOf(payload: string, customer_id: CustomerId, key: string): string {
  return hmacHex(key, `${customer_id}.${payload}`).slice(0, signature_digits)
}

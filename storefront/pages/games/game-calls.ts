import type { GameBoard, OwnGame, OwnVoucher } from '#contracts/storefront/game.ts'
import type { GameCode, RunInput } from '#pure/games/game.ts'
import { obtainSession } from '#storefront/runtime/browser/browser-session.ts'
import { fetchData } from '#web/runtime/on-demand.ts'

const limit_ms = 10_000

/** The shop's no to a call. */
export class CallRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export interface StartedRun {
  seed: number
  token: string
}

export const startRun = (game: GameCode) => send<StartedRun>('/runs', { game })

export const finishRun = (token: string, inputs: readonly RunInput[]) =>
  send<{ score: number; own: OwnGame }>('/runs/finish', { token, inputs })

export const takePrize = (game: GameCode) => send<OwnVoucher>('/prize', { game })

export const readBoards = () => fetchData<GameBoard[]>('/api/games/v1/boards')

export async function readOwn(game: GameCode): Promise<OwnGame> {
  await obtainSession()
  return fetchData<OwnGame>(`/api/games/v1/own?game=${game}`)
}

async function send<T>(path: string, body: unknown): Promise<T> {
  // A first visit has no token before that.
  await obtainSession()
  const response = await fetch(`/api/games/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(limit_ms),
  })
  const { data, error } = (await response.json()) as { data: T; error?: { code: string } }
  if (error !== undefined) throw new CallRefused(error.code)
  return data
}

import { vietnamClock } from '#pure/vietnam-time.ts'

/** Advertising goes out in these hours only (Decree 91/2020 has them for SMS; the shop keeps them for all channels). */
const hours = { from: '07:00', to: '22:00' }

export function isAdHour(now: Date): boolean {
  const time = vietnamClock(now).slice(11, 16)
  return time >= hours.from && time < hours.to
}

/** One person gets so many messages of advertising in 24 hours, of all campaigns and notices together. */
export const max_ads_a_day = 3

type State = 'draft' | 'asked' | 'approved' | 'sending' | 'paused' | 'stopped' | 'done'
export type CampaignMove = 'ask' | 'approve' | 'return' | 'pause' | 'resume' | 'stop'

/** What staff may do with a campaign in a state, and what becomes of it. */
const moves: Readonly<Record<CampaignMove, Partial<Record<State, State>>>> = {
  ask: { draft: 'asked' },
  approve: { asked: 'approved' },
  return: { asked: 'draft' },
  pause: { approved: 'paused', sending: 'paused' },
  // The job begins it if its recipients were not listed yet.
  resume: { paused: 'approved' },
  stop: {
    ...{ draft: 'stopped', asked: 'stopped', approved: 'stopped' },
    ...{ sending: 'stopped', paused: 'stopped' },
  },
}

/** The state after a move; null: it is not possible now. */
export function afterMove(state: State, move: CampaignMove): State | null {
  return moves[move][state] ?? null
}

/** The moves that are possible in a state, in the sequence of their buttons. */
export function movesFrom(state: State): CampaignMove[] {
  return (Object.keys(moves) as CampaignMove[]).filter((move) => moves[move][state] !== undefined)
}

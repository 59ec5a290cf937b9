import { games as contract } from '#contracts/staff/offers/games.ts'
import { mayCall } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import { game_codes } from '#pure/games/game.ts'
import { startOfDay, vietnamDay } from '#pure/vietnam-time.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { findStaffGames, saveOffer, touchGame } from '#shop/trade/game/game-offer-store.ts'
import { isAscending } from '#shop/trade/game/games.ts'

/** Games and their prizes, for staff (decision 258). */
export function gameStaffService({ db, now, log, write }: StaffFlowDeps): Service<typeof contract> {
  return {
    games: async (actor) => {
      const day = vietnamDay(now())
      const rows = await findStaffGames(db, day, startOfDay(day))
      const games = game_codes.flatMap((code) => {
        const row = rows.find(({ game }) => game === code)
        const [offer, next] = row?.offers ?? []
        if (row === undefined || offer === undefined) return []
        const { offers: _offers, changed_at, ...facts } = row
        const changed = changed_at?.toISOString() ?? null
        return [{ ...facts, changed_at: changed, offer, next: next ?? null }]
      })
      return { games, may_change: mayCall(contract.setPrizes, actor) }
    },
    openGame: async (actor, { game, is_open, version }) => {
      const changed = { changed_at: now(), changed_by: actor.name, is_open }
      const act = { actor, operation: 'games.openGame' } as const
      const is_saved = await write(act, (tx) => touchGame(tx, game, changed, version))
      if (!is_saved) throw contract.openGame.refuse('game_changed')
      log.info({ staff: actor.name, game, is_open }, 'staff opened or closed a game')
      return { version: version + 1 }
    },
    setPrizes: async (actor, { game, version, ...wanted }) => {
      const { refuse } = contract.setPrizes
      const prizes = wanted.prizes.toSorted((one, other) => one.score - other.score)
      if (!isAscending(prizes)) throw refuse('prizes_out_of_order')
      if (wanted.ranking_value > 0 && wanted.ranking_registration === '') {
        throw refuse('registration_missing')
      }
      const at = now()
      const offer = { ...wanted, prizes, from_day: vietnamDay(at, 1) }
      const act = { actor, operation: 'games.setPrizes' } as const
      const is_saved = await write(act, async (tx) => {
        const changed = { changed_at: at, changed_by: actor.name }
        if (!(await touchGame(tx, game, changed, version))) return false
        await saveOffer(tx, game, offer)
        return true
      })
      if (!is_saved) throw refuse('game_changed')
      log.info({ staff: actor.name, game }, 'staff changed the prizes of a game')
      return { version: version + 1 }
    },
  }
}

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { GameBoard, OwnGame, OwnVoucher } from '#contracts/storefront/game.ts'
import { game_codes, type GameCode } from '#pure/games/game.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { rankGames } from '#shop/flows/trade/game/rank-games.ts'
import { players } from '#test/goods/game-players.ts'
import { aMember } from '#test/members/loyalty.ts'
import { type Buyer, dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()

interface Started {
  seed: number
  token: string
}
type Inputs = [number, number][]

const start = (who: Buyer, game: GameCode = 'catch-money') =>
  who.call('POST', '/api/games/v1/runs', { game })
const finish = (who: Buyer, token: string, inputs: unknown) =>
  who.call('POST', '/api/games/v1/runs/finish', { token, inputs })
const own = async (who: Buyer, game: GameCode = 'catch-money') =>
  dataOf<OwnGame>(await who.call('GET', `/api/games/v1/own?game=${game}`))
const take = (who: Buyer, game: GameCode = 'catch-money') =>
  who.call('POST', '/api/games/v1/prize', { game })

function pass(seconds: number): void {
  checkout.now = new Date(checkout.now.getTime() + seconds * 1_000)
}

/** A run from start to end, as a browser plays it. */
async function playRun(who: Buyer, game: GameCode = 'catch-money') {
  const { seed, token } = dataOf<Started>(await start(who, game))
  const played = players[game](seed)
  pass(90)
  const answer = dataOf<{ score: number; own: OwnGame }>(await finish(who, token, played.inputs))
  return { ...answer, played }
}

/** Plays until a run reaches a prize: now and then the player's score is below the lowest. */
async function playForPrize(who: Buyer) {
  for (;;) {
    const run = await playRun(who)
    if (run.own.reached !== null) return run
  }
}

async function boardOf(game: GameCode): Promise<GameBoard> {
  const boards = dataOf<GameBoard[]>(await checkout.door.call('GET', '/api/games/v1/boards'))
  const board = boards.find((one) => one.game === game)
  if (board === undefined) throw new RangeError(`no board of ${game}`)
  return board
}

describe('a run', () => {
  test.each(game_codes)('of %s counts what comes out when it is played again', async (game) => {
    const member = await aMember(checkout)
    const { score, played, own: reached } = await playRun(member, game)
    expect(score).toBe(played.score)
    expect(score).toBeGreaterThan(1_000)
    expect(reached).toMatchObject({ is_member: true, best: score, place: 1 })
    const [first] = (await boardOf(game)).rows
    expect(first).toEqual({ place: 1, name: 'T••• T••• L•••', score })
  })

  test('of a guest counts nowhere else', async () => {
    const guest = await checkout.buyer()
    const before = await boardOf('catch-money')
    const { score, own: reached } = await playRun(guest)
    expect(score).toBeGreaterThan(1_000)
    expect(reached).toMatchObject({ is_member: false, best: 0, place: null, reached: null })
    expect((await boardOf('catch-money')).rows).toEqual(before.rows)
    expect(refusalOf(await take(guest))).toBe('403 members_only')
  })

  test('is refused if it was not started like that, or cannot have been played', async () => {
    const [member, other] = [await aMember(checkout), await aMember(checkout)]
    const { seed, token } = dataOf<Started>(await start(member))
    const { inputs, ticks } = players['catch-money'](seed)
    const least = Math.floor(ticks / 60) - 2
    // Too early, by the clock of the server.
    pass(least)
    expect(refusalOf(await finish(member, token, inputs))).toBe('409 run_is_too_fast')
    pass(4)
    const swapped = [inputs[1], inputs[0], ...inputs.slice(2)] as Inputs
    const impossible: [string, unknown][] = [
      ['inputs out of sequence', swapped],
      ['two inputs in a tick', [inputs[0], inputs[0]]],
      ['an input that the game does not have', [[10, 361]]],
      ['an input after the end', [...inputs, [3_601, 10]]],
    ]
    for (const [why, wrong] of impossible) {
      const answer = await finish(member, token, wrong)
      expect([why, refusalOf(answer)]).toEqual([why, '422 run_is_impossible'])
    }
    const malformed = [[[0.5, 10]], [[-1, 10]], [['1', 10]], Array(6_001).fill([1, 1]), 'x']
    for (const wrong of malformed) {
      expect(refusalOf(await finish(member, token, wrong))).toBe('422 invalid_input')
    }
    const foreign = dataOf<Started>(await start(other)).token
    const letter = token.startsWith('A', 20) ? 'B' : 'A'
    const forged = [`${token.slice(0, 20)}${letter}${token.slice(21)}`, token.slice(1), `${token}0`]
    for (const wrong of [foreign, ...forged, '', '.', 'x']) {
      expect(refusalOf(await finish(member, wrong, inputs))).toBe('404 run_is_invalid')
    }
    expect(refusalOf(await finish(other, token, inputs))).toBe('404 run_is_invalid')
    expect(refusalOf(await checkout.door.call('POST', '/api/games/v1/runs', { json: {} }))).toMatch(
      /^401/,
    )
    // None of that used it up; it counts once.
    const both = await Promise.all([finish(member, token, inputs), finish(member, token, inputs)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(refusalOf(await finish(member, token, inputs))).toBe('409 run_is_used')
    const late = dataOf<Started>(await start(member))
    pass(30 * 60)
    expect(refusalOf(await finish(member, late.token, []))).toBe('410 run_is_expired')
  })

  test('that is worse does not replace the best of the day; another day begins anew', async () => {
    const member = await aMember(checkout)
    const { score } = await playRun(member)
    const { token } = dataOf<Started>(await start(member))
    pass(90)
    dataOf(await finish(member, token, []))
    expect(await own(member)).toMatchObject({ best: score })
    pass(86_400)
    expect(await own(member)).toMatchObject({ best: 0, place: null })
  })

  test('does not start while the game is closed', async () => {
    const member = await aMember(checkout)
    const close = (is_open: boolean) =>
      sql`update game set is_open = ${is_open} where game_code = 'jump-jump'`.execute(
        checkout.own.db,
      )
    await close(false)
    expect(refusalOf(await start(member, 'jump-jump'))).toBe('409 game_closed')
    expect(refusalOf(await take(member, 'jump-jump'))).toBe('409 game_closed')
    expect((await boardOf('jump-jump')).is_open).toBe(false)
    await close(true)
  })
})

describe('a prize', () => {
  test('is the voucher of the score, once for a member and day', async () => {
    const member = await aMember(checkout)
    expect(refusalOf(await take(member))).toBe('409 prize_not_reached')
    const { score, own: reached } = await playForPrize(member)
    const { prizes } = await boardOf('catch-money')
    const best = prizes.findLast((prize) => prize.score <= score)
    expect(best).toBeDefined()
    expect(reached.reached).toEqual(best)
    const answers = await Promise.all([take(member), take(member)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(refusalOf(await take(member))).toBe('409 prize_taken')
    const voucher = (await own(member)).taken as OwnVoucher
    expect(voucher).toMatchObject({ value: best?.value, min_total: best?.min_total })
    // A second game of the day has no second prize.
    await playRun(member, 'fruit-ninja')
    expect(refusalOf(await take(member, 'fruit-ninja'))).toBe('409 prize_taken')
    const vouchers = dataOf<{ vouchers: { code: string }[] }>(
      await member.call('GET', '/api/member/vouchers'),
    )
    expect(vouchers.vouchers.map(({ code }) => code)).toEqual([voucher.code])
    pass(86_400)
    expect(refusalOf(await take(member))).toBe('409 prize_not_reached')
    await playForPrize(member)
    expect((await take(member)).status).toBe(200)
  })

  test('is given so many times a day, whoever asks at the same moment', async () => {
    pass(5 * 86_400)
    await sql`update game_offer set prizes_per_day = 1 where game_code = 'catch-money'`.execute(
      checkout.own.db,
    )
    const both = [await aMember(checkout), await aMember(checkout)]
    for (const member of both) await playForPrize(member)
    const answers = await Promise.all(both.map((member) => take(member)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.map(refusalOf)).toContain('409 prizes_gone')
    expect(await boardOf('catch-money')).toMatchObject({ prizes_per_day: 1, prizes_left: 0 })
    const late = await aMember(checkout)
    await playRun(late)
    expect((await own(late)).reached).toBeNull()
  })
})

describe('staff', () => {
  let staff: StaffServices['games']
  beforeAll(async () => {
    const providers = await testProviders({
      db: checkout.own.db,
      now: () => checkout.now,
      gateways: [],
    })
    staff = staffOffice(providers).services.games
  })
  const refused = (code: string) => expect.objectContaining({ code })
  const gameOf = async (game: GameCode) => {
    const { games } = await staff.games(test_staff, {})
    const found = games.find((one) => one.game === game)
    if (found === undefined) throw new RangeError(`no game ${game}`)
    return found
  }
  const table = { prizes_per_day: 3, ranking_value: 0, ranking_registration: '' }

  test('close and open a game, each from what they have seen', async () => {
    pass(10 * 86_400)
    const { version } = await gameOf('fruit-ninja')
    const seen = { game: 'fruit-ninja', version } as const
    await staff.openGame(test_staff, { ...seen, is_open: false })
    const again = staff.openGame(test_staff, { ...seen, is_open: true })
    await expect(again).rejects.toEqual(refused('game_changed'))
    expect((await boardOf('fruit-ninja')).is_open).toBe(false)
    await staff.openGame(test_staff, { ...seen, version: version + 1, is_open: true })
  })

  test('set the prizes of tomorrow; those of today stay as they were published', async () => {
    pass(11 * 86_400)
    const before = await boardOf('jump-jump')
    const { version } = await gameOf('jump-jump')
    const seen = { game: 'jump-jump', ...table } as const
    const steps = (...pairs: [number, number][]) =>
      pairs.map(([score, value]) => ({ score, value }))
    const wrong = staff.setPrizes(test_staff, {
      ...{ ...seen, version },
      prizes: steps([100, 20_000], [200, 10_000]),
    })
    await expect(wrong).rejects.toEqual(refused('prizes_out_of_order'))
    const unregistered = { ...seen, version, ranking_value: 100_000 }
    const contest = staff.setPrizes(test_staff, { ...unregistered, prizes: steps([1, 1_000]) })
    await expect(contest).rejects.toEqual(refused('registration_missing'))
    const first = { ...seen, version, prizes: steps([200, 20_000], [100, 10_000]) }
    await staff.setPrizes(test_staff, first)
    await expect(staff.setPrizes(test_staff, first)).rejects.toEqual(refused('game_changed'))
    await staff.setPrizes(test_staff, {
      ...first,
      version: version + 1,
      prizes: steps([50, 5_000]),
    })
    expect(await boardOf('jump-jump')).toEqual(before)
    expect(await gameOf('jump-jump')).toMatchObject({ next: { ...table, prizes: [{ score: 50 }] } })
    pass(86_400)
    const next = await boardOf('jump-jump')
    expect(next).toMatchObject({ prizes_per_day: 3, prizes: [{ score: 50, value: 5_000 }] })
  })

  test('promise the first place of a day a prize only with a registration; it is given once', async () => {
    pass(12 * 86_400)
    const { version } = await gameOf('catch-money')
    await staff.setPrizes(test_staff, {
      ...{ game: 'catch-money', version, prizes_per_day: 3, prizes: [{ score: 1, value: 1_000 }] },
      ...{ ranking_value: 200_000, ranking_registration: '12/SCT-2026' },
    })
    pass(86_400)
    const ranking = { value: 200_000, registration: '12/SCT-2026' }
    expect((await boardOf('catch-money')).ranking).toEqual(ranking)
    const [one, other] = [await aMember(checkout), await aMember(checkout)]
    const scores = [(await playRun(one)).score, (await playRun(other)).score] as const
    expect(await rankGames(checkout.own.db, checkout.now)).toBe(0)
    pass(86_400)
    const runs = [1, 2].map(() => rankGames(checkout.own.db, checkout.now))
    expect((await Promise.all(runs)).toSorted()).toEqual([0, 1])
    const vouchers = async (who: Buyer) =>
      dataOf<{ vouchers: { name: string }[] }>(await who.call('GET', '/api/member/vouchers'))
        .vouchers
    const winner = scores[0] >= scores[1] ? one : other
    expect((await vouchers(winner)).map(({ name }) => name)).toEqual(['Hạng nhất trò chơi'])
    expect(await vouchers(winner === one ? other : one)).toEqual([])
  })
})

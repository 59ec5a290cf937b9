import { type RefObject, useEffect, useRef, useState } from 'react'
import type { OwnGame } from '#contracts/storefront/game.ts'
import { type GameCode, hearts_at_first, type RunInput, seeds } from '#pure/games/game.ts'
import { finishRun, startRun } from '#storefront/pages/games/game-calls.ts'
import { refusalText } from '#storefront/pages/games/game-refusals.ts'
import type { GameOptions, OpenGame, Shown } from '#storefront/pages/games/play/open-game.ts'

/** The code of each game is a chunk of its own, loaded when somebody wants to play it. */
const games: Readonly<
  Record<GameCode, () => Promise<{ play: (options: GameOptions) => Promise<OpenGame> }>>
> = {
  'catch-money': () => import('#storefront/pages/games/play/catch-money.ts'),
  'jump-jump': () => import('#storefront/pages/games/play/jump-jump.ts'),
  'fruit-ninja': () => import('#storefront/pages/games/play/fruit-ninja.ts'),
}

type Phase = 'poster' | 'loading' | 'count' | 'playing' | 'paused' | 'over'

export interface Run {
  phase: Phase
  shown: Shown
  /** 3, 2, 1 before the run begins. */
  count: number
  score: number
  /** Why the run does not count; null: it does, or it is not known yet. */
  problem: string | null
  is_counted: boolean
  has_sound: boolean
  play: () => void
  pause: (is_paused: boolean) => void
  leave: () => void
  turnSound: () => void
  open: RefObject<OpenGame | null>
}

const nothing_shown: Shown = { score: 0, hearts: hearts_at_first, seconds: 0, badge: '' }
const count_ms = 650

/** A run of a game on a canvas, from the first press to its score. */
export function useRun(
  game: GameCode,
  canvas: RefObject<HTMLCanvasElement | null>,
  onCounted: (own: OwnGame) => void,
): Run {
  const [phase, setPhase] = useState<Phase>('poster')
  const [shown, setShown] = useState(nothing_shown)
  const [count, setCount] = useState(0)
  const [score, setScore] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [is_counted, setCounted] = useState(false)
  const [has_sound, setSound] = useState(false)
  const open = useRef<OpenGame | null>(null)
  const turn = useRef(0)
  useEffect(() => () => open.current?.close(), [])

  const pause = (is_paused: boolean) => {
    open.current?.pause(is_paused)
    setPhase(is_paused ? 'paused' : 'playing')
  }
  usePauseWhenHidden(phase, () => pause(true))
  const leave = () => {
    turn.current += 1
    open.current?.close()
    open.current = null
    setPhase('poster')
  }
  const end = async (token: string | null, final: number, inputs: readonly RunInput[]) => {
    setScore(final)
    setPhase('over')
    if (token === null) return
    try {
      const { own } = await finishRun(token, inputs)
      setCounted(own.is_member)
      onCounted(own)
    } catch (error) {
      setProblem(refusalText(error))
    }
  }
  const play = async () => {
    const own_turn = ++turn.current
    open.current?.close()
    open.current = null
    setPhase('loading')
    setProblem(null)
    setCounted(false)
    const started = startRun(game).catch((error: unknown) => {
      setProblem(`${refusalText(error)} Bạn vẫn chơi được, nhưng điểm lượt này không được ghi.`)
      return { seed: Math.floor(Math.random() * seeds), token: null }
    })
    try {
      const [{ seed, token }, { play: openIt }] = await Promise.all([started, games[game]()])
      if (canvas.current === null || turn.current !== own_turn) return
      const is_calm = matchMedia('(prefers-reduced-motion: reduce)').matches
      const opened = await openIt({
        ...{ canvas: canvas.current, seed, is_calm, onShow: keep(setShown) },
        onOver: (final, inputs) => void end(token, final, inputs),
      })
      if (turn.current !== own_turn) {
        opened.close()
        return
      }
      opened.pause(true)
      opened.turnSound(has_sound)
      open.current = opened
      await countDown(setPhase, setCount)
      if (turn.current !== own_turn) return
      opened.pause(false)
      setPhase('playing')
    } catch {
      if (turn.current !== own_turn) return
      setProblem('Chưa tải được trò chơi. Vui lòng kiểm tra kết nối rồi thử lại.')
      setPhase('poster')
    }
  }
  return {
    ...{ phase, shown, count, score, problem, is_counted, has_sound, open, pause, leave },
    play: () => void play(),
    turnSound: () => {
      open.current?.turnSound(!has_sound)
      setSound(!has_sound)
    },
  }
}

/** Shows only what has changed: most ticks change nothing. */
function keep(show: (shown: Shown) => void): (shown: Shown) => void {
  let last = ''
  return (shown) => {
    const now = Object.values(shown).join()
    if (now === last) return
    last = now
    show(shown)
  }
}

async function countDown(
  setPhase: (phase: Phase) => void,
  setCount: (count: number) => void,
): Promise<void> {
  setPhase('count')
  for (const count of [3, 2, 1]) {
    setCount(count)
    await new Promise((resolve) => setTimeout(resolve, count_ms))
  }
}

function usePauseWhenHidden(phase: Phase, pause: () => void): void {
  useEffect(() => {
    if (phase !== 'playing') return undefined
    const onChange = () => document.hidden && pause()
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  })
}

import type { GameBoard, OwnGame } from '#contracts/storefront/game.ts'
import { formatDong } from '#pure/money.ts'
import { formatWhole } from '#pure/formats/whole-number.ts'
import { GamePicture } from '#storefront/pages/games/game-picture.tsx'
import { game_texts } from '#storefront/pages/games/game-texts.ts'
import type { Run } from '#storefront/pages/games/stage/use-run.ts'
import { useAccount } from '#storefront/runtime/sign-in/use-account.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'

const over = 'absolute inset-0 flex flex-col items-center justify-center gap-3 p-6 text-center'

/** What is seen before the first run. Without scripts it says that the game needs them. */
export function Poster({ board: { game, is_open }, run }: { board: GameBoard; run: Run }) {
  const { sprites, seconds, touch } = game_texts[game]
  return (
    <div className={over}>
      <div className="flex items-center justify-center">
        {sprites.map((sprite, n) => (
          <GamePicture
            key={sprite}
            game={game}
            name={sprite}
            className={n === 1 ? 'z-1 -mx-3 w-38' : 'w-22'}
          />
        ))}
      </div>
      <p className="max-w-72 font-semibold text-balance">{touch}</p>
      {is_open ? (
        <button
          type="button"
          disabled={run.phase === 'loading'}
          onClick={run.play}
          className={buttonClass('primary', 'min-w-52 text-lg noscript:hidden')}
        >
          <Icon name="play" className="size-5" />
          {run.phase === 'loading' ? 'Đang mở…' : 'Chơi ngay'}
        </button>
      ) : (
        <p className="font-bold">Trò chơi đang tạm đóng.</p>
      )}
      <p className="hidden font-semibold noscript:block">Trình duyệt cần bật JavaScript để chơi.</p>
      <p className="text-sm">{seconds} giây · miễn phí · tiếng tắt sẵn</p>
      {run.problem !== null && <Problem text={run.problem} />}
    </div>
  )
}

export function PauseScreen({ run }: { run: Run }) {
  return (
    <div className={`${over} bg-night/80`}>
      <p className="text-2xl font-extrabold">Tạm dừng</p>
      <button
        type="button"
        autoFocus
        onClick={() => run.pause(false)}
        className={buttonClass('primary', 'min-w-52')}
      >
        Chơi tiếp
      </button>
      <button type="button" onClick={run.play} className={buttonClass('outline', 'min-w-52')}>
        Chơi lại từ đầu
      </button>
    </div>
  )
}

interface OverProps {
  run: Run
  board: GameBoard
  own: OwnGame | null
}

/** The score, and what it is worth. */
export function OverScreen({ run, board: { prizes }, own }: OverProps) {
  const { score, is_counted, problem } = run
  const reached = prizes.findLast((prize) => prize.score <= score)
  const next = prizes.find((prize) => prize.score > score)
  return (
    <div className={`${over} bg-night/85`}>
      <img
        src="/media/smember/mascot.webp"
        alt=""
        width={184}
        height={320}
        className="h-28 w-auto"
      />
      <p className="text-sm font-semibold">Hết lượt</p>
      <p className="text-5xl font-extrabold tabular-nums">{formatWhole(score)}</p>
      {reached !== undefined && (
        <p className="rounded-full bg-gold px-4 py-1 font-bold text-ink">
          Đạt mốc phiếu {formatDong(reached.value)}
        </p>
      )}
      {next !== undefined && (
        <p className="text-body">
          Thêm {formatWhole(next.score - score)} điểm là tới mốc {formatDong(next.value)}.
        </p>
      )}
      <Standing is_counted={is_counted} own={own} />
      {problem !== null && <Problem text={problem} />}
      <button
        type="button"
        autoFocus
        onClick={run.play}
        className={buttonClass('primary', 'min-w-52')}
      >
        <Icon name="rotate-cw" className="size-5" />
        Chơi lại
      </button>
      <button type="button" onClick={run.leave} className={buttonClass('outline', 'min-w-52')}>
        Xem bảng quà
      </button>
    </div>
  )
}

function Standing({ is_counted, own }: { is_counted: boolean; own: OwnGame | null }) {
  const account = useAccount()
  if (own !== null && !own.is_member) {
    return (
      <p className="text-body text-balance">
        <a href={account.href} className="font-bold underline">
          Đăng nhập
        </a>{' '}
        trước khi chơi để lên bảng và nhận quà.
      </p>
    )
  }
  if (!is_counted || own?.place == null) return null
  return (
    <p className="text-body">
      Bạn đang thứ {own.place} hôm nay, điểm cao nhất {formatWhole(own.best)}.
    </p>
  )
}

function Problem({ text }: { text: string }) {
  return (
    <p
      role="alert"
      className="max-w-80 rounded-xl bg-white px-3 py-2 text-body font-semibold text-sale"
    >
      {text}
    </p>
  )
}

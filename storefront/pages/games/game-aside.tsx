import { useState } from 'react'
import type { GameBoard, OwnGame } from '#contracts/storefront/game.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { formatWhole } from '#pure/formats/whole-number.ts'
import { readOwn, takePrize } from '#storefront/pages/games/game-calls.ts'
import { refusalText } from '#storefront/pages/games/game-refusals.ts'
import { useAccount } from '#storefront/runtime/sign-in/use-account.ts'
import { buttonClass } from '#web/ui/button.ts'

interface AsideProps {
  board: GameBoard
  /** What the visitor has reached; null: not known yet. */
  own: OwnGame | null
  onOwn: (own: OwnGame) => void
}

/** The table of prizes with the visitor's own state, and the board of today. */
export function GameAside({ board, own, onOwn }: AsideProps) {
  return (
    <div className="grid min-w-0 gap-3 md:gap-4">
      <section aria-labelledby="prizes" className="sheet p-4 sm:p-5">
        <h2 id="prizes" className="text-lg">
          Bảng quà hôm nay
        </h2>
        <table className="mt-2 w-full">
          <thead className="sr-only">
            <tr>
              <th scope="col">Điểm</th>
              <th scope="col">Quà</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {board.prizes.map(({ score, value, min_total }) => (
              <tr key={score}>
                <th scope="row" className="py-2.5 text-left text-lg font-bold tabular-nums">
                  {points(score)}
                </th>
                <td className="py-2.5 text-right">
                  <span className="font-bold text-sale">Phiếu {formatDong(value)}</span>
                  <span className="block text-sm text-muted">đơn từ {formatDong(min_total)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-2 text-sm text-muted">
          Mỗi người một quà mỗi ngày, đổi bằng điểm cao nhất. Còn {board.prizes_left}/
          {board.prizes_per_day} quà hôm nay.
        </p>
        {/* Its place is kept until the answer comes: the board below must not move. */}
        <div className="mt-3 min-h-20">
          <OwnPrize board={board} own={own} onOwn={onOwn} />
        </div>
      </section>
      <Board board={board} own={own} />
    </div>
  )
}

function OwnPrize({ board: { game }, own, onOwn }: AsideProps) {
  const account = useAccount()
  const [problem, setProblem] = useState<string | null>(null)
  const [is_busy, setBusy] = useState(false)
  if (own === null) return null
  if (!own.is_member) {
    return (
      <p className="rounded-2xl bg-cream p-4">
        Bạn đang chơi thử.{' '}
        <a href={account.href} className="font-bold text-accent underline">
          Đăng nhập
        </a>{' '}
        để lên bảng và nhận quà.
      </p>
    )
  }
  if (own.taken !== null) {
    const { code, value, min_total, ends_at } = own.taken
    return (
      <div className="rounded-2xl bg-success-soft p-4">
        <p className="font-bold">Quà hôm nay của bạn: phiếu {formatDong(value)}</p>
        <p className="mt-2 rounded-xl border border-dashed border-muted/60 bg-white px-4 py-2.5 font-bold tracking-wide select-all">
          {code}
        </p>
        <p className="mt-2 text-sm text-ink">
          Đơn từ {formatDong(min_total)}, dùng đến {formatDate(new Date(ends_at))}. Nhập mã ở bước
          thanh toán.
        </p>
      </div>
    )
  }
  const take = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await takePrize(game)
      onOwn(await readOwn(game))
    } catch (error) {
      setProblem(refusalText(error))
    }
    setBusy(false)
  }
  return (
    <div>
      {own.reached !== null ? (
        <>
          <p className="mb-2">
            Bạn có {points(own.best)} điểm. Nhận quà bây giờ, hoặc chơi tiếp để đổi quà cao hơn.
          </p>
          <button
            type="button"
            disabled={is_busy}
            onClick={() => void take()}
            className={buttonClass('primary', 'w-full')}
          >
            Nhận phiếu {formatDong(own.reached.value)}
          </button>
        </>
      ) : (
        <p className="text-muted">
          {own.best === 0
            ? 'Hôm nay bạn chưa chơi lượt nào.'
            : `Điểm cao nhất hôm nay của bạn: ${points(own.best)}.`}
        </p>
      )}
      {problem !== null && (
        <p role="alert" className="mt-2 text-body font-semibold text-sale">
          {problem}
        </p>
      )}
    </div>
  )
}

function Board({ board: { rows }, own }: Pick<AsideProps, 'board' | 'own'>) {
  return (
    <section aria-labelledby="board" className="sheet p-4 sm:p-5">
      <h2 id="board" className="text-lg">
        Bảng điểm hôm nay
      </h2>
      {rows.length === 0 ? (
        <p className="mt-2 text-muted">Chưa có ai lên bảng. Vị trí số 1 đang chờ bạn.</p>
      ) : (
        <ol className="mt-2 divide-y divide-line">
          {rows.map(({ place, name, score }) => (
            <li
              key={place}
              className={`flex items-center gap-3 py-2 ${own?.place === place ? 'font-bold' : ''}`}
            >
              <span
                className={`inline-flex size-8 shrink-0 items-center justify-center rounded-full text-sm font-bold ${place <= 3 ? 'bg-gold text-ink' : 'bg-mist'}`}
              >
                {place}
              </span>
              <span className="min-w-0 flex-1 truncate">
                {name}
                {own?.place === place && ' (bạn)'}
              </span>
              <span className="font-semibold tabular-nums">{points(score)}</span>
            </li>
          ))}
        </ol>
      )}
      {own?.place != null && own.place > rows.length && (
        <p className="mt-2 text-muted">
          Bạn đang thứ {own.place} với {points(own.best)} điểm.
        </p>
      )}
    </section>
  )
}

function points(score: number): string {
  return formatWhole(score)
}

import type { GameBoard } from '#contracts/storefront/game.ts'
import { formatDong } from '#pure/money.ts'
import { formatWhole } from '#pure/formats/whole-number.ts'
import { GamePicture } from '#storefront/pages/games/game-picture.tsx'
import { game_texts, hub_texts } from '#storefront/pages/games/game-texts.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Icon } from '#web/ui/icons.tsx'

/** /games: every game with its best prize. */
export function GameHub({ boards }: { boards: readonly GameBoard[] }) {
  return (
    <>
      <Breadcrumb crumbs={[hub_texts]} />
      <section className="on-dark relative overflow-hidden rounded-[20px] bg-linear-to-r from-night to-[#3b3f8f] p-5 text-white md:p-9">
        <h1 className="text-2xl text-balance md:text-4xl">Giải lao một phút, mang quà về</h1>
        <p className="mt-2 max-w-120 text-pretty">
          Chơi miễn phí, không cần mua hàng. Đạt mốc điểm là nhận phiếu giảm giá theo bảng quà công
          khai, không bốc thăm.
        </p>
        <img
          src="/media/smember/mascot-large.webp"
          alt=""
          width={552}
          height={960}
          className="absolute right-3 -bottom-16 h-72 w-auto max-sm:hidden md:right-12"
        />
      </section>
      <ul className="mt-3 grid gap-3 sm:grid-cols-3 md:mt-4 md:gap-4">
        {boards.map((board) => (
          <GameCard key={board.game} board={board} />
        ))}
      </ul>
    </>
  )
}

function GameCard({ board: { game, prizes, rows, is_open } }: { board: GameBoard }) {
  const { name, path, pitch, ground, sprites } = game_texts[game]
  const best = prizes.at(-1)
  return (
    <li className="group relative flex flex-col overflow-hidden rounded-[20px] bg-white shadow-card transition-shadow hover:shadow-raised">
      <div className={`flex h-40 items-center justify-center bg-linear-to-b md:h-52 ${ground}`}>
        {sprites.map((sprite, n) => (
          <GamePicture
            key={sprite}
            game={game}
            name={sprite}
            className={n === 1 ? 'z-1 -mx-4 w-36 md:w-44' : 'w-20 md:w-24'}
          />
        ))}
      </div>
      <div className="flex flex-1 flex-col p-4 md:p-5">
        <h2 className="text-xl">
          <a href={path} className="after:absolute after:inset-0">
            {name}
          </a>
        </h2>
        <p className="mt-1 text-pretty text-muted">{pitch}</p>
        <p className="mt-auto flex items-center justify-between gap-2 pt-3 text-body font-semibold">
          {best !== undefined && is_open ? `Quà đến ${formatDong(best.value)}` : 'Đang tạm đóng'}
          <span className="inline-flex items-center gap-1 text-accent">
            Chơi
            <Icon name="arrow-right" className="size-4" />
          </span>
        </p>
        {rows[0] !== undefined && (
          <p className="mt-1 text-sm text-muted">
            Cao nhất hôm nay: {formatWhole(rows[0].score)} điểm
          </p>
        )}
      </div>
    </li>
  )
}

import { addresses } from '#admin/addresses/addresses.ts'
import { LastChange } from '#admin/kit/settings/last-change.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { game_names, gameLink } from '#admin/pages/loyalty/games/game-names.ts'
import type { GamesData } from '#admin/pages/loyalty/games/page.server.ts'
import type { StaffGame, StaffGameOffer } from '#contracts/staff/offers/games.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'

export const title = 'Trò chơi'

/** Which games are open, and their tables of prizes. */
export function Page({ data: { games, may_change } }: { data: GamesData }) {
  return (
    <div className="grid max-w-6xl gap-4">
      <p className="text-sm text-muted">
        Quà theo mốc điểm cố định, không bốc thăm, không cần mua hàng. Bảng quà hôm nay đã công bố
        nên giữ nguyên; bảng mới có hiệu lực từ ngày mai. Đóng trò chơi thì có hiệu lực ngay.
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-3">
        {games.map((game) => (
          <GameSheet key={game.game} game={game} may_change={may_change} />
        ))}
      </div>
    </div>
  )
}

interface SheetProps {
  game: StaffGame
  may_change: boolean
}

function GameSheet({ game: row, may_change }: SheetProps) {
  const { game, is_open, version, offer, next, changed_at, changed_by } = row
  const facts = [
    ['Lượt chơi hôm nay', row.runs],
    ['Người chơi', row.players],
    ['Điểm cao nhất', row.best],
    ['Quà đã nhận', `${row.given}/${offer.prizes_per_day}`],
  ] as const
  return (
    <section aria-labelledby={game} className="sheet grid gap-4 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={game} className="text-base font-bold">
          <a href={gameLink(game)} className="hover:underline">
            {game_names[game]}
          </a>{' '}
          <span className={is_open ? 'text-success' : 'text-sale'}>
            {is_open ? 'đang mở' : 'đang đóng'}
          </span>
        </h2>
        {may_change && (
          <StaffForm
            action={addresses.games.path}
            hidden={{ game, version, is_open: is_open ? '0' : '1' }}
          >
            <SubmitButton look={is_open ? 'outline' : 'primary'}>
              {`${is_open ? 'Đóng' : 'Mở'} ${game_names[game]}`}
            </SubmitButton>
          </StaffForm>
        )}
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right font-semibold tabular-nums">
              {typeof value === 'number' ? value.toLocaleString('vi-VN') : value}
            </dd>
          </div>
        ))}
      </dl>
      <OfferTable title="Bảng quà hôm nay" offer={offer} />
      {next !== null && <OfferTable title={`Từ ${shownDay(next.from_day)}`} offer={next} />}
      <LastChange changed_at={changed_at} changed_by={changed_by} />
      {may_change && <OfferForm key={version} game={row} />}
    </section>
  )
}

function OfferTable({ title: caption, offer }: { title: string; offer: StaffGameOffer }) {
  const { prizes, prizes_per_day, ranking_value, ranking_registration } = offer
  return (
    <div>
      <h3 className="font-semibold">{caption}</h3>
      <ul>
        {prizes.map(({ score, value }) => (
          <li key={score} className="flex justify-between tabular-nums">
            <span>{score.toLocaleString('vi-VN')} điểm</span>
            <span>phiếu {formatDong(value)}</span>
          </li>
        ))}
      </ul>
      <p className="text-muted">
        {prizes_per_day.toLocaleString('vi-VN')} phiếu mỗi ngày.{' '}
        {ranking_value === 0
          ? 'Không có giải hạng nhất.'
          : `Hạng nhất: ${formatDong(ranking_value)}, đăng ký số ${ranking_registration}.`}
      </p>
    </div>
  )
}

/** Empty rows at the end are left out. */
const rows = [0, 1, 2, 3, 4, 5] as const

function OfferForm({ game: { game, version, offer, next } }: { game: StaffGame }) {
  const { prizes, prizes_per_day, ranking_value, ranking_registration } = next ?? offer
  return (
    <details>
      <summary className="cursor-pointer font-semibold text-accent">
        Đổi bảng quà từ ngày mai
      </summary>
      <StaffForm
        action={addresses.games.path}
        hidden={{ game, version }}
        className="mt-3 grid gap-2"
      >
        {rows.map((n) => (
          <div key={n} className="grid grid-cols-2 gap-2">
            <Field
              label={`Mốc ${n + 1}, điểm`}
              name={`score_${n}`}
              value={shown(prizes[n]?.score)}
            />
            <Field
              label={`Mốc ${n + 1}, phiếu (đ)`}
              name={`value_${n}`}
              value={shown(prizes[n]?.value)}
            />
          </div>
        ))}
        <Field label="Phiếu mỗi ngày" name="prizes_per_day" value={String(prizes_per_day)} />
        <Field
          label="Phiếu cho hạng nhất mỗi ngày (đ), 0 là tắt"
          name="ranking_value"
          value={shown(ranking_value)}
        />
        <Field
          label="Số đăng ký thi có thưởng"
          name="ranking_registration"
          value={ranking_registration}
        />
        <div>
          <SubmitButton look="primary">{`Lưu bảng quà ${game_names[game]}`}</SubmitButton>
        </div>
      </StaffForm>
    </details>
  )
}

function Field({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <label className="grid gap-1">
      <span className="text-muted">{label}</span>
      <input name={name} autoComplete="off" maxLength={60} defaultValue={value} className="field" />
    </label>
  )
}

function shown(value: number | undefined): string {
  return value === undefined ? '' : value.toLocaleString('vi-VN')
}

function shownDay(day: string): string {
  return formatDate(startOfDay(day))
}

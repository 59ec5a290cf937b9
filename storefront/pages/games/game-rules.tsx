import type { GameBoard } from '#contracts/storefront/game.ts'
import { formatDong } from '#pure/money.ts'
import { game_texts } from '#storefront/pages/games/game-texts.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'

/** How the game is played, and the rules of its prizes (Commercial Law, article 97). */
export function GameRules({ board: { game, prizes_per_day, ranking } }: { board: GameBoard }) {
  const { name, how, touch, keys, seconds } = game_texts[game]
  const { company, hotline } = useShop().shop
  return (
    <div className="mt-3 grid items-start gap-3 md:mt-4 md:grid-cols-2 md:gap-4">
      <section aria-labelledby="how" className="sheet p-4 sm:p-6">
        <h2 id="how" className="text-lg md:text-xl">
          Cách chơi
        </h2>
        <ul className="mt-2 list-disc space-y-1.5 pl-5">
          {how.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          <dt className="text-muted">Cảm ứng, chuột</dt>
          <dd>{touch}</dd>
          <dt className="text-muted">Bàn phím</dt>
          <dd>{keys}</dd>
          <dt className="text-muted">Một lượt</dt>
          <dd>{seconds} giây, 3 tim</dd>
        </dl>
      </section>
      <section aria-labelledby="rules" className="sheet p-4 sm:p-6">
        <h2 id="rules" className="text-lg md:text-xl">
          Thể lệ
        </h2>
        <ol className="mt-2 list-decimal space-y-1.5 pl-5">
          <li>
            Đơn vị tổ chức: {company.name}, {company.address}. Tổng đài {hotline}.
          </li>
          <li>
            “{name}” mở mỗi ngày từ 0:00 đến 24:00 (giờ Việt Nam) trên toàn quốc, cho mọi thành viên
            Smember. Khách chưa đăng nhập chơi thử, không lên bảng và không nhận quà.
          </li>
          <li>
            Chơi miễn phí, không cần mua hàng, không giới hạn số lượt. Mọi lượt có cùng số món, chỉ
            khác vị trí và thứ tự, nên điểm do tay người chơi. Không bốc thăm, không quay số.
          </li>
          <li>
            Ai đạt mốc điểm trong bảng quà thì được nhận phiếu của mốc cao nhất đã đạt trong ngày.
            Mỗi người một phiếu mỗi ngày cho tất cả trò chơi; trò này có {prizes_per_day} phiếu mỗi
            ngày, ai nhận trước được trước.
          </li>
          {ranking !== null && (
            <li>
              Hạng nhất mỗi ngày nhận thêm phiếu {formatDong(ranking.value)}, tự vào tài khoản sau
              0:00. Thi có thưởng đăng ký số {ranking.registration}.
            </li>
          )}
          <li>
            Phiếu dùng một lần trong 14 ngày, chỉ cho tài khoản đã chơi, cho đơn từ mức ghi cạnh
            phiếu, không đổi thành tiền.
          </li>
          <li>
            Bảng quà đã công bố giữ nguyên đến hết ngày; thay đổi có hiệu lực từ ngày hôm sau.
          </li>
          <li>
            Điểm do cửa hàng tính lại từ thao tác của lượt chơi. Lượt không chạy lại được, nhanh hơn
            thời gian thật hoặc gửi hai lần thì không tính.
          </li>
          <li>
            Bảng điểm che tên. Lượt chơi và điểm được xóa sau 90 ngày. Khiếu nại về quà: gọi{' '}
            {hotline}.
          </li>
        </ol>
      </section>
    </div>
  )
}

import { CallRefused } from '#storefront/pages/games/game-calls.ts'
import type { GameRefusal, MessagesByCode } from '#storefront/refusals.ts'

/** Why a run was not counted, or a prize not given. */
export const game_refusals: MessagesByCode<GameRefusal> = {
  game_closed: { text: 'Trò chơi đang tạm đóng. Mời bạn chơi trò khác nhé.' },
  run_is_invalid: {
    text: 'Lượt chơi này không phải của bạn nên không được tính. Hãy chơi lượt mới.',
  },
  run_is_expired: { text: 'Lượt chơi mở đã quá 30 phút nên không được tính. Hãy chơi lượt mới.' },
  run_is_used: { text: 'Lượt chơi này đã được tính rồi.' },
  run_is_too_fast: { text: 'Lượt chơi kết thúc nhanh hơn thời gian thật nên không được tính.' },
  run_is_impossible: {
    text: 'Cửa hàng chạy lại lượt chơi và không ra đúng điểm nên không tính được. Hãy chơi lượt mới.',
  },
  prize_not_reached: { text: 'Điểm hôm nay chưa tới mốc có quà. Chơi thêm một lượt nhé.' },
  prize_taken: { text: 'Bạn đã nhận quà hôm nay. Mai lại có quà mới.' },
  prizes_gone: { text: 'Quà hôm nay của trò này đã hết. Mai lại có quà mới.' },
}

/** Why a call did not work, for the player. */
export function refusalText(error: unknown): string {
  const code = error instanceof CallRefused ? (error.code as GameRefusal['code']) : null
  const known = code === null ? undefined : game_refusals[code]
  return known?.text ?? 'Chưa kết nối được với cửa hàng. Vui lòng thử lại sau ít phút.'
}

import type { GameCode } from '#pure/games/game.ts'
import { gameLink } from '#storefront/addresses/game-links.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'

interface GameTexts {
  code: GameCode
  name: string
  path: string
  title: string
  description: string
  /** One sentence under the name. */
  pitch: string
  /** What the picture of the game shows, for those who do not see it. */
  picture: string
  /** How it is played, point by point. */
  how: readonly string[]
  touch: string
  keys: string
  seconds: number
  /** The colours of the game's card and stage. */
  ground: string
  /** Three pictures of its sheet, for its card. */
  sprites: readonly [string, string, string]
}

export const hub_texts = {
  name: 'Trò chơi',
  path: frame_paths.games,
  title: 'Trò chơi có quà: hứng tiền, nhảy nhảy, chém trái cây',
  description:
    'Chơi miễn phí ngay trên điện thoại hay máy tính, không cài đặt. Đạt mốc điểm là nhận phiếu giảm giá theo bảng quà công khai, không cần mua hàng.',
}

export const game_texts: Readonly<Record<GameCode, GameTexts>> = {
  'catch-money': {
    code: 'catch-money',
    name: 'Hứng tiền',
    path: gameLink('catch-money'),
    title: 'Hứng tiền: chơi 60 giây, đủ điểm là có phiếu giảm giá',
    description:
      'Kéo chiếc túi hứng xu, tiền, lì xì và hộp quà, né bom trong 60 giây. Đạt mốc điểm là nhận phiếu giảm giá, chơi miễn phí.',
    pitch: 'Phố lên đèn, tiền rơi như mưa. Kéo chiếc túi hứng cho kịp và né bom.',
    picture: 'Chiếc túi mua sắm hứng xu và hộp quà rơi trên phố buổi tối.',
    how: [
      'Xu 10 điểm, tiền giấy 20, lì xì 40, hộp quà 60.',
      'Hứng liền 8 món không rơi món nào, điểm được nhân thêm 1, cao nhất ×5.',
      'Dấu % nhân đôi điểm và tia sét hút tiền về túi, mỗi thứ 6 giây.',
      'Chạm bom mất một tim và mất chuỗi. Hết 3 tim là hết lượt.',
    ],
    touch: 'Kéo ngón tay trên màn hình, túi chạy theo.',
    keys: 'Mũi tên trái, phải. P tạm dừng, M bật tiếng.',
    seconds: 60,
    ground: 'from-[#16224f] to-[#c9607a]',
    sprites: ['coin', 'bag', 'gift'],
  },
  'jump-jump': {
    code: 'jump-jump',
    name: 'Nhảy nhảy',
    path: gameLink('jump-jump'),
    title: 'Nhảy nhảy: nhảy cao 75 giây, đủ điểm là có phiếu giảm giá',
    description:
      'Đưa chú điện thoại nhảy từ bệ này lên bệ khác, nhặt xu, bật lò xo, cưỡi tia sét lên tận trời sao. Chơi miễn phí, đạt mốc điểm là có quà.',
    pitch: 'Chú điện thoại muốn bắt sóng trên trời sao. Lái cho chú đáp trúng từng bệ.',
    picture: 'Chú điện thoại giơ tay nhảy lên các bệ giữa trời.',
    how: [
      'Cứ cao thêm một đoạn là thêm 1 điểm; mỗi xu 30 điểm.',
      'Bệ cam đứng yên, bệ xanh ngọc trôi ngang, bệ xanh đậm vỡ sau một lần nhảy.',
      'Lò xo bật cao gấp ba, tia sét đưa bạn bay hơn một giây.',
      'Rơi khỏi màn hình mất một tim. Hết 3 tim hoặc hết 75 giây là hết lượt.',
    ],
    touch: 'Kéo ngón tay sang hai bên, chú nhảy theo hướng đó.',
    keys: 'Mũi tên trái, phải. P tạm dừng, M bật tiếng.',
    seconds: 75,
    ground: 'from-[#1b2a5c] to-[#4a7fc9]',
    sprites: ['coral', 'up', 'coin'],
  },
  'fruit-ninja': {
    code: 'fruit-ninja',
    name: 'Chém trái cây',
    path: gameLink('fruit-ninja'),
    title: 'Chém trái cây: 60 giây chém, đủ điểm là có phiếu giảm giá',
    description:
      'Vuốt để chém cam, táo, dưa hấu, thanh long bay lên, chém liền tay được nhân điểm, đừng chạm bom. Chơi miễn phí, đạt mốc điểm là có quà.',
    pitch: 'Trái cây bay lên là vuốt. Chém liền tay điểm nhân lên, gặp bom thì rút dao.',
    picture: 'Dưa hấu, thanh long và cam bay lên, một quả vừa bị chém đôi.',
    how: [
      'Cam, táo, chanh 10 điểm; kiwi, dưa hấu 15; thanh long 30.',
      'Chém quả sau trong chưa đầy nửa giây: điểm nhân 2, 3… cao nhất ×5.',
      'Quả rơi xuống không sao. Chém trúng bom mất một tim.',
      'Hết 3 tim hoặc hết 60 giây là hết lượt.',
    ],
    touch: 'Vuốt ngón tay qua trái cây.',
    keys: 'Phím 1 đến 5 chém theo làn, hoặc mũi tên chọn làn rồi phím cách. P tạm dừng, M bật tiếng.',
    seconds: 60,
    ground: 'from-[#0f3a3c] to-[#2f8f6f]',
    sprites: ['blade', 'melon', 'dragon'],
  },
}

/**
 * Paths that the frame of every page and the first scripts link to. They stand apart from the tables of addresses,
 * which no first page loads (decision 266).
 */
export const frame_paths = {
  home: '/',
  cart: '/cart',
  menu: '/danh-muc',
  compare: '/so-sanh',
  search: '/tim-kiem',
  province: '/chon-tinh-thanh',
  shops: '/he-thong-cua-hang',
  privacy: '/quyen-rieng-tu',
  wishlist: '/yeu-thich',
  notice: '/bao-tin',
  start: '/nhac-toi',
  lookup: '/tracuu',
  calendar: '/lich-van-nien',
  device_test: '/kiem-tra-linh-kien-may-tinh-online',
  games: '/games',
  repairs: '/dich-vu/sua-chua-dien-thoai',
  trade_in: '/thu-cu-doi-moi',
  used: '/may-cu',
} as const

import type {
  LandingBlock,
  LandingPhase,
  LandingTheme,
} from '#contracts/storefront/landing/blocks.ts'
import type { StoredLanding } from '#contracts/staff/offers/landing-pages.ts'

export const phase_titles: Record<LandingPhase, string> = {
  teasing: 'Sắp mở bán',
  running: 'Đang chạy',
  'd-day': 'Ngày vàng',
  over: 'Ngoài thời gian',
}

export const layout_titles: Record<StoredLanding['layout'], string> = {
  'landing-page': 'Chiến dịch',
  'hide-footer': 'Không chân trang',
}

export const theme_titles: Record<LandingTheme, string> = {
  night: 'Đêm xanh (Black Friday)',
  tet: 'Đỏ Tết',
  rose: 'Hồng 8/3',
  sky: 'Xanh trời, vở kẻ',
  sun: 'Vàng nắng',
  peach: 'Cam đào, thẻ giá',
  cream: 'Kem',
  mint: 'Bạc hà',
  lilac: 'Tím nhạt',
}

export const recur_titles: Record<StoredLanding['recurs'], string> = {
  never: 'Không lặp lại',
  yearly: 'Mỗi năm, cùng ngày',
  tet: 'Theo mùng Một Tết',
  'black-friday': 'Theo Black Friday',
}

export const block_titles: Record<LandingBlock['kind'], string> = {
  hero: 'Hình lớn',
  countdown: 'Đếm ngược',
  flash: 'Flash sale',
  products: 'Sản phẩm',
  vouchers: 'Mã giảm giá',
  tiles: 'Ô dẫn đường',
  steps: 'Các bước, mốc giờ',
  repairs: 'Bảng giá sửa chữa',
  used: 'Máy cũ',
  video: 'Video',
  faq: 'Hỏi đáp',
  text: 'Đoạn văn',
  form: 'Ô nhập tìm nhanh',
  brand: 'Góc thương hiệu',
  categories: 'Kệ hàng theo danh mục',
  posts: 'Bài viết',
}

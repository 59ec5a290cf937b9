/** The figures that the text of a static page may name in braces, and what they mean to staff (decision 263). */
export const page_figures: { name: string; means: string }[] = [
  { name: 'shop_name', means: 'tên cửa hàng' },
  { name: 'shop_host', means: 'địa chỉ trang' },
  { name: 'hotline', means: 'tổng đài' },
  { name: 'company_name', means: 'tên công ty' },
  { name: 'company_address', means: 'địa chỉ công ty' },
  { name: 'company_tax_code', means: 'mã số thuế' },
  { name: 'company_registration', means: 'đăng ký kinh doanh' },
  { name: 'company_email', means: 'email công ty' },
  { name: 'delivery_fee', means: 'phí giao hàng' },
  { name: 'free_from', means: 'miễn phí giao từ' },
  { name: 'cut_off', means: 'giờ chốt đơn trong ngày' },
  { name: 'near_hours', means: 'số giờ giao nội tỉnh' },
  { name: 'prepare_minutes', means: 'số phút soạn hàng' },
  { name: 'away_days', means: 'số ngày giao tỉnh khác' },
  { name: 'rural_days', means: 'số ngày thêm cho vùng xa' },
  { name: 'keep_days', means: 'số ngày giữ hàng tại cửa hàng' },
  { name: 'faulty_days', means: 'số ngày đổi máy lỗi' },
  { name: 'wrong_item_days', means: 'số ngày đổi hàng giao sai' },
  { name: 'not_liked_terms', means: 'hạn và phí trả hàng không ưng' },
  { name: 'bring_days', means: 'số ngày mang hàng đến trả' },
  { name: 'cod_limit', means: 'mức thu tiền khi giao' },
  { name: 'cod_hours', means: 'số giờ chờ xác nhận đơn COD' },
]

/** How long data of a kind is retained: {held_consents}. */
const held = /^held_[a-z_]+$/
const known = new Set(page_figures.map(({ name }) => name))

/** The first name in braces that no figure has; null: all are known. */
export function unknownFigure(text: string): string | null {
  for (const [, name = ''] of text.matchAll(/\{([a-z_]+)\}/g)) {
    if (!known.has(name) && !held.test(name)) return `{${name}}`
  }
  return null
}

/** A bank that receives NAPAS 247 transfers. */
export interface Bank {
  bin: string
  short_name: string
  name: string
}

/** Banks by NAPAS BIN, as they appear in transfer apps (list of vietnam-qr-pay, 2026-07). */
export const banks: readonly Bank[] = [
  ['970436', 'Vietcombank', 'Ngân hàng TMCP Ngoại Thương Việt Nam'],
  ['970415', 'VietinBank', 'Ngân hàng TMCP Công thương Việt Nam'],
  ['970418', 'BIDV', 'Ngân hàng TMCP Đầu tư và Phát triển Việt Nam'],
  ['970405', 'Agribank', 'Ngân hàng Nông nghiệp và Phát triển Nông thôn Việt Nam'],
  ['970407', 'Techcombank', 'Ngân hàng TMCP Kỹ thương Việt Nam'],
  ['970422', 'MB Bank', 'Ngân hàng TMCP Quân đội'],
  ['970416', 'ACB', 'Ngân hàng TMCP Á Châu'],
  ['970432', 'VPBank', 'Ngân hàng TMCP Việt Nam Thịnh Vượng'],
  ['970423', 'TPBank', 'Ngân hàng TMCP Tiên Phong'],
  ['970403', 'Sacombank', 'Ngân hàng TMCP Sài Gòn Thương Tín'],
  ['970441', 'VIB', 'Ngân hàng TMCP Quốc tế Việt Nam'],
  ['970443', 'SHB', 'Ngân hàng TMCP Sài Gòn – Hà Nội'],
  ['970437', 'HDBank', 'Ngân hàng TMCP Phát triển TP. Hồ Chí Minh'],
  ['970426', 'MSB', 'Ngân hàng TMCP Hàng Hải'],
  ['970448', 'OCB', 'Ngân hàng TMCP Phương Đông'],
  ['970431', 'Eximbank', 'Ngân hàng TMCP Xuất Nhập khẩu Việt Nam'],
  ['970440', 'SeABank', 'Ngân hàng TMCP Đông Nam Á'],
  ['970449', 'LPBank', 'Ngân hàng TMCP Lộc Phát Việt Nam'],
  ['970429', 'SCB', 'Ngân hàng TMCP Sài Gòn'],
  ['970428', 'Nam A Bank', 'Ngân hàng TMCP Nam Á'],
  ['970452', 'KienlongBank', 'Ngân hàng TMCP Kiên Long'],
  ['970412', 'PVcomBank', 'Ngân hàng TMCP Đại Chúng Việt Nam'],
  ['970454', 'BVBank', 'Ngân hàng TMCP Bản Việt'],
  ['970406', 'Vikki Bank', 'Ngân hàng số Vikki'],
  ['970414', 'MBV', 'Ngân hàng Việt Nam Hiện Đại'],
  ['546034', 'CAKE', 'Ngân hàng số CAKE by VPBank'],
  ['963388', 'Timo', 'Ngân hàng số Timo'],
  ['971025', 'MoMo', 'Ví điện tử MoMo'],
].map(([bin = '', short_name = '', name = '']) => ({ bin, short_name, name }))

/** The bank with a BIN. A bank that is not in the list gets its BIN as name. */
export function bankOf(bin: string): Bank {
  return banks.find((bank) => bank.bin === bin) ?? { bin, short_name: bin, name: `BIN ${bin}` }
}

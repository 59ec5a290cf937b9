import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** A Vietnamese mobile number, or the text that explains to the shopper why the input is not one. */
type MobileReading = { e164: string; problem: null } | { e164: null; problem: string }

// Prefixes of eleven-digit numbers, retired on 2018-11-15, with their replacements.
const moved_prefixes: Readonly<Record<string, string>> = {
  '0120': '070',
  '0121': '079',
  '0122': '077',
  '0123': '083',
  '0124': '084',
  '0125': '085',
  '0126': '076',
  '0127': '081',
  '0128': '078',
  '0129': '082',
  '0162': '032',
  '0163': '033',
  '0164': '034',
  '0165': '035',
  '0166': '036',
  '0167': '037',
  '0168': '038',
  '0169': '039',
  '0186': '056',
  '0188': '058',
  '0199': '059',
}

// Landlines of Ninh Bình, Hải Phòng and Đà Nẵng until 2017. The metadata of libphonenumber calls them mobile.
const former_landline = /^(030|031|051)\d{6,8}$/

const not_a_mobile =
  'Số điện thoại không đúng. Vui lòng nhập số di động 10 chữ số, ví dụ 0912 345 678.'

/**
 * Reads a mobile number in any notation of shoppers: +84, 84, 0084 or 0 in front; dots, blanks, hyphens and
 * brackets between; full-width digits. Ranges without a mobile network are refused.
 */
export function readMobile(text: string): MobileReading {
  const national = nationalNumber(text)
  if (national === null) return wrong(not_a_mobile)
  const moved = national.length === 11 ? moved_prefixes[national.slice(0, 4)] : undefined
  if (moved !== undefined) {
    return wrong(
      `Đầu số ${national.slice(0, 4)} đã đổi thành ${moved}. Vui lòng nhập số mới có 10 chữ số.`,
    )
  }
  const [, prefix] = former_landline.exec(national) ?? []
  if (prefix !== undefined) {
    return wrong(
      `Đầu số ${prefix} là của số máy bàn cũ. Vui lòng nhập số di động 10 chữ số để nhận tin về đơn hàng.`,
    )
  }
  const number = parsePhoneNumberFromString(national, 'VN')
  if (number?.isValid() !== true) return wrong(not_a_mobile)
  switch (number.getType()) {
    case 'MOBILE':
      return { e164: number.number, problem: null }
    case 'FIXED_LINE':
      return wrong('Đây là số cố định. Vui lòng nhập số di động để nhận tin về đơn hàng.')
    case 'TOLL_FREE':
    case 'PREMIUM_RATE':
      return wrong('Đây là số tổng đài. Vui lòng nhập số di động của bạn.')
    default:
      return wrong(not_a_mobile)
  }
}

/** "+84912345678" in the national form: "0912345678". */
export function nationalForm(e164: string): string {
  return e164.replace(/^\+84/, '0')
}

/** "0912345678" in the form that is stored and sent to gateways: "+84912345678". */
export function storedForm(national: string): string {
  return national.replace(/^0/, '+84')
}

function nationalNumber(text: string): string | null {
  const compact = text.normalize('NFKC').replace(/[\s.()/\-‐-―·]/g, '')
  if (!/^\+?\d{8,15}$/.test(compact)) return null
  const foreign = /^(?:\+84|0084|84(?=\d{9,10}$))0?(\d+)$/.exec(compact)
  if (foreign) return isHotline(foreign[1] ?? '') ? (foreign[1] ?? null) : `0${foreign[1] ?? ''}`
  if (compact.startsWith('0') || isHotline(compact)) return compact
  return null
}

function isHotline(digits: string): boolean {
  return /^1[89]00\d{4,6}$/.test(digits)
}

function wrong(problem: string): MobileReading {
  return { e164: null, problem }
}

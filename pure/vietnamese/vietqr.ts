/** The data of a VietQR code: receiving account, amount and purpose of a transfer. */
export interface VietQr {
  /** Six digits of the receiving bank (NAPAS BIN). */
  bank_bin: string
  account_number: string
  /** Whole đồng; null: the payer enters the amount (a static code). */
  amount: number | null
  /** At most 25 ASCII characters; null for none. */
  purpose: string | null
}

const napas_aid = 'A000000727'
const to_account = 'QRIBFTTA'
const dong = '704'

/**
 * The text of a VietQR code: EMVCo fields as specified by NAPAS (VietQR format 1.5.2). With an amount the
 * code is dynamic, for one payment; without an amount it is static. Throws RangeError if a field is not
 * valid, because banks could misread such a code.
 */
export function vietQrText({ bank_bin, account_number, amount, purpose }: VietQr): string {
  if (!/^\d{6}$/.test(bank_bin)) throw new RangeError('a BIN has six digits')
  if (!/^[A-Za-z0-9]{1,19}$/.test(account_number))
    throw new RangeError('the account number is not valid')
  if (amount !== null && !(Number.isSafeInteger(amount) && amount > 0 && amount < 1e13)) {
    throw new RangeError('the amount is not a positive number of whole đồng')
  }
  if (purpose !== null && !/^[A-Za-z0-9 ]{1,25}$/.test(purpose)) {
    throw new RangeError('a purpose has at most 25 letters, digits and blanks')
  }
  const receiver = field('00', bank_bin) + field('01', account_number)
  const text =
    field('00', '01') +
    field('01', amount === null ? '11' : '12') +
    field('38', field('00', napas_aid) + field('01', receiver) + field('02', to_account)) +
    field('53', dong) +
    (amount === null ? '' : field('54', String(amount))) +
    field('58', 'VN') +
    (purpose === null ? '' : field('62', field('08', purpose)))
  return `${text}6304${crc16(`${text}6304`)}`
}

/** Reads the text of a VietQR code. Null if it is not one or its checksum is wrong. */
export function readVietQr(text: string): VietQr | null {
  if (text.slice(-8, -4) !== '6304' || crc16(text.slice(0, -4)) !== text.slice(-4)) return null
  const fields = readFields(text.slice(0, -8))
  const merchant = readFields(fields?.get('38') ?? '')
  const receiver = readFields(merchant?.get('01') ?? '')
  const bank_bin = receiver?.get('00')
  const account_number = receiver?.get('01')
  if (!fields || merchant?.get('00') !== napas_aid || !bank_bin || !account_number) return null
  const amount = fields.get('54')
  if (amount !== undefined && !/^\d{1,13}$/.test(amount)) return null
  return {
    bank_bin,
    account_number,
    amount: amount === undefined ? null : Number(amount),
    purpose: readFields(fields.get('62') ?? '')?.get('08') ?? null,
  }
}

function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value
}

function readFields(text: string): Map<string, string> | null {
  const fields = new Map<string, string>()
  let rest = text
  while (rest !== '') {
    const head = /^(\d\d)(\d\d)/.exec(rest)
    const end = 4 + Number(head?.[2])
    if (!head?.[1] || rest.length < end) return null
    fields.set(head[1], rest.slice(4, end))
    rest = rest.slice(end)
  }
  return fields
}

// CRC-16/CCITT-FALSE: polynomial 1021, from FFFF, not reflected (EMVCo field 63).
function crc16(text: string): string {
  let crc = 0xffff
  for (const character of text) {
    crc ^= (character.codePointAt(0) ?? 0) << 8
    for (let bit = 0; bit < 8; bit++) {
      crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

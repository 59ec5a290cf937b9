/** A bank app that a link of VietQR opens (vietqr.io/deeplink). */
interface BankApp {
  /** The id of the app; for these banks it is the code of the bank too. */
  id: string
  bin: string
  name: string
  /** Opens with account, amount and content filled in. The others open at their start. */
  fills_in: boolean
}

/** The apps that most people have; those that fill in stand first (changelog of vietqr.io, 2026-07-31). */
export const bank_apps: readonly BankApp[] = [
  { id: 'mb', bin: '970422', name: 'MB Bank', fills_in: true },
  { id: 'bidv', bin: '970418', name: 'BIDV', fills_in: true },
  { id: 'icb', bin: '970415', name: 'VietinBank', fills_in: true },
  { id: 'acb', bin: '970416', name: 'ACB', fills_in: true },
  { id: 'ocb', bin: '970448', name: 'OCB', fills_in: true },
  { id: 'vcb', bin: '970436', name: 'Vietcombank', fills_in: false },
  { id: 'tcb', bin: '970407', name: 'Techcombank', fills_in: false },
  { id: 'vpb', bin: '970432', name: 'VPBank', fills_in: false },
  { id: 'tpb', bin: '970423', name: 'TPBank', fills_in: false },
  { id: 'vba', bin: '970405', name: 'Agribank', fills_in: false },
  { id: 'vib', bin: '970441', name: 'VIB', fills_in: false },
  { id: 'shb', bin: '970443', name: 'SHB', fills_in: false },
]

/** Codes of further banks that a shop may have its account at. */
const other_codes: Readonly<Record<string, string>> = {
  '970403': 'stb',
  '970437': 'hdb',
  '970426': 'msb',
  '970431': 'eib',
  '970440': 'seab',
  '970449': 'lpb',
}

interface Transfer {
  bank: { bin: string }
  account_number: string
  account_name: string
  amount: number
  content: string
}

/**
 * The address that opens a bank app for a transfer, as vietqr.io describes it: `@` and the return address stand as they
 * are. For an account at a bank without a known code the app opens with nothing filled in.
 */
export function bankAppUrl(app_id: string, transfer: Transfer, return_url: string): string {
  const { bank, account_number, account_name, amount, content } = transfer
  const own = bank_apps.find(({ bin }) => bin === bank.bin)?.id ?? other_codes[bank.bin]
  const start = `https://dl.vietqr.io/pay?app=${app_id}`
  if (own === undefined) return start
  const text = encodeURIComponent(content)
  const name = encodeURIComponent(account_name)
  const account = `${encodeURIComponent(account_number)}@${own}`
  return `${start}&am=${amount}&tn=${text}&ba=${account}&bn=${name}&url=${return_url}`
}

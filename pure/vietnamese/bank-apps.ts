/** A bank app that a link of VietQR opens (vietqr.io/deeplink). */
export interface BankApp {
  /** The id of the app; for these banks it is the code of the bank too. */
  id: string
  bin: string
  name: string
  /** What customers call the bank, short enough for the tile of an app. */
  mark: string
  /** The bank's own colour, darkened where white text on it would be hard to read. */
  color: string
  /** Opens with account, amount and content filled in. The others open at their start. */
  fills_in: boolean
}

/** The apps that most people have; those that fill in stand first (changelog of vietqr.io, 2026-07-31). */
export const bank_apps: readonly BankApp[] = [
  { id: 'mb', bin: '970422', name: 'MB Bank', mark: 'MB', color: '#141ed2', fills_in: true },
  { id: 'bidv', bin: '970418', name: 'BIDV', mark: 'BIDV', color: '#006b68', fills_in: true },
  {
    id: 'icb',
    bin: '970415',
    name: 'VietinBank',
    mark: 'Vietin',
    color: '#005993',
    fills_in: true,
  },
  { id: 'acb', bin: '970416', name: 'ACB', mark: 'ACB', color: '#0a4da2', fills_in: true },
  { id: 'ocb', bin: '970448', name: 'OCB', mark: 'OCB', color: '#00793b', fills_in: true },
  { id: 'vcb', bin: '970436', name: 'Vietcombank', mark: 'VCB', color: '#00713d', fills_in: false },
  { id: 'tcb', bin: '970407', name: 'Techcombank', mark: 'TCB', color: '#d7141a', fills_in: false },
  { id: 'vpb', bin: '970432', name: 'VPBank', mark: 'VPB', color: '#007f3e', fills_in: false },
  { id: 'tpb', bin: '970423', name: 'TPBank', mark: 'TPB', color: '#5c2d91', fills_in: false },
  { id: 'vba', bin: '970405', name: 'Agribank', mark: 'Agri', color: '#9b1c3a', fills_in: false },
  { id: 'vib', bin: '970441', name: 'VIB', mark: 'VIB', color: '#0a5ca8', fills_in: false },
  { id: 'shb', bin: '970443', name: 'SHB', mark: 'SHB', color: '#bd4a0c', fills_in: false },
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

import { recaptcha_test_secret } from '#config/limits-settings.ts'

/** Stand-ins that say what they are; a live shop must replace every one of them. */
export const demo_legal = {
  company_name: 'Công ty TNHH Cửa hàng mẫu (dữ liệu minh họa)',
  company_address: '1 Đường Minh Họa, Phường Mẫu, TP. Hồ Chí Minh (địa chỉ minh họa)',
  company_tax_code: '0000000000 (minh họa)',
  company_registration: 'GCNĐKDN số 0000000000 do Sở KH&ĐT TP.HCM cấp (số minh họa)',
  company_email: 'minh-hoa@example.com',
}

/** An account that no bank keeps, so that nobody's real money can go astray. */
export const demo_bank = {
  bin: '970422',
  account_number: 'TIEMDEMO000000',
  account_name: 'CUA HANG MAU (MINH HOA)',
}

/** Opens the staff's pages of a demo shop. */
export const demo_staff_token = 'nhan-vien-demo'

const legal_settings = {
  company_name: 'COMPANY_NAME',
  company_address: 'COMPANY_ADDRESS',
  company_tax_code: 'COMPANY_TAX_CODE',
  company_registration: 'COMPANY_REGISTRATION',
  company_email: 'COMPANY_EMAIL',
} as const

type Checked = {
  public_url: string
  secret_key: string | null
  seed: string
  legal: Record<keyof typeof legal_settings, string>
  bank: { account_number: string; account_name: string }
  sepay: { api_key: string | null; webhook_secret: string | null }
  payos: object | null
  rate_limits: number
  recaptcha: { site_key: string; secret: string } | null
  staff_token: string
  mail: object | null
}

/** What a shop that takes real money may not keep from the demo, each as one sentence. */
export function liveProblems(config: Checked): string[] {
  const problems: string[] = []
  if (config.secret_key === null) problems.push('SECRET_KEY must be set: 32 characters or more')
  if (!config.public_url.startsWith('https://')) {
    problems.push(`PUBLIC_URL must start with https:// (it is ${config.public_url})`)
  }
  if (config.seed === 'demo') problems.push('SEED must be none: live shops hold no demo goods')
  for (const [field, setting] of Object.entries(legal_settings)) {
    const key = field as keyof typeof legal_settings
    if (config.legal[key] === demo_legal[key]) {
      problems.push(`${setting} still holds the demo text: set your company's own`)
    }
  }
  if (config.rate_limits === 0) problems.push('RATE_LIMITS must not be off: anybody could flood it')
  if (config.recaptcha?.secret === recaptcha_test_secret) {
    problems.push("RECAPTCHA_SECRET is Google's key for tests, which lets everybody pass")
  }
  if (config.mail === null) {
    problems.push('SMTP_URL and MAIL_FROM must be set, or shoppers hear nothing of their orders')
  }
  problems.push(...paymentProblems(config))
  return problems.map((problem) => `SHOP_MODE=live: ${problem}`)
}

/** Money must arrive at the shop, somebody must tell, and only staff may see it. */
function paymentProblems({ bank, sepay, payos, staff_token }: Checked): string[] {
  const problems: string[] = []
  if (bank.account_number === demo_bank.account_number) {
    problems.push('BANK_ACCOUNT still holds the demo account: set it and BANK_BIN')
  }
  if (bank.account_name === demo_bank.account_name) {
    problems.push('BANK_ACCOUNT_NAME still holds the demo name: set your own')
  }
  if (sepay.api_key === null && sepay.webhook_secret === null && payos === null) {
    problems.push(
      'nobody tells when money comes: set SEPAY_WEBHOOK_SECRET or SEPAY_API_KEY, or the three of PAYOS_',
    )
  }
  if (staff_token === demo_staff_token) {
    problems.push('STAFF_TOKEN still holds the demo token: set your own, 12 characters or more')
  }
  return problems
}

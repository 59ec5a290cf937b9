import { recaptcha_test_secret } from '#config/limits-settings.ts'
import { isWeakToken } from '#config/weak-token.ts'

/** Company data of the demo shop, marked as such. A live shop must replace all of it. */
export const demo_legal = {
  company_name: 'Công ty TNHH Cửa hàng mẫu (dữ liệu minh họa)',
  company_address: '1 Đường Minh Họa, Phường Mẫu, TP. Hồ Chí Minh (địa chỉ minh họa)',
  company_tax_code: '0000000000 (minh họa)',
  company_registration: 'GCNĐKDN số 0000000000 do Sở KH&ĐT TP.HCM cấp (số minh họa)',
  company_email: 'minh-hoa@example.com',
}

/** An account that does not exist at any bank, so that no real money can be lost. */
export const demo_bank = {
  bin: '970422',
  account_number: 'TIEMDEMO000000',
  account_name: 'CUA HANG MAU (MINH HOA)',
}

/** The password for the staff pages of a demo shop. */
export const demo_staff_token = 'nhan-vien-demo'

const random_token = 'set a random one, for example the output of: openssl rand -base64 24'

const legal_settings = {
  company_name: 'COMPANY_NAME',
  company_address: 'COMPANY_ADDRESS',
  company_tax_code: 'COMPANY_TAX_CODE',
  company_registration: 'COMPANY_REGISTRATION',
  company_email: 'COMPANY_EMAIL',
} as const

type CheckedConfig = {
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
  metrics_token: string | null
  /** Whether TRUST_PROXY is set, also to none. */
  is_proxy_stated: boolean
  mail: object | null
}

/** The demo values that a live shop must replace, and settings it lacks; one sentence each. */
export function liveProblems(config: CheckedConfig): string[] {
  const problems: string[] = []
  if (config.secret_key === null) problems.push('SECRET_KEY must be set: 32 characters or more')
  if (!config.public_url.startsWith('https://')) {
    problems.push(`PUBLIC_URL must start with https:// (it is ${config.public_url})`)
  }
  if (config.seed === 'demo') problems.push('SEED must be none: a live shop has no demo products')
  for (const [field, setting] of Object.entries(legal_settings)) {
    const key = field as keyof typeof legal_settings
    if (config.legal[key] === demo_legal[key]) {
      problems.push(`${setting} still has the demo text: set the data of your company`)
    }
  }
  if (config.rate_limits === 0)
    problems.push('RATE_LIMITS must not be off: the shop could be flooded with requests')
  if (config.recaptcha?.secret === recaptcha_test_secret) {
    problems.push("RECAPTCHA_SECRET is Google's test key, which accepts every captcha")
  }
  if (config.mail === null) {
    problems.push(
      'SMTP_URL and MAIL_FROM must be set: without them shoppers get no messages about their orders',
    )
  }
  problems.push(...paymentProblems(config), ...doorProblems(config))
  return problems.map((problem) => `SHOP_MODE=live: ${problem}`)
}

/** Payments must reach the shop's account, and a provider must report them. */
function paymentProblems({ bank, sepay, payos }: CheckedConfig): string[] {
  const problems: string[] = []
  if (bank.account_number === demo_bank.account_number) {
    problems.push('BANK_ACCOUNT still has the demo account: set your account and BANK_BIN')
  }
  if (bank.account_name === demo_bank.account_name) {
    problems.push('BANK_ACCOUNT_NAME still has the demo name: set the name of your account')
  }
  if (sepay.api_key === null && sepay.webhook_secret === null && payos === null) {
    problems.push(
      'no provider reports payments: set SEPAY_WEBHOOK_SECRET or SEPAY_API_KEY, or the three PAYOS_ settings',
    )
  }
  return problems
}

/** What protects the pages of staff and /metrics against strangers. */
function doorProblems({ staff_token, metrics_token, is_proxy_stated }: CheckedConfig): string[] {
  const problems: string[] = []
  if (staff_token === demo_staff_token) {
    problems.push(`STAFF_TOKEN still has the demo token: ${random_token}`)
  } else if (isWeakToken(staff_token)) {
    problems.push(`STAFF_TOKEN is easy to guess: ${random_token}`)
  }
  if (metrics_token !== null && isWeakToken(metrics_token)) {
    problems.push(`METRICS_TOKEN is easy to guess: ${random_token}`)
  }
  if (!is_proxy_stated && metrics_token === null) {
    problems.push(
      'TRUST_PROXY must be set to the addresses of your proxy, such as 127.0.0.1, or to none if shoppers reach this server directly: otherwise rate limits cannot tell shoppers apart and /metrics may be public. A METRICS_TOKEN alone protects only /metrics',
    )
  }
  return problems
}

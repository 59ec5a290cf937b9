import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { filesProblems, filesSettings, s3Of } from '#config/files-settings.ts'
import {
  googleOf,
  identityProblems,
  identitySettings,
  zaloSignInOf,
} from '#config/identity-settings.ts'
import { imageHosts, imageOrigins } from '#config/image-hosts.ts'
import { rateLimits, recaptchaKeys, trustProxy } from '#config/limits-settings.ts'
import { mailOf, mailProblems, mailSettings, smsOf, zaloOf } from '#config/mail-settings.ts'
import { demo_bank, demo_legal, demo_staff_token, liveProblems } from '#config/live-rules.ts'

type Env = Record<string, string | undefined>

const whole = (smallest: number, largest: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= smallest && n <= largest, `must be between ${smallest} and ${largest}`)

const text = z.string().trim().min(1)

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://shop.example' })
  .transform((address) => address.replace(/\/+$/, ''))

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/.+/, 'must look like postgres://user:password@host:5432/name')

/** A domain, without the dot in front that browsers ignore. */
const cookieDomain = z
  .string()
  .regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain like shop.example')
  .transform((domain) => domain.replace(/^\./, '').toLowerCase())
  .optional()

const oneOf = <const T extends [string, ...string[]]>(names: T) =>
  z.enum(names, { error: `must be one of: ${names.join(', ')}` })

const EnvSchema = z.object({
  PORT: whole(1, 65535).default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  MEMBER_URL: webAddress.optional(),
  COOKIE_DOMAIN: cookieDomain,
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_APP_URL: databaseUrl.optional(),
  DATABASE_POOL: whole(1, 200).default(16),
  DATA_DIR: text.default('./data'),
  WEB_CONCURRENCY: z
    .union([z.literal('auto'), whole(1, 64)], { error: 'must be auto or a whole number up to 64' })
    .default(1),
  PAGE_CACHE_MB: whole(0, 65536).default(64),
  ORDER_BATCH: whole(1, 256).default(64),
  SEED: oneOf(['demo', 'none']).default('demo'),
  SHOP_MODE: oneOf(['demo', 'live']).default('demo'),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUST_PROXY: trustProxy,
  RATE_LIMITS: rateLimits,
  RECAPTCHA_SITE_KEY: text.optional(),
  RECAPTCHA_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  SHOP_NAME: text.default('Điện Thoại Vui'),
  HOTLINE_HOURS: text.default('8:00 – 21:30, cả tuần'),
  ZALO_OA_ID: z
    .string()
    .regex(/^\d{6,20}$/, 'must be the number of an official account of Zalo')
    .optional(),
  HOTLINE: text.regex(/^[0-9 .+]+$/, 'must be a telephone number').default('1800 2064'),
  COMPANY_NAME: text.default(demo_legal.company_name),
  COMPANY_ADDRESS: text.default(demo_legal.company_address),
  COMPANY_TAX_CODE: text.default(demo_legal.company_tax_code),
  COMPANY_REGISTRATION: text.default(demo_legal.company_registration),
  COMPANY_EMAIL: z.email({ error: 'must be an e-mail address' }).default(demo_legal.company_email),
  MOIT_NOTICE_URL: webAddress.optional(),
  GTM_ID: z
    .string()
    .regex(/^GTM-[A-Z0-9]+$/, 'must be GTM- followed by upper-case letters or digits')
    .optional(),
  BANK_BIN: z
    .string()
    .regex(/^\d{6}$/, 'must be the six digits of a bank')
    .default(demo_bank.bin),
  BANK_ACCOUNT: z
    .string()
    .regex(/^[A-Za-z0-9]{4,19}$/, 'must be an account number without blanks')
    .default(demo_bank.account_number),
  BANK_ACCOUNT_NAME: text.default(demo_bank.account_name),
  LATE_MONEY_DAYS: whole(0, 365).default(7),
  SEPAY_API_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  SEPAY_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  PAYOS_CLIENT_ID: text.optional(),
  PAYOS_API_KEY: text.optional(),
  PAYOS_CHECKSUM_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  STAFF_TOKEN: z.string().min(12, 'must have at least 12 characters').default(demo_staff_token),
  ...mailSettings,
  ...identitySettings,
  ...filesSettings,
  IMAGE_HOSTS: imageHosts,
  IMAGE_CACHE_MB: whole(16, 1_000_000).default(512),
  IMAGE_QUALITY_FOR_TESTS: oneOf(['on', 'off']).default('off'),
  SESSION_URL: webAddress.optional(),
  CART_URL: webAddress.optional(),
  QUOTE_URL: webAddress.optional(),
  ORDER_URL: webAddress.optional(),
  PAYMENT_URL: webAddress.optional(),
  PRICE_URL: webAddress.optional(),
  CATALOG_URL: webAddress.optional(),
  SEARCH_URL: webAddress.optional(),
  CONTENT_URL: webAddress.optional(),
  LOCATIONS_URL: webAddress.optional(),
  LOGIN_GATE_URL: webAddress.optional(),
  LOYALTY_URL: webAddress.optional(),
})

type Settings = z.infer<typeof EnvSchema>

/** The environment has values that the shop cannot run with. `problems` lists all of them as texts. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:
${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** All settings of the shop. Each has a default, so an empty environment opens a demo shop. */
export type Config = ReturnType<typeof readConfig>

/** Reads the settings from `env`. Throws one ConfigError that lists all problems. */
export function readConfig(env: Env) {
  const settings = parseSettings(env)
  if (isSet(settings.RECAPTCHA_SITE_KEY) !== isSet(settings.RECAPTCHA_SECRET)) {
    throw new ConfigError([
      'RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET belong together: set both or none',
    ])
  }
  if (isSet(settings.DATABASE_APP_URL) && !isSet(settings.DATABASE_URL)) {
    throw new ConfigError(['DATABASE_APP_URL belongs to DATABASE_URL: set both or none'])
  }
  const half_set = [
    ...mailProblems(settings),
    ...filesProblems(settings),
    ...identityProblems(settings),
  ]
  if (half_set.length > 0) throw new ConfigError(half_set)
  const config = toConfig(settings)
  const problems = config.shop_mode === 'live' ? liveProblems(config) : []
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** The settings of this process. The environment is read here and nowhere else. */
export function loadConfig(): Config {
  return readConfig(process.env)
}

/** One line per setting for `npm run config`: its value (secrets masked) and its source. */
export function describeConfig(env: Env = process.env): string {
  const settings: Record<string, unknown> = parseSettings(env)
  const names = Object.keys(EnvSchema.shape)
  const width = Math.max(...names.map((name) => name.length))
  return names
    .map((name) => {
      const source = isSet(env[name]) ? 'environment' : 'default'
      return `${name.padEnd(width)}  ${masked(name, settings[name])}  (${source})`
    })
    .join('\n')
}

function parseSettings(env: Env): Settings {
  const set_values = Object.fromEntries(
    Object.keys(EnvSchema.shape)
      .filter((name) => isSet(env[name]))
      .map((name) => [name, env[name]]),
  )
  const parsed = EnvSchema.safeParse(set_values)
  if (parsed.success) return parsed.data
  throw new ConfigError(
    parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      return `${name} ${issue.message} (it is ${masked(name, env[name])})`
    }),
  )
}

function toConfig(settings: Settings) {
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    public_url: publicUrlOf(settings),
    /** The member site. It has a host name of its own, on the same port. */
    member_url: settings.MEMBER_URL ?? memberUrlOf(publicUrlOf(settings)),
    /** The domain of the cookies of sign-in, shared with other hosts; null: the shop's host alone. */
    cookie_domain: settings.COOKIE_DOMAIN ?? null,
    database_url: settings.DATABASE_URL ?? null,
    /** The role that serves; null: the shop makes one. */
    database_app_url: settings.DATABASE_APP_URL ?? null,
    database_pool: settings.DATABASE_POOL,
    data_dir: resolve(settings.DATA_DIR),
    /** Number of worker processes. `auto`: one per processor, at most 16 because of the embedded database. */
    web_concurrency:
      settings.WEB_CONCURRENCY === 'auto'
        ? Math.min(availableParallelism(), 16)
        : settings.WEB_CONCURRENCY,
    /** Size of the page cache of each process; 0: every request renders. */
    page_cache_bytes: settings.PAGE_CACHE_MB * 1_048_576,
    /** The maximum number of simultaneous orders that are placed in one transaction (decisions/074). */
    order_batch: settings.ORDER_BATCH,
    seed: settings.SEED,
    shop_mode: settings.SHOP_MODE,
    secret_key: settings.SECRET_KEY ?? null,
    /** Proxies whose X-Forwarded-For is trusted. From others the header is ignored. */
    trust_proxy: Object.freeze(settings.TRUST_PROXY ?? []),
    is_proxy_stated: settings.TRUST_PROXY !== undefined,
    /** Factor for the rate limits of contracts/limits.ts; 0: no limits. */
    rate_limits: settings.RATE_LIMITS,
    // Contract §9: in production only.
    gtm_id: settings.SHOP_MODE === 'live' ? (settings.GTM_ID ?? null) : null,
    recaptcha: recaptchaKeys(settings.RECAPTCHA_SITE_KEY, settings.RECAPTCHA_SECRET),
    log_level: settings.LOG_LEVEL,
    metrics_token: settings.METRICS_TOKEN ?? null,
    shop_name: settings.SHOP_NAME,
    hotline: settings.HOTLINE,
    hotline_hours: settings.HOTLINE_HOURS,
    /** The official account of Zalo that shoppers may write to; null: none. */
    zalo_oa_id: settings.ZALO_OA_ID ?? null,
    legal: Object.freeze({
      company_name: settings.COMPANY_NAME,
      company_address: settings.COMPANY_ADDRESS,
      company_tax_code: settings.COMPANY_TAX_CODE,
      company_registration: settings.COMPANY_REGISTRATION,
      company_email: settings.COMPANY_EMAIL,
      moit_notice_url: settings.MOIT_NOTICE_URL ?? null,
    }),
    bank: Object.freeze({
      bin: settings.BANK_BIN,
      account_number: settings.BANK_ACCOUNT,
      account_name: settings.BANK_ACCOUNT_NAME,
    }),
    /** For how many days after an order ended money for it makes it live again (decision 302). */
    late_money_days: settings.LATE_MONEY_DAYS,
    sepay: Object.freeze({
      api_key: settings.SEPAY_API_KEY ?? null,
      webhook_secret: settings.SEPAY_WEBHOOK_SECRET ?? null,
    }),
    payos: payosKeys(settings),
    /** Null: e-mails (`mail`) or SMS (`sms`) are not sent. */
    mail: mailOf(settings),
    sms: smsOf(settings),
    /** Null: no code goes by Zalo. */
    zalo: zaloOf(settings),
    /** Whether the first code of a member goes by Zalo, where the shop has it. */
    otp_by_zalo:
      settings.OTP_BY === 'zalo,sms' &&
      (settings.SHOP_MODE === 'demo' || zaloOf(settings) !== null),
    /** Google and Zalo as ways to sign in; null: not offered, except by the issuer of a demo. */
    google: googleOf(settings),
    zalo_sign_in: zaloSignInOf(settings),
    /** The bucket of stored files; null: a folder of the data folder. */
    s3: s3Of(settings),
    staff_token: settings.STAFF_TOKEN,
    images: Object.freeze({
      origins: imageOrigins(settings.IMAGE_HOSTS),
      disk_bytes: settings.IMAGE_CACHE_MB * 1_000_000,
      is_worst_for_tests: settings.IMAGE_QUALITY_FOR_TESTS === 'on',
    }),
    service_urls: Object.freeze({
      session: settings.SESSION_URL ?? null,
      cart: settings.CART_URL ?? null,
      quote: settings.QUOTE_URL ?? null,
      order: settings.ORDER_URL ?? null,
      payment: settings.PAYMENT_URL ?? null,
      price: settings.PRICE_URL ?? null,
      catalog: settings.CATALOG_URL ?? null,
      search: settings.SEARCH_URL ?? null,
      content: settings.CONTENT_URL ?? null,
      locations: settings.LOCATIONS_URL ?? null,
      loginGate: settings.LOGIN_GATE_URL ?? null,
      loyalty: settings.LOYALTY_URL ?? null,
    }),
  })
}

function publicUrlOf({ PUBLIC_URL, PORT }: Settings): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`
}

/** `smember.` before the host of the shop. An IP address has no names below it: there the browser's own is used. */
function memberUrlOf(public_url: string): string {
  const url = new URL(public_url)
  const host = /^[\d.]+$|^\[/.test(url.hostname) ? 'localhost' : url.hostname.replace(/^www\./, '')
  url.hostname = `smember.${host}`
  return url.origin
}

/** The three payOS keys, or null if none is set. Throws ConfigError if only some are set. */
function payosKeys(settings: Settings) {
  const { PAYOS_CLIENT_ID, PAYOS_API_KEY, PAYOS_CHECKSUM_KEY } = settings
  const set_keys = [PAYOS_CLIENT_ID, PAYOS_API_KEY, PAYOS_CHECKSUM_KEY].filter(isSet)
  if (set_keys.length > 0 && set_keys.length < 3) {
    throw new ConfigError([
      'PAYOS_CLIENT_ID, PAYOS_API_KEY and PAYOS_CHECKSUM_KEY belong together: set all or none',
    ])
  }
  if (!PAYOS_CLIENT_ID || !PAYOS_API_KEY || !PAYOS_CHECKSUM_KEY) return null
  return Object.freeze({
    client_id: PAYOS_CLIENT_ID,
    api_key: PAYOS_API_KEY,
    checksum_key: PAYOS_CHECKSUM_KEY,
  })
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== ''
}

function masked(name: string, value: unknown): string {
  if (value === undefined) return '–'
  if (/KEY|TOKEN|SECRET|PASSWORD/.test(name)) return '••••••'
  return String(value).replace(/(:\/\/[^:/@]*:)[^@]*@/, '$1••••••@')
}

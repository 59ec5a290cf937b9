import { describe, expect, test } from 'vitest'
import { ConfigError, describeConfig, readConfig } from '#config/config.ts'

const live = {
  SHOP_MODE: 'live',
  SEED: 'none',
  PUBLIC_URL: 'https://shop.example/',
  SECRET_KEY: 'k'.repeat(32),
  COMPANY_NAME: 'Công ty Cổ phần Thử',
  COMPANY_ADDRESS: '2 Lê Lợi',
  COMPANY_TAX_CODE: '0312345678',
  COMPANY_REGISTRATION: 'GCNĐKDN 0312345678',
  COMPANY_EMAIL: 'hotro@shop.example',
  BANK_ACCOUNT: '0987654321',
  BANK_ACCOUNT_NAME: 'CONG TY THU',
  SEPAY_WEBHOOK_SECRET: 's'.repeat(32),
  STAFF_TOKEN: 'Uz4kQ9w-2mBx7Rt1pLc6',
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: 'smtps://shop:hunter2@mail.example:465',
  MAIL_FROM: 'Cửa hàng <donhang@shop.example>',
}

describe('the bucket of files', () => {
  const bucket = {
    S3_URL: 'https://s3.example/tiem/',
    S3_KEY_ID: 'AKIDEXAMPLE',
    S3_SECRET_KEY: 'wJalrXUtnFEMI',
  }
  test('needs its address and both keys, and is shown without them', () => {
    expect(readConfig({}).s3).toBeNull()
    expect(readConfig(bucket).s3).toEqual({
      ...{ url: 'https://s3.example/tiem', region: 'auto' },
      ...{ key_id: 'AKIDEXAMPLE', secret_key: 'wJalrXUtnFEMI' },
    })
    expect(problemsOf({ S3_URL: bucket.S3_URL }).join()).toMatch(/belong together/)
    const shown = describeConfig(bucket)
    expect(shown).toContain('https://s3.example/tiem')
    expect(shown).not.toMatch(/AKIDEXAMPLE|wJalrXUtnFEMI/)
  })
})

test('hosts of pictures take no name of the pictures of the shop itself', () => {
  expect(readConfig({ IMAGE_HOSTS: 'cdn=https://cdn.example/a/' }).images.origins).toEqual({
    cdn: 'https://cdn.example/a',
  })
  for (const name of ['media', 'bai-viet']) {
    const entry = `${name}=https://cdn.example`
    expect(problemsOf({ IMAGE_HOSTS: entry }).join()).toMatch(/"bai-viet" are reserved/)
  }
})

describe('e-mail and SMS', () => {
  const sms = { ESMS_API_KEY: 'k'.repeat(30), ESMS_SECRET_KEY: 's'.repeat(30) }

  test('nothing is sent without settings', () => {
    expect(readConfig({})).toMatchObject({ mail: null, sms: null })
  })

  test('settings that belong together must all be set', () => {
    expect(problemsOf({ SMTP_URL: 'smtp://mail.example' }).join()).toMatch(/MAIL_FROM belong/)
    expect(problemsOf(sms).join()).toMatch(/ESMS_BRANDNAME belong together/)
    expect(readConfig({ ...sms, ESMS_BRANDNAME: 'CuaHangThu' }).sms?.brandname).toBe('CuaHangThu')
  })

  test('Zalo needs all of its settings; codes go by it unless OTP_BY says otherwise', () => {
    const zalo = {
      ...{ ZALO_APP_ID: '1234567890', ZALO_APP_SECRET: 'z'.repeat(20) },
      ...{ ZALO_REFRESH_TOKEN: 'r'.repeat(40), ZALO_OTP_TEMPLATE: '330875' },
    }
    expect(readConfig({ ...live, ...zalo })).toMatchObject({ otp_by_zalo: true })
    expect(readConfig(live)).toMatchObject({ zalo: null, otp_by_zalo: false })
    expect(readConfig({ ...live, ...zalo, OTP_BY: 'sms' }).otp_by_zalo).toBe(false)
    expect(readConfig({}).otp_by_zalo).toBe(true)
    expect(problemsOf({ ...zalo, ZALO_OTP_TEMPLATE: '' }).join()).toMatch(/belong together/)
    expect(describeConfig(zalo)).not.toMatch(/zzzz|rrrr/)
  })

  test.each([
    { SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@b.example' },
    { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example\nBcc: c@d.example' },
  ])('%o is refused', (env) => expect(problemsOf(env)).toHaveLength(1))
})

const payos = {
  PAYOS_CLIENT_ID: 'client',
  PAYOS_API_KEY: 'key',
  PAYOS_CHECKSUM_KEY: 'c'.repeat(64),
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('readConfig', () => {
  test('the role that serves belongs to a database of your own, and its password is masked', () => {
    const DATABASE_APP_URL = 'postgres://app:hunter2@db.example/shop'
    expect(problemsOf({ DATABASE_APP_URL }).join()).toContain('belongs to DATABASE_URL')
    const env = { DATABASE_APP_URL, DATABASE_URL: 'postgres://owner:hunter3@db.example/shop' }
    expect(readConfig(env).database_app_url).toBe(DATABASE_APP_URL)
    expect(describeConfig(env)).not.toMatch(/hunter/)
  })

  test('an empty environment gives a complete demo shop', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      public_url: 'http://localhost:3000',
      database_url: null,
      seed: 'demo',
      shop_mode: 'demo',
      shop_name: 'Điện Thoại Vui',
      hotline: '1800 2064',
    })
    expect(config.legal.company_name).toMatch(/minh họa/)
    expect(Object.isFrozen(config) && Object.isFrozen(config.legal)).toBe(true)
  })

  test('the public URL uses the port by default, and a trailing slash is removed', () => {
    expect(readConfig({ PORT: '4100' }).public_url).toBe('http://localhost:4100')
    expect(readConfig({ PUBLIC_URL: 'https://a.example/' }).public_url).toBe('https://a.example')
  })

  test('the member site has a name below the shop, unless it is named', () => {
    expect(readConfig({ PORT: '4100' }).member_url).toBe('http://smember.localhost:4100')
    expect(readConfig({ PUBLIC_URL: 'https://www.a.example' }).member_url).toBe(
      'https://smember.a.example',
    )
    expect(readConfig({ PUBLIC_URL: 'http://127.0.0.1:4100' }).member_url).toBe(
      'http://smember.localhost:4100',
    )
    expect(readConfig({ MEMBER_URL: 'https://id.example/' }).member_url).toBe('https://id.example')
  })

  test('an empty setting counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).database_url).toBeNull()
  })

  test('all problems are reported at once', () => {
    const problems = problemsOf({ PORT: '80a', SEED: 'full', DATABASE_URL: 'mysql://x' })
    expect(problems).toEqual([
      'PORT must be a whole number (it is 80a)',
      'DATABASE_URL must look like postgres://user:password@host:5432/name (it is mysql://x)',
      'SEED must be one of: demo, none (it is full)',
    ])
  })

  test.each(['-1', '0', '70000', '1e3', '3000.5', '٣'])('PORT=%s is refused', (PORT) => {
    expect(problemsOf({ PORT })).toHaveLength(1)
  })

  test('WEB_CONCURRENCY is a number, or auto for the number of processors', () => {
    expect(readConfig({}).web_concurrency).toBe(1)
    expect(readConfig({ WEB_CONCURRENCY: '3' }).web_concurrency).toBe(3)
    expect(readConfig({ WEB_CONCURRENCY: 'auto' }).web_concurrency).toBeGreaterThanOrEqual(1)
    for (const wrong of ['0', '65', 'many', '1.5']) {
      expect(problemsOf({ WEB_CONCURRENCY: wrong })).toHaveLength(1)
    }
    expect(readConfig({ PAGE_CACHE_MB: '0' }).page_cache_bytes).toBe(0)
  })

  test('a secret that is too short is refused without being shown', () => {
    expect(problemsOf({ SECRET_KEY: 'hunter2' }).join()).not.toContain('hunter2')
  })
})

describe('SHOP_MODE=live', () => {
  test('opens when no demo value is left', () => {
    expect(readConfig(live).shop_mode).toBe('live')
  })

  test('lists every demo value that is left', () => {
    const problems = problemsOf({ SHOP_MODE: 'live' })
    const bank = ['BANK_ACCOUNT', 'BANK_ACCOUNT_NAME', 'STAFF_TOKEN']
    for (const setting of ['SECRET_KEY', 'PUBLIC_URL', 'SEED', ...bank, ...companySettings()]) {
      expect(problems.filter((problem) => problem.includes(`live: ${setting} `))).toHaveLength(1)
    }
  })

  test.each(Object.keys(live).filter((name) => name !== 'SHOP_MODE'))('needs %s', (name) => {
    expect(problemsOf({ ...live, [name]: '' })).toHaveLength(1)
  })
})

describe('tokens of a live shop', () => {
  test.each([
    'nhan-vien-cua-hang',
    'cua-rieng-cua-hang-cua-rieng',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    '12345678901234567890123456',
    'abcdefghijklmnopqrstuvwxyz',
    'matkhau-matkhau-matkhau-123',
    'password-password-password',
    'dienthoaivui-nhanvien-2026',
    'Uz4kQ9w-2mBx7Rt1p',
  ])('%s is refused, with a text that says what to do', (token) => {
    for (const name of ['STAFF_TOKEN', 'METRICS_TOKEN']) {
      const problems = problemsOf({ ...live, [name]: token })
      expect(problems).toHaveLength(1)
      expect(problems[0]).toMatch(
        new RegExp(
          `^SHOP_MODE=live: ${name} .*set a random one, for example the output of: openssl rand`,
        ),
      )
      expect(problems[0]).not.toContain(token)
    }
  })

  test.each([
    ['hex', '6f1c0e9ab2d84375a1e0c4b7f9d26358'],
    ['base64', 'q8Zt1mVYxw0K5hJd+3RnLg=='],
    ['a password manager', 'Uz4kQ9w-2mBx7Rt1pLc6'],
    ['a UUID', '3b9f1c52-7e4d-4a60-9c8e-12f5ab07d6e3'],
  ])('a random one is accepted: %s', (_name, token) => {
    expect(problemsOf({ ...live, STAFF_TOKEN: token, METRICS_TOKEN: token })).toEqual([])
  })

  test('a demo takes what it is given', () => {
    expect(problemsOf({ STAFF_TOKEN: 'nhan-vien-cua-hang' })).toEqual([])
  })
})

describe('settings against abuse', () => {
  test('a live shop is told its proxy, or that there is none, or protects /metrics by a token', () => {
    const { TRUST_PROXY: _proxy, ...silent } = live
    expect(problemsOf(silent)).toEqual([
      'SHOP_MODE=live: TRUST_PROXY must be set to the addresses of your proxy, such as 127.0.0.1, or to none if shoppers reach this server directly: otherwise rate limits cannot tell shoppers apart and /metrics may be public. A METRICS_TOKEN alone protects only /metrics',
    ])
    expect(problemsOf({ ...silent, TRUST_PROXY: 'none' })).toEqual([])
    expect(readConfig({ ...silent, TRUST_PROXY: 'none' }).trust_proxy).toEqual([])
    expect(problemsOf({ ...silent, METRICS_TOKEN: 'q8Zt1mVYxw0K5hJd+3RnLg==' })).toEqual([])
    expect(problemsOf({ TRUST_PROXY: 'none,127.0.0.1' })).toHaveLength(1)
  })

  test('rate limits are on, off or multiplied', () => {
    const factor = (RATE_LIMITS: string) => readConfig({ RATE_LIMITS }).rate_limits
    expect([readConfig({}).rate_limits, factor('on'), factor('off')]).toEqual([1, 1, 0])
    expect([factor('0.05'), factor('10')]).toEqual([0.05, 10])
    for (const wrong of ['yes', '-1', '1e3', '99999']) {
      expect(problemsOf({ RATE_LIMITS: wrong })).toHaveLength(1)
    }
    expect(problemsOf({ ...live, RATE_LIMITS: 'off' }).join()).toMatch(
      /RATE_LIMITS must not be off/,
    )
  })

  test('proxies are named by address or network; trusting all is refused', () => {
    const proxies = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trust_proxy
    expect(readConfig({}).trust_proxy).toEqual([])
    expect(proxies('127.0.0.1, 10.0.0.0/8,fd00::/8')).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      'fd00::/8',
    ])
    for (const wrong of ['true', '1', '*', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0', 'proxy']) {
      expect(problemsOf({ TRUST_PROXY: wrong })).toHaveLength(1)
    }
  })

  test('the tag manager has an id of its pattern, and is there in live shops only', () => {
    expect(readConfig({ GTM_ID: 'GTM-ABC123' }).gtm_id).toBeNull()
    for (const GTM_ID of ['GTM-abc', 'GTM-', 'UA-1', 'GTM-A"b']) {
      expect(problemsOf({ GTM_ID }).join()).toMatch(/GTM-/)
    }
  })

  test('reCAPTCHA needs both keys or none, and a live shop refuses the test keys', () => {
    const keys = { RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET: 's'.repeat(40) }
    expect(readConfig({}).recaptcha).toBeNull()
    expect(readConfig(keys).recaptcha).toEqual({ site_key: 'site-key', secret: 's'.repeat(40) })
    expect(problemsOf({ RECAPTCHA_SITE_KEY: 'site-key' }).join()).toMatch(/belong together/)
    expect(describeConfig(keys)).not.toMatch(/sss/)
    const for_tests = { ...keys, RECAPTCHA_SECRET: '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe' }
    expect(problemsOf({ ...live, ...for_tests }).join()).toMatch(/accepts every captcha/)
  })
})

describe('payment settings', () => {
  test('a live shop needs payment notifications: from SePay, by secret or key, or from payOS', () => {
    const none = { ...live, SEPAY_WEBHOOK_SECRET: '' }
    expect(problemsOf(none).join()).toMatch(/no provider reports payments/)
    expect(problemsOf({ ...none, SEPAY_API_KEY: 'k'.repeat(16) })).toEqual([])
    expect(problemsOf({ ...none, ...payos })).toEqual([])
  })

  test('payOS needs three keys or none', () => {
    expect(readConfig({}).payos).toBeNull()
    expect(readConfig(payos).payos).toEqual({
      client_id: 'client',
      api_key: 'key',
      checksum_key: 'c'.repeat(64),
    })
    expect(problemsOf({ ...payos, PAYOS_API_KEY: '' }).join()).toMatch(/belong together/)
  })

  test.each([
    ['BANK_BIN', '97042'],
    ['BANK_ACCOUNT', '0987 654 321'],
    ['SEPAY_API_KEY', 'short'],
    ['SEPAY_WEBHOOK_SECRET', 'short'],
    ['STAFF_TOKEN', 'short'],
  ])('%s=%s is refused', (name, value) => {
    expect(problemsOf({ [name]: value })).toHaveLength(1)
  })

  test('secrets of payment settings are not printed', () => {
    const text = describeConfig({ ...live, ...payos, SEPAY_API_KEY: 'hunter2hunter2hunter2' })
    expect(text).not.toMatch(/hunter2|ssss|cccc|Uz4kQ9w/)
  })
})

test('npm run config shows the source of each value and hides secrets', () => {
  const text = describeConfig({
    PORT: '4100',
    SECRET_KEY: 's'.repeat(40),
    DATABASE_URL: 'postgres://shop:hunter2@db.example:5432/shop',
  })
  expect(text).toMatch(/^PORT +4100 +\(environment\)$/m)
  expect(text).toMatch(/^SEED +demo +\(default\)$/m)
  expect(text).toContain('postgres://shop:••••••@db.example:5432/shop')
  expect(text).not.toMatch(/hunter2|sss/)
})

function companySettings(): string[] {
  return Object.keys(live).filter((name) => name.startsWith('COMPANY_'))
}

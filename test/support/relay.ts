import { createHmac } from 'node:crypto'
import type { Answer, Door } from '#test/support/door.ts'

export const relay_env = {
  BANK_BIN: '970422',
  BANK_ACCOUNT: '0987654321',
  BANK_ACCOUNT_NAME: 'CUA HANG THU',
  SEPAY_WEBHOOK_SECRET: 'sepay-secret-of-the-tests',
  SEPAY_API_KEY: 'sepay-key-of-the-tests',
  PAYOS_CLIENT_ID: 'client',
  PAYOS_API_KEY: 'key',
  PAYOS_CHECKSUM_KEY: 'payos-key-of-the-tests',
  STAFF_TOKEN: 'Uz4kQ9w-2mBx7Rt1pLc6',
}

export interface BankMovement {
  id?: number
  amount: number
  content: string
  account?: string
  type?: 'in' | 'out'
}

let last_id = 1_000

/** SePay's message about one transfer, as developer.sepay.vn describes it. */
export function sepayBody({ id, amount, content, account, type }: BankMovement): string {
  last_id += 1
  return JSON.stringify({
    id: id ?? last_id,
    gateway: 'MBBank',
    transactionDate: '2026-11-20 15:02:37',
    accountNumber: account ?? relay_env.BANK_ACCOUNT,
    code: null,
    content,
    transferType: type ?? 'in',
    transferAmount: amount,
    accumulated: 19_077_000,
    subAccount: null,
    referenceCode: 'MBVCB.3278907687',
    description: '',
  })
}

/** Signs with its own code, so that the test does not rely on the code under test. */
export function sepayHeaders(raw: string, now: Date, secret = relay_env.SEPAY_WEBHOOK_SECRET) {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const hex = createHmac('sha256', secret).update(`${timestamp}.${raw}`).digest('hex')
  return { 'x-sepay-timestamp': timestamp, 'x-sepay-signature': `sha256=${hex}` }
}

/** Posts a body to the shop's webhook address for SePay. */
export async function postSepay(
  door: Pick<Door, 'url'>,
  raw: string,
  headers: Record<string, string>,
): Promise<Pick<Answer, 'status' | 'text'>> {
  return post(`${door.url}/api/payment/webhook/sepay`, raw, headers)
}

export async function postPayos(
  door: Pick<Door, 'url'>,
  data: Record<string, string | number | null>,
  key = relay_env.PAYOS_CHECKSUM_KEY,
): Promise<Pick<Answer, 'status' | 'text'>> {
  const text = Object.keys(data)
    .toSorted()
    .map((name) => `${name}=${data[name] ?? ''}`)
    .join('&')
  const signature = createHmac('sha256', key).update(text).digest('hex')
  const raw = JSON.stringify({ code: '00', desc: 'success', success: true, data, signature })
  return post(`${door.url}/api/payment/webhook/payos`, raw, {})
}

async function post(url: string, body: string, headers: Record<string, string>) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return { status: response.status, text: await response.text() }
}

/** Settings that a live shop accepts. */
export const live_env = {
  ...relay_env,
  SHOP_MODE: 'live',
  SEED: 'none',
  PUBLIC_URL: 'https://shop.example',
  SECRET_KEY: 'k'.repeat(32),
  COMPANY_NAME: 'Công ty Thử',
  COMPANY_ADDRESS: '2 Lê Lợi',
  COMPANY_TAX_CODE: '0312345678',
  COMPANY_REGISTRATION: 'GCNĐKDN 0312345678',
  COMPANY_EMAIL: 'hotro@shop.example',
  RATE_LIMITS: 'on',
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'hotro@shop.example',
}

import { day_ms } from '#pure/vietnam-time.ts'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import {
  type DeviceTestFindings,
  DeviceTestFindings as Findings,
} from '#contracts/storefront/device-test.ts'
import { hmacHex, isSame } from '#platform/http/signature.ts'

/** A report in plain data. */
interface SignedReport extends DeviceTestFindings {
  made_at: Date
}

const valid_days = 30
/** The results of all tests with the longest notes take 3 kB. */
const max_payload_bytes = 8_192
/** 128 of the 256 bits: enough to be unguessable, and a shorter address for the QR code. */
const signature_digits = 32
const token_form = /^([\w-]{1,3900})\.([0-9a-f]{32})$/

/** Packs a report into a text for an address: what it says, and the signature over it. */
export function reportToken({ device_name, results, made_at }: SignedReport, key: string): string {
  const rows = results.map(({ test, verdict, note }) => [test, verdict, note])
  const text = JSON.stringify([Math.floor(made_at.getTime() / 1_000), device_name, rows])
  const payload = deflateRawSync(text, { level: 9 }).toString('base64url')
  return `${payload}.${signatureOf(payload, key)}`
}

/** Returns what a token says; null if this shop did not sign it. Nothing unsigned is unpacked. */
export function readToken(token: string, key: string): SignedReport | null {
  const [, payload = '', signature = ''] = token_form.exec(token) ?? []
  if (payload === '' || !isSame(signature, signatureOf(payload, key))) return null
  const packed = Buffer.from(payload, 'base64url')
  const text = inflateRawSync(packed, { maxOutputLength: max_payload_bytes }).toString()
  const [made_at, device_name, rows] = JSON.parse(text) as [
    number,
    string,
    [string, string, string][],
  ]
  const results = rows.map(([test, verdict, note]) => ({ test, verdict, note }))
  // A report with a test that this version does not know is refused as invalid.
  const findings = Findings.safeParse({ device_name, results })
  return findings.success ? { ...findings.data, made_at: new Date(made_at * 1_000) } : null
}

/** When a report expires: a device changes. */
export function expiryOf({ made_at }: Pick<SignedReport, 'made_at'>): Date {
  return new Date(made_at.getTime() + valid_days * day_ms)
}

function signatureOf(payload: string, key: string): string {
  return hmacHex(key, payload).slice(0, signature_digits)
}

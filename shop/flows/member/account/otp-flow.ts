import { timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import {
  otp_refusals,
  type OtpPurpose,
  type OtpSent,
  send_otp_refusals,
} from '#contracts/storefront/otp.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import { networkOf } from '#platform/limits/rate-limit-address.ts'
import { nationalForm, readMobile } from '#platform/text/vietnamese-phone.ts'
import { declared } from '#pure/contract.ts'
import {
  consumeOtp,
  endOtps,
  findAskedPhone,
  findSent,
  insertOtp,
  lockPhone,
  takeAttempt,
} from '#shop/identity/otp/otp-store.ts'
import {
  max_otp_attempts,
  newCode,
  newOtpToken,
  otp_life_s,
  otpLabel,
  wait_window_s,
  waitAfter,
} from '#shop/identity/otp/otp.ts'
import { deviceHash, tokenHash } from '#shop/identity/session.ts'
import { notifyOfOtp } from '#shop/notification/notify-store.ts'
import { goesByZalo } from '#shop/notification/templates/otp-zalo.ts'

export interface OtpDeps {
  db: Database
  now: Now
  /** Encrypts codes: the box of the purpose 'otp'. */
  otp_box: SecretBox
  /** Whether a first code goes by Zalo. Absent: all go by SMS. */
  by_zalo?: boolean
}

const sending = declared(send_otp_refusals)
const entering = declared(otp_refusals)

interface Asked {
  phone: string
  purpose: OtpPurpose
  /** The IP address that asks. */
  ip: string
  /** The browser that asks, where pages name it. */
  device_id?: string | null | undefined
}

/**
 * Sends a code to a phone (contract §4, §5). Nothing is looked up about the phone, so phones with and without an
 * account get the same answer in the same time. An operation that calls this names `limits.send_otp` and takes a
 * captcha.
 */
export async function sendOtp(
  deps: OtpDeps,
  { phone: typed, ...asked }: Asked,
): Promise<z.infer<typeof OtpSent>> {
  const { e164: phone, problem } = readMobile(typed)
  if (phone === null) throw sending.refuse('phone_is_invalid', { problem })
  return send(deps, { ...asked, phone }, (before) => {
    const by_zalo = deps.by_zalo === true && goesByZalo(asked.purpose) && !hasMissed(before)
    return { channel: by_zalo ? 'zalo' : 'sms', email: null }
  })
}

/**
 * Sends a code for the member of a phone to their e-mail address. Null: nobody may get one; then the same is done, but
 * nothing is sent and the code never counts.
 */
export async function sendOtpByEmail(
  deps: OtpDeps,
  { email, ...asked }: Asked & { email: string | null },
): Promise<z.infer<typeof OtpSent>> {
  return send(deps, asked, () => ({ channel: 'email', email }))
}

type Way = { channel: 'sms' | 'zalo'; email: null } | { channel: 'email'; email: string | null }

async function send(
  { db, now, otp_box }: OtpDeps,
  { phone, purpose, ip, device_id }: Asked,
  wayAfter: (before: Sent) => Way,
): Promise<z.infer<typeof OtpSent>> {
  const at = now()
  const sender = networkOf(ip) ?? ip
  const device_hash = deviceHash(device_id)
  const otp_token = newOtpToken()
  const token_hash = tokenHash(otp_token)
  const sealed_code = otp_box.seal(newCode(), otpLabel(token_hash, purpose))
  const sent = await transaction(db, async (tx) => {
    await lockPhone(tx, phone)
    const since = seconds(at, -wait_window_s)
    // Whoever gets no message asks for a mail at once.
    const by_email = purpose.startsWith('email_')
    const before = await findSent(tx, { phone, sender, by_email, since })
    const wait_s = waitLeft(before, at)
    if (wait_s > 0) throw sending.refuse('otp_too_soon', { wait_s })
    if (device_hash !== null) await endOtps(tx, { phone, purpose, device_hash, now: at })
    const { channel, email } = wayAfter(before)
    const otp_id = await insertOtp(tx, {
      ...{ device_hash, token_hash, phone, email, purpose, sealed_code, sender },
      ...{ now: at, expires_at: seconds(at, otp_life_s) },
    })
    const recipient = channel === 'email' ? email : nationalForm(phone)
    await notifyOfOtp(tx, { otp_id, recipient, channel }, at)
    return { wait_s: waitAfter(before.sent + 1), by: channel }
  })
  return { otp_token, expires_in: otp_life_s, ...sent }
}

/**
 * The phone that a code was asked for, for its browser alone. It proves nothing yet. Null: the code no longer counts.
 */
export async function phoneOfOtp(
  { db, now }: OtpDeps,
  { otp_token, purpose }: Pick<Entered, 'otp_token' | 'purpose'>,
): Promise<string | null> {
  return findAskedPhone(db, { token_hash: tokenHash(otp_token), purpose, now: now() })
}

interface Entered {
  otp_token: string
  code: string
  purpose: OtpPurpose
}

/**
 * Checks a code and uses it up. Returns the phone that it proves, in E.164. Twenty at once with the right code: one
 * gets the phone, the others the refusal of an expired code.
 */
export async function takeOtp(deps: OtpDeps, entered: Entered): Promise<string> {
  return (await take(deps, entered)).phone
}

/** The same for a code that went by e-mail. Returns phone and address. */
export async function takeEmailOtp(
  deps: OtpDeps,
  entered: Entered,
): Promise<{ phone: string; email: string }> {
  const { phone, email } = await take(deps, entered)
  if (email === null) throw entering.refuse('otp_is_expired')
  return { phone, email }
}

async function take({ db, now, otp_box }: OtpDeps, { otp_token, code, purpose }: Entered) {
  const at = now()
  const token_hash = tokenHash(otp_token)
  const wanted = { token_hash, purpose, now: at, max_attempts: max_otp_attempts }
  const entered = await takeAttempt(db, wanted)
  if (entered === null) throw entering.refuse('otp_is_expired')
  const right = otp_box.open(entered.sealed_code, otpLabel(token_hash, purpose))
  if (right === null || !isSame(code, right)) {
    const attempts_left = max_otp_attempts - entered.attempts
    if (attempts_left === 0) throw entering.refuse('otp_is_expired')
    throw entering.refuse('otp_is_wrong', { attempts_left })
  }
  if (!(await consumeOtp(db, entered.otp_id, at))) throw entering.refuse('otp_is_expired')
  return entered
}

/** Whoever asks once more has not got the code before: then it does not go by Zalo again. */
function hasMissed({ sent, is_newest_used }: Sent): boolean {
  return sent > 0 && !is_newest_used
}

type Sent = Awaited<ReturnType<typeof findSent>>

function waitLeft({ sent, newest_at }: Sent, at: Date): number {
  if (newest_at === null) return 0
  const ends = seconds(newest_at, waitAfter(sent))
  return Math.max(0, Math.ceil((ends.getTime() - at.getTime()) / 1_000))
}

function isSame(typed: string, right: string): boolean {
  const [one, other] = [Buffer.from(typed), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function seconds(at: Date, s: number): Date {
  return new Date(at.getTime() + s * 1_000)
}

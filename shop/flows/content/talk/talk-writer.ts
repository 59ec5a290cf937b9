import { writer_refusals } from '#contracts/storefront/talk/talk-fields.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import { type Caller, declared } from '#pure/contract.ts'
import type { CustomerId } from '#pure/ids.ts'
import { type OtpDeps, takeOtp } from '#shop/flows/member/account/otp-flow.ts'
import { findMember } from '#shop/identity/member-store.ts'

/** Who writes a review or a question. */
export interface TalkWriter {
  customer_id: CustomerId | null
  name: string
  /** In E.164; null: a member, whose account has it. */
  phone: string | null
  /** The phone, where a code or an account has proven it. */
  proven_phone: string | null
}

interface Given {
  name?: string | undefined
  phone?: string | undefined
  otp_token?: string | undefined
  code?: string | undefined
}

const { refuse } = declared(writer_refusals)

/**
 * The writer of a text. Pages hand over their visitor: a member, or a guest who gives name and phone. Without a caller
 * a code proves the phone (contract §6: these calls have no auth header).
 */
export async function writerOf(
  deps: OtpDeps,
  caller: Caller | null,
  { name, phone, otp_token, code }: Given,
): Promise<TalkWriter> {
  const customer_id = caller?.customer_id ?? null
  const member =
    caller?.kind === 'member' ? await findMember(deps.db, caller.customer_id) : undefined
  const shown = name || member?.name || ''
  if (shown === '') throw refuse('name_missing')
  if (member) return { customer_id, name: shown, phone: null, proven_phone: member.phone }
  if (otp_token !== undefined && code !== undefined) {
    const proven = await takeOtp(deps, { otp_token, code, purpose: 'talk' })
    return { customer_id, name: shown, phone: proven, proven_phone: proven }
  }
  if (caller === null) throw refuse('phone_not_proven')
  const { e164 } = readMobile(phone ?? '')
  if (e164 === null) throw refuse('phone_not_right')
  return { customer_id, name: shown, phone: e164, proven_phone: null }
}

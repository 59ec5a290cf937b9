import type { ColumnType, Generated } from 'kysely'
import type { CustomerId } from '#pure/ids.ts'

interface Member {
  customer_id: number
  phone: string
  name: string | null
  email: string | null
  /** YYYY-MM-DD. */
  birthday: ColumnType<string | null, string | null, string | null>
  password_hash: string | null
  phone_proven_at: Date
  created_at: Date
  erased_at: Date | null
  passkey_handle: Generated<string>
  password_set_at: Date | null
  email_proven_at: Date | null
  password_by_code: Generated<boolean>
  email_by_code_at: Date | null
  guarded_until: Date | null
}

interface Session {
  session_id: Generated<number>
  token_hash: Buffer
  customer_id: number
  created_at: Date
  expires_at: Date
  replaced_at: Date | null
  device: string | null
  address: string | null
  seen_at: Date | null
  ended_at: Date | null
  confirmed_at: Date | null
  device_hash: Buffer | null
  second_proof_at: Date | null
  own_proof_at: Date | null
  signed_out_by: number | null
}

interface Otp {
  otp_id: Generated<number>
  token_hash: Buffer
  phone: string
  purpose:
    | 'sign_in'
    | 'reset_password'
    | 'change_phone'
    | 'confirm'
    | 'merge'
    | 'prove_phone'
    | 'link_identity'
    | 'lookup'
    | 'notice'
    | 'email_sign_in'
    | 'email_confirm'
    | 'email_prove'
    | 'talk'
  sealed_code: Buffer
  sender: string
  attempts: Generated<number>
  created_at: Date
  expires_at: Date
  consumed_at: Date | null
  device_hash: Buffer | null
  email: string | null
}

interface ErasureRequest {
  erasure_request_id: Generated<number>
  customer_id: number
  state: Generated<'waiting' | 'withdrawn' | 'done'>
  asked_at: Date
  erase_at: Date
  ended_at: Date | null
}

interface OidcKey {
  oidc_key_id: Generated<number>
  sealed_jwk: Buffer
  created_at: Date
}

interface OidcRecord {
  model: string
  id_hash: Buffer
  payload: ColumnType<Record<string, unknown>, string, string>
  grant_id: string | null
  customer_id: number | null
  consumed_at: Date | null
  expires_at: Date
}

/** A sign-in at the member site that has begun in the shop (decision 190). */
interface LoginAttempt {
  state_hash: Buffer
  browser_hash: Buffer
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

/** An account at Google or Zalo that signs a member in (decision 198). */
interface LinkedIdentity {
  linked_identity_id: Generated<number>
  customer_id: CustomerId
  provider: 'google' | 'zalo'
  subject: string
  shown: string
  created_at: Date
  counts_from: Date
  used_at: Date | null
  by_code: Generated<boolean>
}

interface IdentityAttempt {
  identity_attempt_id: Generated<number>
  provider: 'google' | 'zalo'
  purpose: 'sign_in' | 'link' | 'one_tap'
  state_hash: Buffer
  browser_hash: Buffer
  member_hash: Buffer | null
  ticket_hash: Buffer | null
  session_id: number | null
  next: string
  subject: string | null
  name: string | null
  email: string | null
  created_at: Date
  expires_at: Date
  used_at: Date | null
  ended_at: Date | null
}

interface MemberMerge {
  member_merge_id: Generated<number>
  into_customer_id: CustomerId
  from_customer_id: CustomerId
  session_id: number | null
  proven_at: Date
  merged_at: Date | null
  moved: ColumnType<Record<string, number> | null, null, string>
  due_at: Date | null
  ended_at: Date | null
}

interface MemberPasskey {
  member_passkey_id: Generated<number>
  customer_id: CustomerId
  name: string
  credential_id: Buffer
  public_key: Buffer
  sign_count: number
  created_at: Date
  used_at: Date | null
  by_code: Generated<boolean>
  counts_from: Generated<Date>
}

interface MemberPasskeyChallenge {
  challenge: Buffer
  purpose: 'sign_in' | 'add' | 'confirm'
  attempt_hash: Buffer | null
  session_id: number | null
  expires_at: Date
}

interface PhoneChange {
  phone_change_id: Generated<number>
  customer_id: CustomerId
  session_id: number | null
  old_phone: string
  new_phone: string
  new_proven_at: Date
  old_proven_at: Date | null
  due_at: Date | null
  ended_at: Date | null
  outcome: 'done' | 'cancelled' | 'taken' | null
}

/** The newest tokens of the shop's Official Account at Zalo (decision 208). */
interface ZaloToken {
  app_id: string
  seed_hash: Buffer
  sealed_refresh: Buffer
  sealed_access: Buffer | null
  access_expires_at: Date | null
  renewing_until: Date | null
}

/** Tables of members: accounts, sessions (also of guests), and ways to sign in. */
export interface MemberTables {
  erasure_request: ErasureRequest
  identity_attempt: IdentityAttempt
  linked_identity: LinkedIdentity
  login_attempt: LoginAttempt
  member: Member
  member_merge: MemberMerge
  member_passkey: MemberPasskey
  member_passkey_challenge: MemberPasskeyChallenge
  oidc_key: OidcKey
  oidc_record: OidcRecord
  otp: Otp
  phone_change: PhoneChange
  session: Session
  zalo_token: ZaloToken
}

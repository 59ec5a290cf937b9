import type { ColumnType, Generated } from 'kysely'
import type { StaffScope } from '#pure/contract.ts'
import type { StaffId } from '#pure/ids.ts'

interface StaffRole {
  role_code: string
  name: string
  position: number
}

interface RolePermission {
  role_code: string
  permission: string
  scope: StaffScope
  max_amount: number | null
}

interface Staff {
  staff_id: Generated<StaffId>
  name: string
  login_name: string
  password_hash: string | null
  totp_secret: Buffer | null
  totp_step: number | null
  is_demo: Generated<boolean>
  locked_at: Date | null
  created_at: Date
  passkey_handle: Generated<string>
}

interface StaffRoleGrant {
  staff_id: StaffId
  role_code: string
}

interface StaffShop {
  staff_id: StaffId
  shop_id: number
}

interface StaffSession {
  staff_session_id: Generated<number>
  token_hash: Buffer
  staff_id: StaffId
  created_at: Date
  seen_at: Date
  address: string
  device: string
  expires_at: Date
  verified_at: Date | null
  has_second_step: Generated<boolean>
  second_step_at: Date | null
  enrolling_secret: Buffer | null
  wrong_codes: Generated<number>
  ended_at: Date | null
}

/** How a sign-in ended. */
export type LoginOutcome =
  | 'signed_in'
  | 'code_needed'
  | 'unknown_name'
  | 'wrong_password'
  | 'wrong_code'
  | 'locked'
  | 'unknown_passkey'
  | 'wrong_passkey'
  | 'copied_passkey'

interface StaffLoginAttempt {
  staff_login_attempt_id: Generated<number>
  attempted_at: Date
  staff_id: StaffId | null
  login_name: string | null
  address: string
  device: string
  outcome: LoginOutcome
}

interface StaffInvite {
  staff_invite_id: Generated<number>
  token_hash: Buffer
  staff_id: StaffId
  created_at: Date
  expires_at: Date
  consumed_at: Date | null
}

interface StaffPasskey {
  staff_passkey_id: Generated<number>
  staff_id: StaffId
  name: string
  credential_id: Buffer
  public_key: Buffer
  sign_count: number
  created_at: Date
  used_at: Date | null
}

interface StaffPasskeyChallenge {
  challenge: Buffer
  purpose: 'sign_in' | 'second_step' | 'enrol' | 'confirm' | 'add'
  attempt_hash: Buffer | null
  staff_session_id: number | null
  address: string
  expires_at: Date
}

/** The ledger of what staff change. Its rows are written by the trigger `log_change`. */
interface ChangeLog {
  change_id: Generated<number>
  changed_at: Date
  actor: 'staff' | 'token' | 'command'
  staff_id: StaffId | null
  operation: string
  reason: string | null
  request_id: string | null
  thing: string
  thing_key: string
  shop_id: number | null
  table_name: string
  row_key: string
  action: 'insert' | 'update' | 'delete' | 'shown'
  changes: Generated<ColumnType<Record<string, [before: unknown, after: unknown]>, string, string>>
  secret_fields: Generated<string[]>
  personal_fields: Generated<string[]>
}

interface PersonKey {
  person_key_id: Generated<number>
  person: string
  sealed_key: Buffer | null
  created_at: Date
  erased_at: Date | null
}

/** Personal values of entries, sealed with the key of a person. */
interface ChangePersonal {
  change_id: number
  changed_at: Date
  side: 'before' | 'after'
  person_key_id: number
  sealed: Buffer
}

interface StaffView {
  staff_view_id: Generated<number>
  staff_id: StaffId
  list: string
  query: string
  name: string
  is_team: boolean
}

interface ListExport {
  list_export_id: Generated<number>
  staff_name: string
  list: string
  format: 'csv' | 'xlsx'
  filters: string
  has_search: boolean
  is_masked: boolean
  state: 'running' | 'done' | 'cut' | 'stopped'
  row_count: number
  started_at: Date
  ended_at: Date | null
}

interface BulkJobTable {
  bulk_job_id: Generated<number>
  staff_id: StaffId
  form_key: string
  action: 'confirm' | 'cancel' | 'assign' | 'tag' | 'untag' | 'move_shop'
  reason: string | null
  note: string | null
  assign_to: StaffId | null
  filters: string | null
  left_out: Generated<number>
  row_count: number
  state: 'open' | 'done' | 'cancelled'
  undoes: number | null
  created_at: Date
  ended_at: Date | null
  tag: string | null
  shop_id: number | null
}

interface BulkJobRowTable {
  bulk_job_id: number
  position: number
  order_code: string
  version: number
  assign_to: StaffId | null
  assigned_seen: StaffId | null
  outcome: string | null
  assigned_before: StaffId | null
  ended_at: Date | null
  had_tag: boolean | null
  shop_before: number | null
  shop_id: number | null
  shop_seen: number | null
}

/** The tables of people who work in the shop, and of what they change. */
export interface StaffTables {
  bulk_job: BulkJobTable
  bulk_job_row: BulkJobRowTable
  change_log: ChangeLog
  change_personal: ChangePersonal
  list_export: ListExport
  person_key: PersonKey
  role_permission: RolePermission
  staff: Staff
  staff_invite: StaffInvite
  staff_login_attempt: StaffLoginAttempt
  staff_passkey: StaffPasskey
  staff_passkey_challenge: StaffPasskeyChallenge
  staff_role: StaffRole
  staff_role_grant: StaffRoleGrant
  staff_session: StaffSession
  staff_shop: StaffShop
  staff_view: StaffView
}

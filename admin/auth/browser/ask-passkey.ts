import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { askPasskey, type Asked } from '#web/runtime/passkeys/ask-passkey.ts'

/** What a passkey is asked for (contracts/staff/sign-in.ts: passkeyChallenge). */
export type PasskeyPurpose = 'sign_in' | 'second_step' | 'enrol' | 'confirm' | 'add'

/** Has a passkey of this device sign a challenge of the shop for staff. */
export function askStaffPasskey(purpose: PasskeyPurpose): Promise<Asked> {
  return askPasskey({
    challenge_path: auth_paths.passkey_challenge,
    fields: { purpose },
    is_new: purpose === 'enrol' || purpose === 'add',
  })
}

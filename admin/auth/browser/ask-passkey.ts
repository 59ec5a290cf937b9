import { auth_paths } from '#admin/addresses/auth-paths.ts'

/** What a passkey is asked for (contracts/staff/sign-in.ts: passkeyChallenge). */
export type PasskeyPurpose = 'sign_in' | 'second_step' | 'enrol' | 'confirm' | 'add'

/** What the passkey signed, for the field `passkey` of a form; or why there is nothing. */
export type Asked = { passkey: string } | { problem: string }

/** Whether this browser has passkeys, and this address may use them: they belong to a name, not to an IP address. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)
}

/** Gets a challenge from the shop and has a passkey of this device sign it. */
export async function askPasskey(purpose: PasskeyPurpose): Promise<Asked> {
  try {
    const answer = await fetch(auth_paths.passkey_challenge, {
      method: 'POST',
      body: new URLSearchParams({ purpose }),
    })
    const { options, problem } = (await answer.json()) as { options?: object; problem?: string }
    if (options === undefined) return { problem: problem ?? failed }
    // Loaded at the first use: most people never press the button.
    const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
    const is_new = purpose === 'enrol' || purpose === 'add'
    const signed = is_new
      ? await startRegistration({ optionsJSON: options as never })
      : await startAuthentication({ optionsJSON: options as never })
    return { passkey: JSON.stringify(signed) }
  } catch (error) {
    return { problem: problems[error instanceof Error ? error.name : ''] ?? failed }
  }
}

const failed = 'Chưa dùng được passkey. Hãy thử lại.'
const problems: Readonly<Record<string, string>> = {
  NotAllowedError: 'Bạn đã hủy, hoặc đã quá lâu. Hãy thử lại.',
  InvalidStateError: 'Thiết bị này đã có passkey của tài khoản.',
  SecurityError: 'Passkey chỉ dùng được ở đúng địa chỉ của cửa hàng.',
}

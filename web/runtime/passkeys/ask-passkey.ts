interface Question {
  /** Where the options of the browser come from, with the fields that they need. */
  challenge_path: string
  fields?: Readonly<Record<string, string>>
  /** A new passkey is made; otherwise one signs. */
  is_new?: boolean
  /** The browser offers passkeys where the phone is typed, and answers when one is chosen. */
  by_autofill?: boolean
}

/** What the passkey signed, for the field `passkey` of a form; or why there is nothing. */
export type Asked = { passkey: string } | { problem: string }

/** Whether this browser has passkeys, and this address may use them: they belong to a name, not to an IP address. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)
}

/** Gets a challenge from the server and has a passkey of this device sign it. The newest question ends an older one. */
export async function askPasskey(question: Question): Promise<Asked> {
  const { challenge_path, fields = {}, is_new = false, by_autofill = false } = question
  try {
    const body = new URLSearchParams(fields)
    const answer = await fetch(challenge_path, { method: 'POST', body })
    const { options, problem } = (await answer.json()) as { options?: object; problem?: string }
    if (options === undefined) return { problem: problem ?? failed }
    // Loaded at the first use: most people never press the button.
    const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
    const optionsJSON = options as never
    const signed = is_new
      ? await startRegistration({ optionsJSON })
      : await startAuthentication({ optionsJSON, useBrowserAutofill: by_autofill })
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

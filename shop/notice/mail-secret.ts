import type { SecretBox } from '#platform/files/secret-box.ts'

/** What the link of a mail says: the secret of its row, and the address that the mail went to. */
interface MailSecret {
  secret: string
  /** Null: the link names no address, or this shop did not seal it. */
  email: string | null
}

const label = 'links of mails'
const sealed_form = /^([0-9a-f]{32})\.([\w-]{40,600})$/

/**
 * The secret in the links of a mail, with the sealed address behind it: a refusal is possible also when the row is
 * gone, after a restore or 400 days (decision 380).
 */
export function mailSecret(secret: string, email: string, box: SecretBox): string {
  return `${secret}.${box.seal(email, label).toString('base64url')}`
}

export function readMailSecret(text: string, box: SecretBox): MailSecret {
  const [, secret = text, sealed = ''] = sealed_form.exec(text) ?? []
  const email = sealed === '' ? null : box.open(Buffer.from(sealed, 'base64url'), label)
  return { secret, email }
}

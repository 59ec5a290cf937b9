import { type KeySource, ownKey } from '#platform/files/own-key.ts'

/** What challenges are signed with. */
export function captchaKey(source: KeySource): string {
  return ownKey(source, 'captcha')
}

import { type KeySource, ownKey } from '#platform/files/own-key.ts'

/** The key that signs challenges. */
export function captchaKey(source: KeySource): string {
  return ownKey(source, 'captcha')
}

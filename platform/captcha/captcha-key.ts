import { type KeyPlace, ownKey } from '#platform/files/own-key.ts'

/** What challenges are signed with. */
export function captchaKey(place: KeyPlace): string {
  return ownKey(place, 'captcha')
}

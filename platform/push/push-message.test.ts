import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  areKeysUsable,
  encryptPush,
  isPushService,
  pushAuthorization,
  pushKeysOf,
} from '#platform/push/push-message.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
/** The example of RFC 8291, section 5. */
const subscription = {
  endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

test('a message is encrypted as in the example of RFC 8291', () => {
  const fresh = {
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    private_key: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  }
  const body = encryptPush('When I grow up, I want to be a watermelon', subscription, fresh)
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('the shop proves who it is by a signature for this push service', () => {
  const keys = pushKeysOf('11'.repeat(32))
  const now = new Date('2026-11-20T08:00:00Z')
  const header = pushAuthorization(subscription.endpoint, keys, 'mailto:a@mail.example', now)
  const [, head = '', claims = '', signature = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=[\w-]{87}$/.exec(header) ?? []
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example.net',
    exp: now.getTime() / 1_000 + 43_200,
    sub: 'mailto:a@mail.example',
  })
  const [x, y] = [keys.public_key.subarray(1, 33), keys.public_key.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes(signature))).toBe(true)
})

test('keys that are no point of the curve are found out', () => {
  expect(areKeysUsable(subscription)).toBe(true)
  expect(areKeysUsable({ ...subscription, p256dh: `B${'A'.repeat(86)}` })).toBe(false)
  expect(areKeysUsable({ ...subscription, auth: 'AAAA' })).toBe(false)
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://sg2p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://fcm.googleapis.com@evil.example/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evilpush.apple.com.example/abc', false],
  ['https://xpush.apple.com/abc', false],
  ['https://169.254.169.254/latest', false],
  ['no address', false],
])('%s is a push service: %s', (endpoint, is_known) => {
  expect(isPushService(endpoint)).toBe(is_known)
})

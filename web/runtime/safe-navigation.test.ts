import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { returnAddress } from '#pure/own-address.ts'
import { allowedTarget, destinationOf } from '#web/runtime/safe-navigation.ts'

const base = 'https://shop.example/dien-thoai?page=2'
const own_only = { is_external: false }
const anywhere = { is_external: true }

const never = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  'java\r\nscript:alert(1)',
  'javascript\n:alert(1)',
  'javascript://shop.example/%0aalert(1)',
  'javascript:/*https://shop.example/*/alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,PHNjcmlwdD4=',
  'da\tta:text/html,x',
  'blob:https://shop.example/0b5c1c8e-1f2a-4e0c-9a55-9d7c7e1f0000',
  'BLOB:https://shop.example/x',
  'vbscript:msgbox(1)',
  'VbScRiPt:msgbox(1)',
  'vb\nscript:msgbox(1)',
  'file:///etc/passwd',
  'filesystem:https://shop.example/temporary/x',
  'about:blank',
  'view-source:https://shop.example/',
  'intent://scan/#Intent;scheme=zxing;end',
  'ws://shop.example/',
  'ftp://shop.example/x',
  'chrome://settings',
  'https://',
  'https://[::1',
  'http://shop.example:99999/',
  'https://exa mple.com/',
]

const elsewhere = [
  'https://evil.example/',
  'http://shop.example/',
  'https://shop.example:8443/',
  'https://shop.example.evil.example/',
  'https://evil.example#shop.example',
  'https://evil.example?https://shop.example/',
  'https://shop.example@evil.example/',
  'https://shop.example%2f@evil.example/',
  'https://user:pass@evil.example/',
  'https://sub.shop.example/',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\\/evil.example',
  'https:\\\\evil.example',
  'https:///evil.example',
  'https://evil。example/',
  'https://ｅvil.example/',
  'http:evil.example',
  '//evil.example/..//shop.example',
  'https://0x7f000001/',
]

const ours: [string, string][] = [
  ['/', '/'],
  ['/cart?x=1#y', '/cart?x=1#y'],
  ['https://shop.example/cart', '/cart'],
  ['https://user:pass@shop.example/cart', '/cart'],
  ['HTTPS://SHOP.EXAMPLE/cart', '/cart'],
  ['//shop.example/cart', '/cart'],
  ['?page=3', '/dien-thoai?page=3'],
  ['cart', '/cart'],
  // These paths alone would be another host.
  ['/.//evil.example', '/evil.example'],
  ['/x/..//evil.example', '/evil.example'],
  ['/%2e//evil.example', '/evil.example'],
  ['https://shop.example//evil.example', '/evil.example'],
  ['https://shop.example/\\evil.example', '/evil.example'],
  ['/.\\\\evil.example', '/evil.example'],
  ['https:/cart', '/cart'],
]

describe('the target of an address', () => {
  test.each(never)('%j is refused, with and without is_external', (wanted) => {
    expect(destinationOf(wanted, base).kind).toBe('refused')
    expect(allowedTarget(wanted, base, anywhere)).toBeNull()
    expect(returnAddress(wanted, 'https://shop.example')).toBe('/')
  })

  test.each(elsewhere)('%j is another site: only with is_external', (wanted) => {
    expect(destinationOf(wanted, base).kind).toBe('external')
    expect(allowedTarget(wanted, base, own_only)).toBeNull()
    expect(allowedTarget(wanted, base, anywhere)).toMatch(/^https?:\/\//)
    expect(returnAddress(wanted, 'https://shop.example')).toBe('/')
  })

  test.each(ours)('%j is the path %j of this shop', (wanted, path) => {
    expect(destinationOf(wanted, base)).toEqual({ kind: 'own', path })
    expect(allowedTarget(wanted, base, own_only)).toBe(path)
  })

  test.each(['mailto:a@shop.example', 'tel:18002064', 'sms:18002064'])(
    '%j is allowed in a link but never as a redirect',
    (wanted) => {
      expect(destinationOf(wanted, base).kind).toBe('external')
      expect(allowedTarget(wanted, base, anywhere)).toBeNull()
    },
  )

  test('an allowed target, parsed again, is always an address of this shop', () => {
    const odd = fc.array(
      fc.constantFrom(
        '/',
        '\\',
        '.',
        ':',
        '@',
        '#',
        '?',
        '\t',
        '\n',
        'evil.example',
        'https',
        'javascript',
        'shop.example',
        '%2e',
        ' ',
      ),
    )
    fc.assert(
      fc.property(odd, (parts) => {
        const target = allowedTarget(parts.join(''), base, own_only)
        if (target === null) return
        expect(target.startsWith('/')).toBe(true)
        expect(new URL(target, base).origin).toBe('https://shop.example')
      }),
      { numRuns: 2_000 },
    )
  })
})

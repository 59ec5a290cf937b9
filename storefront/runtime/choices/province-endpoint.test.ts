import { expect, test } from 'vitest'
import { Refusal } from '#pure/contract.ts'
import { chooseProvince } from '#storefront/runtime/choices/province-endpoint.ts'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop()

/** Sends the form for a visitor who gets no session now. */
function chooseTooOften(accept: string): Promise<Response> {
  const meaning = { status: 429, meaning: 'Too many sessions.' } as const
  const refusal = new Refusal('too_many_requests', meaning, { retry_after: 60 })
  const body = new URLSearchParams({ province_id: '24', return_to: '/cart?a="><b>' })
  const request = new Request('http://shop.example/province', {
    method: 'POST',
    body,
    headers: { accept },
  })
  return chooseProvince(request, {
    services: demo.door.services,
    public_url: 'http://shop.example',
    secure: false,
    visitor: {
      caller: () => Promise.reject(refusal),
      hasLostMember: () => false,
      becomeGuest: () => Promise.resolve(),
      cookies: [],
    },
  })
}

test('without scripts, too many requests are answered by a page with a way back', async () => {
  const answer = await chooseTooOften('text/html')
  expect(answer.status).toBe(429)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('retry-after')).toBe('60')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const page = await answer.text()
  expect(page).toContain('Quý khách thao tác quá nhanh')
  expect(page).toContain('href="/cart?a=%22%3E%3Cb%3E"')
  expect(page).toContain('href="tel:18002064"')
  expect(page).not.toContain('too_many_requests')
})

test('a script gets the code', async () => {
  const answer = await chooseTooOften('application/json')
  expect(answer.status).toBe(429)
  expect(await answer.json()).toMatchObject({ error: { code: 'too_many_requests' } })
})

import { expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { atMemberSite, cookiesOf } from '#test/members/at-member-site.ts'
import { newMember } from '#test/members/member.ts'

const site = atMemberSite()
const phone = '+84912345678'

async function aSession(): Promise<{ cookie: string }> {
  await newMember(site.db, { phone, now: new Date() })
  const sent = await site.post(paths.sign_in, { phone })
  const code = await site.newestCode()
  return { cookie: cookiesOf(await site.post(paths.code, { code }, { cookie: cookiesOf(sent) })) }
}

const pages = [paths.account, paths.passkeys, paths.phone, paths.merge]
// The last ones are names that every object has (law 26).
test.each(['no-such-intent', 'constructor', 'toString', '__proto__'])(
  'the form %s is refused by every page with forms, in words',
  async (intent) => {
    const session = await aSession()
    for (const path of pages) {
      const { status, text } = await site.post(path, { intent }, session)
      expect([path, status]).toEqual([path, 422])
      expect(text).toContain('Chưa rõ yêu cầu.')
    }
  },
)

test('no notice is shown for a form that does not exist', async () => {
  const session = await aSession()
  for (const path of [paths.account, paths.passkeys]) {
    const plain = await site.get(path, session)
    expect((await site.get(`${path}?xong=constructor`, session)).text).toBe(plain.text)
  }
})

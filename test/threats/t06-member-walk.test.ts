import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { oidc_paths, paths } from '#member-site/addresses/paths.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import { card_pictures_path, member_data_path } from '#storefront/addresses/member-links.ts'
import { noticeUrl } from '#storefront/addresses/account-links.ts'
import { knockAsHost } from '#test/members/knock-as-host.ts'
import { aMember } from '#test/members/loyalty.ts'
import { unzipped } from '#test/members/unzipped.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

// T6: every page and every form of a member, in the shop and at the member site, walked by somebody else
// (docs/threats.md).

const checkout = openCheckout()
const member_host = 'smember.localhost:3000'

type Member = Awaited<ReturnType<typeof aMember>>
let lan: Member
let mai: Member
/** The numbers of what Lan has. */
let ids: { address: number; card: number; passkey: number; session: number; order: string }
/** Texts and secrets that nobody but Lan may read. */
const marks = [
  ...['Ngõ Kín Của Lan', 'Trường Của Lan', 'SV-CUA-LAN', 'KHOA-CUA-LAN', 'MAY-CUA-LAN'],
  ...['lan-rieng@mail.example', 'PHIEU-CUA-LAN', '10.9.8.7'],
]

beforeAll(async () => {
  const { db } = checkout.own
  // Numbers that stand nowhere else in a page, so that they can be taken out of answers that are compared.
  await sql`alter table member_address alter address_id restart with 8110001`.execute(db)
  await sql`alter table member_card alter card_id restart with 8220001`.execute(db)
  await sql`alter table member_passkey alter member_passkey_id restart with 8330001`.execute(db)
  await sql`alter table session alter session_id restart with 8440001`.execute(db)
  lan = await aMember(checkout)
  mai = await aMember(checkout)
  const wards = await lan.call('GET', '/api/locations/v1/wards?q=Bến Thành&province_code=79')
  const ward_id = dataOf<{ ward_id: number }[]>(wards)[0]?.ward_id
  const book = { name: 'Lan', phone: '0912 345 678', ward_id, street: '7 Ngõ Kín Của Lan' }
  const { address_id } = dataOf<{ address_id: number }>(
    await lan.call('POST', '/api/member/addresses', book),
  )
  await lan.prepare(products.cable)
  const { code } = dataOf<Order>(await lan.order())
  const owner = lan.customer_id
  const { rows } = await sql<{ card: number; passkey: number; session: number }>`
    with card as (
      insert into member_card (customer_id, kind, state, institution, holder, number, consent_version, created_at)
      values (${owner}, 'student', 'collecting', 'Trường Của Lan', 'Lan', 'SV-CUA-LAN', 1, now()) returning card_id
    ), passkey as (
      insert into member_passkey (customer_id, name, credential_id, public_key, sign_count, created_at)
      values (${owner}, 'KHOA-CUA-LAN', 'lan', 'key', 0, now()) returning member_passkey_id
    ), notice as (
      insert into product_notice (kind, product_id, customer_id, channel, recipient, secret, state, created_at)
      values ('stock', ${products.cable}, ${owner}, 'email', 'lan-rieng@mail.example', 'secret-of-lan', 'waiting', now())
    ), voucher as (
      insert into voucher (code, name, value, customer_id) values ('PHIEU-CUA-LAN', 'Sinh nhật', 50000, ${owner})
    ), wish as (
      insert into wishlist_item (customer_id, product_id, added_at)
      values (${owner}, ${products.phone_version}, now())
    ), erasure as (
      insert into erasure_request (customer_id, asked_at, erase_at) values (${owner}, now(), now() + interval '7 days')
    ), device as (
      update session set device = 'MAY-CUA-LAN', address = '10.9.8.7' where customer_id = ${owner} returning session_id
    )
    select (select card_id from card) as card, (select member_passkey_id from passkey) as passkey,
      (select min(session_id) from device) as session`.execute(db)
  const [own] = rows
  if (own === undefined) throw new RangeError('nothing was written')
  ids = { address: address_id, order: code, ...own }
  marks.push(code)
})

interface Seen {
  status: number
  text: string
  cache: string | null
}

/** Opens a path as a member; a path of the member site begins with "member:". */
async function open(who: Member | null, path: string): Promise<Seen> {
  if (path.startsWith('member:')) {
    const headers: Record<string, string> = who === null ? {} : { cookie: `smember=${who.token}` }
    const url = checkout.door.url + path.slice(7)
    const answer = await knockAsHost(url, member_host, { method: 'GET', headers })
    const cache = answer.headers.get('cache-control')
    return { status: answer.status, text: await answer.text(), cache }
  }
  const headers: Record<string, string> =
    who === null ? {} : { cookie: `member_token=${who.token}` }
  const answer = await fetch(checkout.door.url + path, { headers, redirect: 'manual' })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const is_zip = answer.headers.get('content-type') === 'application/zip'
  const text = is_zip ? Object.values(unzipped(bytes)).join('\n') : bytes.toString()
  return { status: answer.status, text, cache: answer.headers.get('cache-control') }
}

async function send(who: Member, path: string, fields: Record<string, string>): Promise<Seen> {
  const is_member_site = path.startsWith('member:')
  const headers = {
    cookie: `${is_member_site ? 'smember' : 'member_token'}=${who.token}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  }
  const body = new URLSearchParams(fields).toString()
  const answer = is_member_site
    ? await knockAsHost(checkout.door.url + path.slice(7), member_host, {
        ...{ method: 'POST', headers, body },
      })
    : await fetch(checkout.door.url + path, { method: 'POST', headers, body, redirect: 'manual' })
  return { status: answer.status, text: await answer.text(), cache: null }
}

/** Every personal page without a secret in its path, with its data for scripts, files, and the member site. */
const personal = [
  ...Object.values(addresses)
    .filter(({ cache, path }) => cache === 'personal' && !path.includes(':'))
    .flatMap(({ path }) => [path, `/_data${path}`]),
  ...['', '?dang=json', '?dang=csv'].map((query) => member_data_path + query),
  noticeUrl(products.cable),
  ...Object.values(paths).map((path) => `member:${path}`),
  `member:${oidc_paths.userinfo}`,
]

async function everythingOf(customer_id: number): Promise<unknown> {
  const { rows } = await sql`
    select (select jsonb_agg(a order by address_id) from member_address a where customer_id = ${customer_id}) as book,
      (select jsonb_agg(c order by card_id) from member_card c where customer_id = ${customer_id}) as cards,
      (select jsonb_agg(k) from member_passkey k where customer_id = ${customer_id}) as passkeys,
      (select jsonb_agg(n) from product_notice n where customer_id = ${customer_id}) as notices,
      (select jsonb_agg(w) from wishlist_item w where customer_id = ${customer_id}) as wishes,
      (select jsonb_agg(e) from erasure_request e where customer_id = ${customer_id}) as erasures,
      (select jsonb_agg(session_id order by session_id) from session
        where customer_id = ${customer_id} and ended_at is null) as sessions`.execute(
    checkout.own.db,
  )
  return rows[0]
}

test('what a member reads is shown to nobody else, in any order of visits, and stored by nobody', async () => {
  const read = new Set<string>()
  for (const path of personal) {
    const own = await open(lan, path)
    for (const mark of marks) if (own.text.includes(mark)) read.add(mark)
    for (const [who, seen] of [
      ['Mai', await open(mai, path)],
      ['nobody', await open(null, path)],
    ] as const) {
      const shown = marks.filter((mark) => seen.text.includes(mark))
      expect([path, who, shown]).toEqual([path, who, []])
      expect([path, seen.status < 500]).toEqual([path, true])
    }
    expect([path, own.cache ?? 'no-store']).toEqual([
      path,
      expect.stringMatching(/no-store|no-cache|private/),
    ])
  }
  // The walk has opened the pages where all this stands: else it proves nothing.
  expect([...read].toSorted()).toEqual(marks.toSorted())
})

test('a number of somebody else answers like one that nobody has, at every form', async () => {
  const before = await everythingOf(lan.customer_id)
  const forms: [path: string, field: string, id: number, more: Record<string, string>][] = [
    ['/smember/dia-chi', 'address_id', ids.address, { intent: 'remove' }],
    ['/smember/the', 'card_id', ids.card, { intent: 'send' }],
    ['/smember/the', 'card_id', ids.card, { intent: 'withdraw' }],
    [`member:${paths.account}`, 'session_id', ids.session, { intent: 'end' }],
    [`member:${paths.passkeys}`, 'passkey_id', ids.passkey, { intent: 'rename', name: 'Của tôi' }],
    [`member:${paths.passkeys}`, 'passkey_id', ids.passkey, { intent: 'remove' }],
  ]
  for (const [path, field, id, more] of forms) {
    const absent = id + 99_999
    const [foreign, none] = [
      await send(mai, path, { ...more, [field]: String(id) }),
      await send(mai, path, { ...more, [field]: String(absent) }),
    ]
    const unnamed = (seen: Seen, named: number) => seen.text.replaceAll(String(named), 'ID')
    expect([path, more, foreign.status, unnamed(foreign, id)]).toEqual([
      ...[path, more, none.status, unnamed(none, absent)],
    ])
    expect(marks.filter((mark) => foreign.text.includes(mark))).toEqual([])
  }
  const pictures = async (card_id: number) => {
    const form = new FormData()
    form.set('front', new Blob(['x'], { type: 'image/jpeg' }), 'a.jpg')
    const answer = await fetch(`${checkout.door.url}${card_pictures_path}?phieu=${card_id}`, {
      ...{ method: 'POST', body: form, redirect: 'manual' },
      headers: { cookie: `member_token=${mai.token}`, 'sec-fetch-site': 'same-origin' },
    })
    return [answer.status, answer.headers.get('location'), await answer.text()]
  }
  expect(await pictures(ids.card)).toEqual(await pictures(ids.card + 99_999))
  // Forms without a number change only the account of whoever sends them.
  await send(mai, `member:${paths.account}`, { intent: 'end_others' })
  await send(mai, `member:${paths.close}`, { intent: 'withdraw' })
  expect(await everythingOf(lan.customer_id)).toEqual(before)
})

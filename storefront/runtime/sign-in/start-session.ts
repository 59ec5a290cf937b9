import { createHash } from 'node:crypto'
import type { Services } from '#contracts/all.ts'
import { member as contract, type MemberPrice } from '#contracts/storefront/member.ts'
import { type Caller, Refusal } from '#pure/contract.ts'
import { expiredCookies, readCookies, tokenOf } from '#pure/cookies.ts'
import {
  type SignInSettings,
  userLine,
  userNameOf,
} from '#storefront/runtime/sign-in/sign-in-settings.ts'
import type { Visitor } from '#storefront/runtime/sign-in/visitor.ts'

/** What a page learns about its visitor after it was loaded. Tokens are never part of it. */
export interface SessionAnswer {
  /** Null: logged out. A member may have told no name. */
  name: string | null
  /** Tells members of one browser apart, without saying who they are; null: logged out. */
  who: string | null
  /** What a member pays for the products that the page named, where it is less than what everybody pays. */
  prices: MemberPrice[]
  /** The origin of the member site, if a hidden frame may find out who is signed in there. */
  auto_login_at: string | null
  /** Whether Google's prompt may be offered: nobody is signed in, or has signed out here. */
  one_tap: boolean
  /** The products that the visitor likes. */
  wished_ids: number[]
}

interface StartOptions {
  services: Services
  sign_in: SignInSettings
  visitor: Visitor
  province_id: number
}

/**
 * POST /session: steps 2 to 5 of the startup (contract §4). 201: a new session, without a cart. It is the one personal
 * request of a public page.
 */
export async function startSession(request: Request, options: StartOptions): Promise<Response> {
  const { visitor, sign_in } = options
  const headers = new Headers({ 'cache-control': 'no-store' })
  const sent = readCookies(request.headers.get('cookie'))
  try {
    const form = await request.formData().catch(() => new FormData())
    const { name, member } = await memberOf(sent, options)
    const is_new = tokenOf(sent) === undefined
    const wished_ids = is_new ? [] : await wishesOf(options)
    const prices = member === null ? [] : await pricesFor(member, form.get('products'), options)
    for (const cookie of visitor.cookies) headers.append('set-cookie', cookie)
    const may_ask = name === null && !sent.has('signed_out')
    const auto_login_at = may_ask ? sign_in.auto_login_at : null
    const who = member === null ? null : markOf(member)
    const one_tap = may_ask && sign_in.has_one_tap
    const answer: SessionAnswer = { name, who, prices, auto_login_at, one_tap, wished_ids }
    // A replaced token keeps its cart.
    return Response.json(answer, { status: is_new ? 201 : 200, headers })
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 429) throw error
    return new Response(error.message, { status: 429, headers })
  }
}

/**
 * A member with their name, who loses a guest token that is left (step 2); null: a guest, who has a token now (step 5).
 */
async function memberOf(
  sent: ReadonlyMap<string, string>,
  { services, sign_in, visitor }: StartOptions,
): Promise<{ name: string | null; member: Caller | null }> {
  const nobody = { name: null, member: null }
  const caller = await visitor.caller()
  if (caller.kind !== 'member') return nobody
  const stored = userNameOf(sent)
  const name = stored ?? (await profileName(caller, services))
  if (name === null) {
    await visitor.becomeGuest()
    return nobody
  }
  if (stored === null) visitor.cookies.push(userLine(name, sign_in))
  if (sent.has('token')) visitor.cookies.push(...expiredCookies(['token'], sign_in.cookies))
  return { name, member: caller }
}

/** The prices of a member for the products that the page shows; none if it names them in another form. */
async function pricesFor(
  member: Caller,
  products: unknown,
  { services, province_id }: StartOptions,
): Promise<MemberPrice[]> {
  const asked = contract.prices.input.safeParse({ products, province_id })
  return asked.success ? (await services.member.prices(member, asked.data)).prices : []
}

/** A mark of a member that scripts may compare. The number of the account cannot be read from it. */
function markOf({ customer_id }: Caller): string {
  return createHash('sha256').update(`member ${customer_id}`).digest('base64url').slice(0, 16)
}

/** A token that has just ended belongs to nobody: then no product is shown as liked. */
async function wishesOf({ services, visitor }: StartOptions): Promise<number[]> {
  try {
    const { product_ids } = await services.wishlist.getWishlist(await visitor.caller(), {})
    return product_ids
  } catch (error) {
    if (error instanceof Refusal && error.status !== 429) return []
    throw error
  }
}

/** Step 3: a token without a stored user. */
async function profileName(caller: Caller, services: Services): Promise<string | null> {
  try {
    return (await services.loyalty.profile(caller, {})).name
  } catch (error) {
    if (error instanceof Refusal && error.status !== 429) return null
    throw error
  }
}

import {
  member as contract,
  type MemberData,
  type MemberTier,
} from '#contracts/storefront/member.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { findCardsOf, type StoredCard } from '#shop/card/card-store.ts'
import { choiceView } from '#shop/consent/consent-service.ts'
import { findChoices } from '#shop/consent/consent-store.ts'
import { findAddresses, type StoredAddress } from '#shop/customer/member-address-store.ts'
import { removeAddress, saveAddress } from '#shop/flows/member/address-book.ts'
import { memberPrices } from '#shop/flows/member/member-prices.ts'
import { findMember } from '#shop/identity/member-store.ts'
import { findLoyaltyRule, findPointSums, findTiers } from '#shop/loyalty/loyalty-store.ts'
import { nextExpiry } from '#shop/loyalty/points.ts'
import { findStanding } from '#shop/loyalty/standing-store.ts'
import { countedFrom, nextTier, type Tier, tierAt } from '#shop/loyalty/tier.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { addressText } from '#shop/quote/address.ts'
import { findAccountData, findOrdersForData } from '#shop/views/member/member-data-store.ts'
import {
  countMemberOrders,
  findMemberOrderList,
  findPointEntries,
  findWarranties,
} from '#shop/views/member/member-orders-store.ts'
import { ownLoans } from '#shop/flows/trade/application/own-loans.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import { findMemberVouchers, type VoucherRow } from '#shop/views/member/member-voucher-store.ts'

interface MemberDeps {
  db: Database
  now: Now
  person_keys: PersonKeys
}

const orders_on_page = 10
/** Rows of each list in a part of the data. */
const data_page = 100

/** What belongs to a member. Every statement names the owner (invariant 6). */
export function memberService(deps: MemberDeps): Service<typeof contract> {
  const { db, now } = deps
  return {
    overview: async ({ customer_id }) => {
      const at = now()
      const from = countedFrom(at)
      const [tiers, profile, standing] = await Promise.all([
        findTiers(db),
        findMember(db, customer_id),
        findStanding(db, customer_id, at),
      ])
      const { spent, tier_code } = standing
      // The tier that prices go by: staff may have changed the thresholds since the last count.
      const tier = tiers.find(({ code }) => code === tier_code) ?? tierAt(spent, tiers)
      const [rule, sums, order_count] = await Promise.all([
        findLoyaltyRule(db),
        findPointSums(db, customer_id),
        countMemberOrders(db, customer_id),
      ])
      const vouchers = await findMemberVouchers(db, customer_id, standing, at)
      const next = nextTier(spent, tiers)
      const expiring = nextExpiry(sums, at)
      return {
        name: profile?.name ?? '',
        phone: maskedPhone(profile?.phone ?? ''),
        tier: tierView(tier),
        tiers: tiers.map(tierView),
        spent,
        counted_from: vietnamDay(from),
        counted_until: `${Number(vietnamDay(at).slice(0, 4)) + 1}-01-01`,
        next: next && { name: next.tier.name, missing: next.missing },
        points: {
          balance: standing.points,
          next_expiry: expiring && {
            points: expiring.points,
            expires_at: expiring.expires_at.toISOString(),
          },
          last_months: rule.points_last_months,
          max_percent: rule.max_points_percent,
        },
        order_count,
        voucher_count: vouchers.length,
      }
    },
    orders: async ({ customer_id }, { tab, page }) => {
      const offset = (page - 1) * orders_on_page
      const rows = await findMemberOrderList(db, customer_id, {
        ...{ tab, offset, limit: orders_on_page + 1 },
      })
      const orders = rows.slice(0, orders_on_page).map(({ created_at, ...order }) => {
        return { ...order, created_at: created_at.toISOString() }
      })
      return { orders, has_more: rows.length > orders_on_page }
    },
    points: async ({ customer_id }) => {
      const entries = await findPointEntries(db, customer_id)
      return {
        entries: entries.map(entryView),
      }
    },
    warranties: async ({ customer_id }) => {
      return { warranties: await findWarranties(db, customer_id, vietnamDay(now())) }
    },
    vouchers: async ({ customer_id }) => {
      const at = now()
      const standing = await findStanding(db, customer_id, at)
      const rows = await findMemberVouchers(db, customer_id, standing, at)
      return { vouchers: rows.map(voucherView) }
    },
    addresses: async ({ customer_id }) => {
      return { addresses: (await findAddresses(db, customer_id)).map(addressView) }
    },
    data: async ({ customer_id }, { without_lists = false }) => {
      const at = now()
      const profile = await findMember(db, customer_id)
      if (profile === null) throw contract.data.refuse('account_not_found')
      const { phone, name, email, birthday } = profile
      const standing = await findStanding(db, customer_id, at)
      const all = { limit: without_lists ? 0 : null, offset: 0 }
      const entries = await findPointEntries(db, customer_id, all)
      const vouchers = await findMemberVouchers(db, customer_id, standing, at)
      return {
        profile: { phone, name, email, birthday },
        ...{ tier: standing.tier_code ?? '', spent: standing.spent, points: standing.points },
        addresses: (await findAddresses(db, customer_id)).map(addressView),
        orders: await findOrdersForData(db, customer_id, all),
        point_entries: entries.map(entryView),
        warranties: await findWarranties(db, customer_id, vietnamDay(at)),
        vouchers: vouchers.map(voucherView),
        cards: (await findCardsOf(db, customer_id)).map(cardView),
        consents: (await findChoices(db, customer_id)).map(choiceView),
        loans: await ownLoans(deps, customer_id),
        ...(await findAccountData(db, customer_id, at)),
      }
    },
    dataPage: async ({ customer_id }, { page }) => {
      const part = { limit: data_page + 1, offset: (page - 1) * data_page }
      const orders = await findOrdersForData(db, customer_id, part)
      const entries = await findPointEntries(db, customer_id, part)
      return {
        orders: orders.slice(0, data_page),
        point_entries: entries.slice(0, data_page).map(entryView),
        has_more: orders.length > data_page || entries.length > data_page,
      }
    },
    saveAddress: (caller, input) => saveAddress(deps, caller, input),
    removeAddress: (caller, input) => removeAddress(deps, caller, input),
    prices: (caller, input) => memberPrices(deps, caller, input),
  }
}

function entryView<T extends { happened_at: Date }>({ happened_at, ...entry }: T) {
  return { ...entry, happened_at: happened_at.toISOString() }
}

function tierView({ position: _position, benefits, ...tier }: Tier): MemberTier {
  return { ...tier, benefits: benefits.split('\n').filter((line) => line.trim() !== '') }
}

function voucherView({ percent, value, max_discount, ends_at, ...voucher }: VoucherRow) {
  const most = max_discount === null ? '' : `, tối đa ${formatDong(max_discount)}`
  const worth =
    percent === null ? `Giảm ${formatDong(value ?? 0)}` : `Giảm ${String(percent)}%${most}`
  return { ...voucher, worth, ends_at: ends_at?.toISOString() ?? null }
}

function cardView(card: StoredCard): MemberData['cards'][number] {
  const { kind, state, institution, holder, number, valid_until, ends_on, reason } = card
  return { kind, state, institution, holder, number, valid_until, ends_on, reason }
}

function addressView({ province_name, ...address }: StoredAddress) {
  const { street, ward_name } = address
  return { ...address, text: addressText([street, ward_name, province_name]) }
}

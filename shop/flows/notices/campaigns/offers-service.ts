import { type LinkedOffer, offers as contract } from '#contracts/storefront/notices/offers.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import { areKeysUsable, isPushService } from '#platform/push/push-message.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { offers_consent_version } from '#pure/formats/consent.ts'
import { insertOptOut } from '#shop/cart/abandoned-cart-store.ts'
import { emailHash } from '#shop/cart/abandoned-cart.ts'
import { insertChoice } from '#shop/consent/consent-store.ts'
import {
  agreesStill,
  deleteOptOut,
  findOwnChannels,
  setPushOffers,
} from '#shop/flows/notices/campaigns/audience-store.ts'
import { type RefusalDeps, storeRefusal } from '#shop/flows/notices/refusal-records.ts'
import type { NoticesDeps } from '#shop/flows/notices/store-wish.ts'
import {
  findRecipient,
  markUnsubscribed,
  type RecipientRow,
} from '#shop/notice/campaign/campaign-store.ts'
import { readMailSecret } from '#shop/notice/mail-secret.ts'
import { saveSubscription } from '#shop/notice/push-store.ts'
import { maskedEmail, maskedPhone } from '#shop/order/masked-contact.ts'

interface Deps extends Pick<NoticesDeps, 'otp_box' | 'push_box' | 'push_keys'>, RefusalDeps {
  now: Now
}

const purposes = { email: 'mail', zalo: 'zalo', push: 'push' } as const

/** Who agrees to messages of offers, and stops them (decision 281). */
export function offersService(deps: Deps): Service<typeof contract> {
  const { db, now } = deps
  const own = async ({ customer_id, kind }: Caller) => {
    const { email, phone, ...channels } = await findOwnChannels(db, customer_id)
    return {
      ...channels,
      is_member: kind === 'member',
      email: email === null ? null : maskedEmail(email),
      phone: phone === null ? null : maskedPhone(phone),
      push_key: deps.push_keys.public_key.toString('base64url'),
    }
  }
  const choice = (customer_id: Caller['customer_id'], place: 'offers' | 'message') => ({
    ...{ customer_id, place, text_version: offers_consent_version, chosen_at: now() },
  })
  return {
    ownOffers: (caller) => own(caller),
    chooseOffers: async (caller, { by_email, by_zalo }) => {
      const { customer_id, kind } = caller
      if (kind !== 'member') throw contract.chooseOffers.refuse('offers_need_member')
      const refused = await transaction(db, async (tx) => {
        const before = await findOwnChannels(tx, customer_id)
        const wanted = [
          ['mail', before.by_email, by_email && before.email !== null],
          ['zalo', before.by_zalo, by_zalo],
        ] as const
        const changed = wanted.filter(([, was, is]) => was !== is)
        await Promise.all(
          changed.map(([purpose, , is]) =>
            insertChoice(tx, {
              ...choice(customer_id, 'offers'),
              ...{ purposes: [purpose], granted: is ? [purpose] : [] },
            }),
          ),
        )
        if (by_email && before.email !== null) await deleteOptOut(tx, before.email)
        return changed.flatMap(([purpose, , is]) => (is ? [] : [purpose]))
      })
      for (const purpose of refused) {
        await storeRefusal(deps, { purpose, customer_id, refused_at: now() })
      }
      return own(caller)
    },
    takeOffersByPush: async ({ customer_id }, { subscription: { endpoint, keys } }) => {
      const subscription = { endpoint, ...keys }
      if (!isPushService(endpoint) || !areKeysUsable(subscription)) {
        throw contract.takeOffersByPush.refuse('push_not_possible')
      }
      await transaction(db, async (tx) => {
        const owner = { customer_id, now: now() }
        const recipient = await saveSubscription(tx, deps.push_box, subscription, owner)
        await setPushOffers(tx, { recipient }, now())
        await insertChoice(tx, {
          ...choice(customer_id, 'offers'),
          ...{ purposes: ['push'], granted: ['push'] },
        })
      })
      return {}
    },
    stopPushOffers: async ({ customer_id }) => {
      const stopped = await transaction(db, async (tx) => {
        const { by_push } = await findOwnChannels(tx, customer_id)
        const browsers = await setPushOffers(tx, { customer_id }, null)
        await insertChoice(tx, {
          ...choice(customer_id, 'offers'),
          ...{ purposes: ['push'], granted: [] },
        })
        return by_push || browsers > 0
      })
      // A record for every press would let anybody fill the store of files.
      if (stopped) await storeRefusal(deps, { purpose: 'push', customer_id, refused_at: now() })
      return {}
    },
    linkedOffer: async (_caller, { secret }) => linked(db, await named(deps, secret)),
    stopOffers: async (_caller, { secret }) => {
      const found = await named(deps, secret)
      const { channel, recipient, customer_id } = found
      const email_hash = channel === 'email' ? emailHash(recipient) : null
      const is_new = await transaction(db, async (tx) => {
        if (found.is_stored && !(await agreesStill(tx, channel, recipient))) return false
        if (email_hash !== null && !(await insertOptOut(tx, email_hash, now()))) return false
        if (channel === 'push') await setPushOffers(tx, { recipient }, null)
        await markUnsubscribed(tx, found.secret, now())
        const refused = { purposes: [purposes[channel]], granted: [] }
        if (customer_id !== null)
          await insertChoice(tx, { ...choice(customer_id, 'message'), ...refused })
        return true
      })
      const browser = channel === 'push' ? recipient : null
      const person = { customer_id, email_hash, browser }
      const refusal = { purpose: purposes[channel], ...person, refused_at: now() }
      if (is_new) await storeRefusal(deps, refusal)
      return linked(db, found)
    },
  }
}

type Named = Pick<RecipientRow, 'channel' | 'recipient' | 'customer_id' | 'secret'>

/** Whom the link of a message went to. A mail says it also when its row is gone. */
async function named({ db, otp_box }: Deps, text: string): Promise<Named & { is_stored: boolean }> {
  const { secret, email } = readMailSecret(text, otp_box)
  const found = await findRecipient(db, { secret })
  if (found !== null) return { ...found, is_stored: true }
  if (email === null) throw contract.linkedOffer.refuse('offer_not_found')
  return { channel: 'email', recipient: email, customer_id: null, secret, is_stored: false }
}

async function linked(db: Database, { channel, recipient }: Named): Promise<LinkedOffer> {
  const masked = { email: maskedEmail, zalo: maskedPhone, push: () => '' }[channel](recipient)
  const is_stopped = !(await agreesStill(db, channel, recipient))
  return { channel, recipient: masked, is_stopped }
}

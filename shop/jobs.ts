import type { Config } from '#config/config.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import { outsideCalls } from '#platform/http/outside-call.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { abandonedCartsJob } from '#shop/flows/abandoned-cart/remind-of-carts.ts'
import { carrierJobs } from '#shop/flows/shipment/carrier-jobs.ts'
import { checkoutJobs } from '#shop/flows/checkout-jobs.ts'
import { rewardJob } from '#shop/flows/member/give-rewards.ts'
import { eraseCardsJob } from '#shop/flows/member/cards/erase-cards-job.ts'
import { loyaltyJob } from '#shop/flows/member/loyalty-jobs.ts'
import { campaignsJob } from '#shop/flows/notices/campaigns/campaigns-job.ts'
import { sweepRefusalsJob } from '#shop/flows/notices/refusal-records.ts'
import { noticesJob } from '#shop/flows/notices/notices-job.ts'
import { phoneChangeJob } from '#shop/flows/member/security/change-phone.ts'
import { mergeJob } from '#shop/flows/member/security/merge-job.ts'
import { pushSettings } from '#shop/flows/notices/push-settings.ts'
import { lowestPricesJob, recordChangedPrices } from '#shop/flows/prices/record-lowest-prices.ts'
import { watchEdges } from '#shop/flows/prices/watch-promotion-edges.ts'
import { ledgerMonthsJob } from '#shop/flows/sweep/ledger-months-job.ts'
import { retainedSince, retention_days } from '#shop/flows/sweep/retention.ts'
import { rankGamesJob } from '#shop/flows/trade/game/rank-games.ts'
import { applicationJobs } from '#shop/flows/trade/application/application-jobs.ts'
import { notificationJob } from '#shop/flows/send-notifications.ts'
import type { Sender } from '#shop/notification/templates/sender.ts'
import { openTransports } from '#shop/notification/transports/transports.ts'
import { zaloTokens } from '#shop/notification/transports/zalo-tokens.ts'
import { unusedFilesJob } from '#shop/picture/unused-files-job.ts'
import type { Shop } from '#shop/open-shop.ts'

/** Whoever waits for a code gets it by SMS after this time. */
const zalo_limit_ms = 6_000

interface JobDeps {
  shop: Shop
  /** The sender that notifications name. */
  sender: Sender
  transports: Pick<Config, 'mail' | 'sms' | 'zalo' | 'shop_mode' | 'legal'>
}

/** Returns all jobs that the shop runs at intervals, on one process at a time. */
export function shopJobs({ shop, sender, transports }: JobDeps): Job[] {
  const { office, services, carriers, pictures } = shop
  const { db, now, log } = office
  const push = pushSettings({ db, now, ...shop.push, contact: transports.legal.company_email })
  return [
    ...checkoutJobs(office),
    ...carrierJobs({ db, now, log, carriers }),
    ...applicationJobs({ db, now, log, ...shop.loans }),
    shop.stock_proof.job,
    shop.staff.bulk_job,
    shop.staff.redo_job,
    shop.staff.erase_job,
    shop.staff.publish_job,
    lowestPricesJob({ db, now }),
    unusedFilesJob({
      ...{ db, now, log, pictures },
      retainedSince: (at) => retainedSince(at, retention_days.unused_files),
    }),
    sweepRefusalsJob({ now, files: pictures.files }),
    eraseCardsJob({ db, now, log, ...shop.card_files }),
    loyaltyJob({ db, now, log }),
    rewardJob({ db, now, log }),
    rankGamesJob({ db, now, log }),
    phoneChangeJob({ db, now, log }),
    mergeJob({ db, now, log }),
    abandonedCartsJob({ db, now, log }),
    noticesJob({ db, now, log }),
    campaignsJob({ db, now, log }),
    ledgerMonthsJob({ db, now, log }),
    notificationJob({
      db,
      now,
      log,
      cart: services.cart,
      otp_box: shop.otp.otp_box,
      transports: openTransports({ ...transports, zalo: zaloOf(shop, transports.zalo), push }),
      sender,
      person_keys: shop.loans.person_keys,
    }),
  ]
}

/** Zalo, where the shop has an Official Account. */
function zaloOf({ office, zalo_box: box }: Shop, settings: Config['zalo']) {
  if (settings === null) return null
  const { db, now } = office
  const call = outsideCalls({ now, limit_ms: zalo_limit_ms })
  return {
    template_id: settings.template_id,
    tokens: zaloTokens({ db, now, box, call, ...settings }),
    call,
  }
}

/**
 * Follows changes of prices. Every process notifies its own feed when a promotion begins or ends, and the
 * process that runs jobs also records the lowest price of each day. Returns a function that stops both.
 */
export function followPrices(
  { office }: Shop,
  changes: ChangeFeed,
  { runs_jobs }: { runs_jobs: boolean },
): () => Promise<void> {
  const { db, now, log } = office
  const stopWatching = watchEdges({ db, now, log, feed: changes })
  const stopRecording = runs_jobs ? recordChangedPrices({ db, now, log }, changes) : null
  return async () => {
    stopWatching()
    await stopRecording?.()
  }
}

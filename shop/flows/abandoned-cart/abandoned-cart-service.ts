import type { abandonedCart as contract } from '#contracts/storefront/abandoned-cart.ts'
import type { Service } from '#pure/contract.ts'
import { abandonCart, type AbandonedCartDeps } from '#shop/flows/abandoned-cart/abandon-cart.ts'
import { restoreCart } from '#shop/flows/abandoned-cart/restore-cart.ts'
import type { RefusalDeps } from '#shop/flows/notices/refusal-records.ts'
import { stopReminders } from '#shop/flows/abandoned-cart/stop-reminders.ts'

/** Stores and restores abandoned carts (contract §3, §7; decisions/080). */
export function abandonedCartService(
  deps: AbandonedCartDeps & RefusalDeps,
): Service<typeof contract> {
  return {
    abandonCart: (caller, { province_id, code }) =>
      code === undefined
        ? abandonCart(deps, caller, province_id)
        : restoreCart(deps, caller, { province_id, code }),
    stopReminders: (_caller, { code }) => stopReminders(deps, code),
  }
}

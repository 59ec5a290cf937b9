import type { ApplicationState } from '#contracts/storefront/trade/application.ts'

/** Who moves an application: its shopper, staff, the company that lends, or a deadline. */
export type ApplicationActor = 'shopper' | 'staff' | 'company' | 'clock'

interface ApplicationMove {
  from: readonly ApplicationState[]
  /** Where more states allow it if the company itself says so: its answers may arrive in another sequence. */
  from_company?: readonly ApplicationState[]
  to: ApplicationState
  by: readonly ApplicationActor[]
  /** What happens to its order: it is cancelled, or what the company lends counts as paid. */
  order: 'place' | 'keep' | 'cancel' | 'pay'
}

const examined = ['submitted', 'at_company', 'more_papers', 'approved'] as const

/**
 * Every state of an application and every move between them (decision 228). This table is the only definition; the
 * order moves in the same transaction. `deliver` follows from the order: it was given to its shopper.
 */
export const application_moves = {
  submit: { from: ['draft'], to: 'submitted', by: ['shopper'], order: 'place' },
  pass_on: { from: ['submitted'], to: 'at_company', by: ['staff', 'clock'], order: 'keep' },
  ask_papers: {
    from: ['submitted', 'at_company'],
    from_company: examined,
    to: 'more_papers',
    by: ['staff', 'company'],
    order: 'keep',
  },
  add_papers: { from: ['more_papers'], to: 'submitted', by: ['shopper'], order: 'keep' },
  // Also before we know that the company has it: our call may have arrived without its answer.
  approve: {
    from: ['submitted', 'at_company'],
    from_company: examined,
    to: 'approved',
    by: ['staff', 'company'],
    order: 'keep',
  },
  sign: {
    from: ['approved'],
    from_company: examined,
    to: 'signed',
    by: ['staff', 'company'],
    order: 'pay',
  },
  deliver: { from: ['signed'], to: 'delivered', by: ['clock'], order: 'keep' },
  receive_money: {
    from: ['delivered'],
    to: 'money_received',
    by: ['staff'],
    order: 'keep',
  },
  refuse: {
    from: examined,
    to: 'refused',
    by: ['staff', 'company'],
    order: 'cancel',
  },
  withdraw: {
    from: [...examined, 'signed'],
    to: 'withdrawn',
    by: ['shopper', 'staff', 'clock'],
    order: 'cancel',
  },
  lapse: {
    from: examined,
    to: 'lapsed',
    by: ['clock', 'company'],
    order: 'cancel',
  },
} as const satisfies Record<string, ApplicationMove>

export type ApplicationMoveName = keyof typeof application_moves

/** A move by its name, with the general type. */
export function applicationMoveOf(name: ApplicationMoveName): ApplicationMove {
  return application_moves[name]
}

export function canMoveApplication(
  name: ApplicationMoveName,
  state: ApplicationState,
  actor: ApplicationActor,
): boolean {
  const { from, from_company = from, by } = applicationMoveOf(name)
  return (actor === 'company' ? from_company : from).includes(state) && by.includes(actor)
}

/**
 * Whether the application is open: the company has not decided, or the contract is not signed. The goods are reserved
 * and are not handed out.
 */
export function isExamined(state: ApplicationState): boolean {
  return examined.some((one) => one === state)
}

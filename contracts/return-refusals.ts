import { z } from 'zod'

/** Refusals of returns that shoppers and staff get. */
export const return_refusals = {
  return_not_found: { status: 404, meaning: 'There is no such return.' },
  return_changed: {
    status: 409,
    meaning: 'The return has changed since it was seen, or its state does not allow this.',
  },
  unit_needed: { status: 422, meaning: 'Goods with codes come back by their code.' },
  returned_already: {
    status: 409,
    meaning: 'So many of this line are not left to come back.',
    data: z.object({ left: z.int() }),
  },
  return_too_late: {
    status: 409,
    meaning: 'The shop does not take goods back on this day for this reason.',
    data: z.object({ day: z.int() }),
  },
  exchange_not_offered: {
    status: 409,
    meaning: 'Goods that are as promised are not exchanged for the same: they are refunded.',
  },
} as const

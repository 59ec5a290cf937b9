import { z } from 'zod'

/** Refuses the address of a new or moved page: of an article or a landing page. */
export const path_taken = {
  status: 409,
  meaning: 'Another page has the address, or it is one of the shop.',
  data: z.object({ path: z.string() }),
} as const

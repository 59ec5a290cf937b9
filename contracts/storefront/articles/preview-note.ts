import { z } from 'zod'

/** What a preview says about itself. */
export const PreviewNote = z.object({
  /** Whether shoppers do not see it like this: it has changes, or was never published. */
  is_draft: z.boolean(),
  /** When it is published by itself. */
  publish_at: z.iso.datetime().nullable(),
  /** By which staff find it: bai-12, trang-3, or the code of a landing page. */
  code: z.string(),
})
export type PreviewNote = z.infer<typeof PreviewNote>

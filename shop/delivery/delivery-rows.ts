import { sql } from 'kysely'

/** The terms of a delivery as one JSON value, for the statements of later nouns. */
export const deliveryTerms = sql`(select jsonb_build_object('fee', fee, 'free_from', free_from) from delivery_rule)`

/** The click of an affiliate that brought the shopper, which the order names (contract §9). */
export const affiliate_cookie = 'aff_session'
/** The same for the visit itself. */
export const affiliate_short_cookie = 'aff_session_short'

/** POST addresses of forms; they are no pages. They are apart from the addresses because few scripts need them. */
export const sign_in_path = '/auth/login'
export const sign_out_path = '/auth/logout'
export const silent_sign_in_path = '/auth/silent'
export const one_tap_path = '/auth/one-tap'
export const one_tap_start_path = '/auth/one-tap/bat-dau'

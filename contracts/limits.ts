import type { Limit } from '#pure/contract.ts'

const minute = 60
const hour = 3_600
const day = 86_400

/** Only wrong secrets are counted: a genuine link is right the first time. */
const order_secret = [
  {
    name: 'secret',
    by: 'ip',
    max: 30,
    window_s: minute,
    only_misses: true,
    against_guessing: true,
  },
] as const satisfies readonly Limit[]

/** How many codes a browser, an address and everybody together may have sent, by phone or by e-mail. */
const codeSenders = <const Name extends string>(name: Name) =>
  [
    // A change of phone takes four of them.
    { name, by: 'device', max: 5, window_s: 10 * minute, ceiling: 15 },
    { name, by: 'ip', max: 60, window_s: 10 * minute, ceiling: 600 },
    // A page gives its browser a device before the form is sent: only programs have none.
    { name, by: 'network_without_device', max: 20, window_s: 10 * minute, ceiling: 200 },
    { name, by: 'network', max: 200, window_s: 10 * minute, ceiling: 2_000 },
    { name, by: 'everybody', max: 3_000, window_s: 10 * minute, ceiling: 20_000 },
  ] as const satisfies readonly Limit[]

/**
 * All rate limits of operations (contract §5, decisions/078). Limits by phone or token allow what one person
 * does. Limits by IP address are higher: an address may be an office or a mobile network with hundreds of buyers.
 */
export const limits = {
  guest_token: [{ name: 'guest-token', by: 'ip', max: 1_500, window_s: 10 * minute }],
  /** Each sign-in is a row, and a question to the member site. */
  login_gate: [{ name: 'login-gate', by: 'ip', max: 600, window_s: 10 * minute }],
  login_token: [
    { name: 'login-token', by: 'ip', max: 600, window_s: 10 * minute, against_guessing: true },
  ],
  /**
   * Others can enter somebody's phone number. Beyond the ceiling a solved captcha does not help the same sender;
   * it always helps the owner of the phone.
   */
  set_address: [
    { name: 'address', by: 'phone', max: 120, window_s: hour },
    { name: 'address', by: 'phone_and_sender', max: 30, window_s: hour, ceiling: 120 },
    { name: 'address', by: 'token', max: 30, window_s: 10 * minute },
    { name: 'address', by: 'ip', max: 600, window_s: 10 * minute },
  ],
  /** Staff phone about every order, and a mail goes to an address that may belong to somebody else. */
  create_order: [
    { name: 'order', by: 'phone', max: 15, window_s: hour },
    { name: 'order', by: 'phone_and_sender', max: 15, window_s: hour, ceiling: 60 },
    { name: 'order', by: 'email', max: 15, window_s: hour },
    { name: 'order', by: 'email_and_sender', max: 15, window_s: hour, ceiling: 60 },
    { name: 'order', by: 'token', max: 30, window_s: 10 * minute },
    { name: 'order', by: 'ip', max: 600, window_s: 10 * minute },
    { name: 'order', by: 'everybody', max: 200_000, window_s: 10 * minute, per_process: true },
  ],
  /** A booking takes a technician from others, and a message goes to a phone that may belong to somebody else. */
  create_booking: [
    { name: 'booking', by: 'phone', max: 8, window_s: hour },
    { name: 'booking', by: 'phone_and_sender', max: 8, window_s: hour, ceiling: 30 },
    { name: 'booking', by: 'email', max: 8, window_s: hour },
    { name: 'booking', by: 'email_and_sender', max: 8, window_s: hour, ceiling: 30 },
    { name: 'booking', by: 'token', max: 8, window_s: 10 * minute, ceiling: 60 },
    { name: 'booking', by: 'ip', max: 200, window_s: 10 * minute },
  ],
  /** A message goes to a phone that may belong to somebody else, and staff expect the device. */
  create_trade_in: [
    { name: 'trade-in', by: 'phone', max: 8, window_s: hour },
    { name: 'trade-in', by: 'phone_and_sender', max: 8, window_s: hour, ceiling: 30 },
    { name: 'trade-in', by: 'token', max: 8, window_s: 10 * minute, ceiling: 60 },
    { name: 'trade-in', by: 'ip', max: 200, window_s: 10 * minute },
  ],
  /** Staff call whoever asks, and the phone may belong to somebody else. */
  ask_trade_call: [
    { name: 'trade-call', by: 'phone', max: 3, window_s: hour },
    { name: 'trade-call', by: 'token', max: 3, window_s: 10 * minute, ceiling: 20 },
    { name: 'trade-call', by: 'ip', max: 60, window_s: 10 * minute },
  ],
  /** An answer says that this shop has sold the device: numbers are not to be tried. */
  known_device: [
    { name: 'known-device', by: 'ip', max: 30, window_s: hour, against_guessing: true },
    { name: 'known-device', by: 'everybody', max: 3_000, window_s: hour, against_guessing: true },
  ],
  /** A piece is kept from others, and a message goes to a phone that may belong to somebody else. */
  create_shop_reservation: [
    { name: 'shop-reservation', by: 'phone', max: 6, window_s: hour },
    { name: 'shop-reservation', by: 'phone_and_sender', max: 4, window_s: hour, ceiling: 20 },
    { name: 'shop-reservation', by: 'token', max: 4, window_s: 10 * minute, ceiling: 30 },
    { name: 'shop-reservation', by: 'ip', max: 100, window_s: 10 * minute },
  ],
  /** A message goes to the phone of the booking with every move. The booking itself counts its moves (decision 218). */
  move_booking: [
    ...order_secret,
    { name: 'booking-move', by: 'token', max: 20, window_s: hour },
    { name: 'booking-move', by: 'ip', max: 200, window_s: 10 * minute },
  ],
  /** Each request may call a payment provider, which has limits of its own. */
  start_payment: [
    { name: 'payment', by: 'token', max: 40, window_s: 10 * minute, ceiling: 200 },
    { name: 'payment', by: 'ip', max: 900, window_s: 10 * minute },
  ],
  qr_code: [
    { name: 'qrcode', by: 'token', max: 120, window_s: 10 * minute },
    { name: 'qrcode', by: 'ip', max: 1_800, window_s: 10 * minute },
  ],
  /** Codes can be guessed, from many IP addresses at once. */
  voucher: [
    {
      name: 'voucher',
      by: 'token',
      max: 20,
      window_s: 10 * minute,
      ceiling: 100,
      against_guessing: true,
    },
    { name: 'voucher', by: 'ip', max: 200, window_s: 10 * minute, against_guessing: true },
    { name: 'voucher', by: 'everybody', max: 5_000, window_s: 10 * minute, against_guessing: true },
  ],
  abandon_cart: [
    { name: 'abandon-cart', by: 'token', max: 10, window_s: hour, against_guessing: true },
    { name: 'abandon-cart', by: 'ip', max: 100, window_s: hour, against_guessing: true },
    { name: 'abandon-cart', by: 'everybody', max: 3_000, window_s: hour, against_guessing: true },
  ],
  /** Only wrong codes are counted: a genuine link is right the first time. */
  shared_quote: [
    {
      name: 'shared-quote',
      by: 'ip',
      max: 30,
      window_s: minute,
      only_misses: true,
      against_guessing: true,
    },
  ],
  /** A waiting shopper's page asks every few seconds, perhaps from two tabs. */
  waitlist_entry: [
    { name: 'slot-wait', by: 'token', max: 120, window_s: minute, per_process: true },
    { name: 'slot-wait', by: 'ip', max: 12_000, window_s: minute, per_process: true },
  ],
  /** Only requests that are not answered from the cache are counted (decisions/069): only they are expensive. */
  suggest: [{ name: 'suggest', by: 'ip', max: 600, window_s: minute, per_process: true }],
  /**
   * Each code costs money and somebody's attention. The second one to a phone needs a captcha. A phone has a ceiling
   * here, against the rule: whoever is flooded with codes can still sign in by password or passkey.
   */
  send_otp: [
    { name: 'otp', by: 'phone', max: 5, window_s: hour, ceiling: 20 },
    { name: 'otp', by: 'phone_and_sender', max: 1, window_s: 10 * minute, ceiling: 6 },
    { name: 'otp', by: 'token', max: 3, window_s: 10 * minute, ceiling: 10 },
    ...codeSenders('otp'),
  ],
  /**
   * The same for codes by e-mail, with counts of their own: whoever gets no message asks for a mail, and mails to an
   * address that belongs to somebody else must not use up the codes of a phone.
   */
  send_email_otp: [
    { name: 'otp-mail', by: 'phone', max: 5, window_s: hour, ceiling: 20 },
    { name: 'otp-mail', by: 'phone_and_sender', max: 1, window_s: 10 * minute, ceiling: 6 },
    { name: 'otp-mail', by: 'email', max: 5, window_s: hour, ceiling: 20 },
    ...codeSenders('otp-mail'),
  ],
  /** A code has five attempts of its own (decision 185). */
  take_otp: [
    { name: 'otp-code', by: 'ip', max: 120, window_s: 10 * minute, against_guessing: true },
    { name: 'otp-code', by: 'network', max: 600, window_s: 10 * minute, against_guessing: true },
  ],
  /** Each sign-in at Google or Zalo is a row, and a question to them. */
  identity_provider: [
    { name: 'identity', by: 'ip', max: 600, window_s: 10 * minute, against_guessing: true },
  ],
  /** Each page of the sign-in asks for a challenge, which is a row. An address may be a mobile network. */
  passkey_challenge: [
    { name: 'passkey', by: 'ip', max: 600, window_s: 10 * minute },
    { name: 'passkey', by: 'network', max: 3_000, window_s: 10 * minute },
  ],
  order_secret,
  /** Staff look at every request; one takes a lock of its order. */
  ask_return: [
    ...order_secret,
    { name: 'return', by: 'token', max: 20, window_s: hour, ceiling: 60 },
    { name: 'return', by: 'ip', max: 200, window_s: hour },
  ],
  /** Right and wrong answers are counted alike, so that the count tells nobody which one it was. */
  lookup: [
    { name: 'lookup', by: 'phone', max: 30, window_s: hour, against_guessing: true },
    {
      name: 'lookup',
      by: 'phone_and_sender',
      max: 10,
      window_s: 10 * minute,
      ceiling: 60,
      against_guessing: true,
    },
    {
      name: 'lookup',
      by: 'ip',
      max: 60,
      window_s: 10 * minute,
      ceiling: 600,
      against_guessing: true,
    },
    { name: 'lookup', by: 'everybody', max: 5_000, window_s: 10 * minute, against_guessing: true },
  ],
  /** IMEI numbers of one model follow each other: without a limit somebody would read off what was sold. */
  lookup_device: [
    {
      name: 'lookup-device',
      by: 'ip',
      max: 20,
      window_s: 10 * minute,
      ceiling: 200,
      against_guessing: true,
    },
    {
      name: 'lookup-device',
      by: 'everybody',
      max: 3_000,
      window_s: 10 * minute,
      against_guessing: true,
    },
  ],
  /** A mail goes to an address that may belong to somebody else. */
  ask_notice: [
    { name: 'notice', by: 'email', max: 10, window_s: 24 * hour },
    { name: 'notice', by: 'email_and_sender', max: 10, window_s: 24 * hour, ceiling: 30 },
    { name: 'notice', by: 'token', max: 20, window_s: hour },
    { name: 'notice', by: 'ip', max: 100, window_s: hour, ceiling: 600 },
  ],
  ask_notice_directly: [{ name: 'notice', by: 'token', max: 20, window_s: hour }],
  wishlist: [
    { name: 'wishlist', by: 'token', max: 300, window_s: hour },
    { name: 'wishlist', by: 'ip', max: 3_000, window_s: hour },
  ],
  consent: [
    { name: 'consent', by: 'token', max: 30, window_s: hour },
    { name: 'consent', by: 'ip', max: 600, window_s: hour },
  ],
  /** Staff look at every request. */
  ask_card: [
    { name: 'card', by: 'token', max: 5, window_s: day, ceiling: 20 },
    { name: 'card', by: 'ip', max: 200, window_s: hour },
  ],
  card_picture: [
    { name: 'card-picture', by: 'token', max: 40, window_s: hour },
    { name: 'card-picture', by: 'ip', max: 400, window_s: hour },
  ],
  /** Each one is signed without a look at the database. */
  sign_device_report: [
    { name: 'device-report', by: 'ip', max: 60, window_s: 10 * minute, ceiling: 600 },
  ],
  /** Its QR code is drawn. Signatures of 128 bits need no protection against guessing. */
  read_device_report: [
    { name: 'device-report-read', by: 'ip', max: 600, window_s: 10 * minute, per_process: true },
  ],
  /** A run is played again, which takes some milliseconds. The shortest one is over in seconds. */
  game_run: [
    { name: 'game-run', by: 'token', max: 200, window_s: 10 * minute, ceiling: 400 },
    { name: 'game-run', by: 'ip', max: 6_000, window_s: 10 * minute },
  ],
  game_prize: [{ name: 'game-prize', by: 'token', max: 30, window_s: hour, ceiling: 60 }],
  /** A form is personal data, and may name the phone of somebody else. */
  save_application: [
    { name: 'application', by: 'phone', max: 20, window_s: hour },
    { name: 'application', by: 'token', max: 20, window_s: hour, ceiling: 60 },
    { name: 'application', by: 'ip', max: 200, window_s: hour },
  ],
  application_paper: [
    ...order_secret,
    { name: 'application-paper', by: 'token', max: 60, window_s: hour },
    { name: 'application-paper', by: 'ip', max: 400, window_s: hour },
  ],
  read_talk: [{ name: 'talk-read', by: 'ip', max: 1_200, window_s: minute, per_process: true }],
  /** Staff look at what shoppers write. A phone may be that of somebody else. */
  write_talk: [
    { name: 'talk', by: 'phone', max: 20, window_s: hour },
    { name: 'talk', by: 'phone_and_sender', max: 8, window_s: hour, ceiling: 30 },
    { name: 'talk', by: 'token', max: 10, window_s: hour, ceiling: 40 },
    { name: 'talk', by: 'ip', max: 60, window_s: hour, ceiling: 600 },
  ],
  /** What it passes on is counted besides, by the limits of its operation. */
  talk_gateway: [{ name: 'talk-gateway', by: 'ip', max: 120, window_s: minute }],
  vote_talk: [
    { name: 'talk-vote', by: 'token', max: 60, window_s: hour },
    { name: 'talk-vote', by: 'ip', max: 600, window_s: hour },
  ],
  /** Each picture is made anew. */
  review_picture: [...order_secret, { name: 'review-picture', by: 'ip', max: 200, window_s: hour }],
  /** A picture costs a second of a processor. */
  return_picture: [
    ...order_secret,
    { name: 'return-picture', by: 'token', max: 120, window_s: hour },
    { name: 'return-picture', by: 'ip', max: 600, window_s: hour },
  ],
} as const satisfies Record<string, readonly Limit[]>

/**
 * Wrong passwords and codes of staff (decisions/104, 117). Whoever has signed in to an account from an address in
 * the last week is not held up by what others guess elsewhere, also on the morning after a night of guesses. An
 * address may be an office of hundreds.
 */
export const staff_login = {
  by_address: {
    name: 'staff-login',
    by: 'ip',
    max: 30,
    window_s: 10 * minute,
    against_guessing: true,
  },
  by_account: {
    name: 'staff-login',
    by: 'account',
    max: 10,
    window_s: 10 * minute,
    against_guessing: true,
  },
  everybody: {
    name: 'staff-login',
    by: 'everybody',
    max: 200,
    window_s: 10 * minute,
    against_guessing: true,
  },
  known_address: {
    name: 'staff-known',
    by: 'account',
    max: 1,
    window_s: 7 * 24 * hour,
    against_guessing: true,
  },
} as const satisfies Record<string, Limit>

/** Wrong passwords of members, as of staff. A code by short message lets the owner in meanwhile. */
export const member_login = {
  by_address: {
    name: 'member-login',
    by: 'ip',
    max: 60,
    window_s: 10 * minute,
    against_guessing: true,
  },
  by_account: {
    name: 'member-login',
    by: 'account',
    max: 10,
    window_s: 10 * minute,
    against_guessing: true,
  },
  everybody: {
    name: 'member-login',
    by: 'everybody',
    max: 3_000,
    window_s: 10 * minute,
    against_guessing: true,
  },
  known_address: {
    name: 'member-known',
    by: 'account',
    max: 1,
    window_s: 7 * 24 * hour,
    against_guessing: true,
  },
} as const satisfies Record<string, Limit>

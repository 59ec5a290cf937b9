import type {
  Attempt,
  Gateway,
  GatewayTools,
  ProviderAnswer,
  ProviderRequest,
  Started,
} from '#shop/payment/gateways/gateway.ts'

/** A payment attempt, as gateways get one: 21 November 2026, 08:00 in Vietnam. */
export function attemptOf(changes: Partial<Attempt> = {}): Attempt {
  return {
    reference: 'DH2611217K3M9QXZ-41',
    provider_reference: null,
    provider_link: null,
    order_code: 'DH261121-7K3M9QXZ',
    amount: 30_990_000,
    created_at: new Date('2026-11-21T01:00:00Z'),
    expires_at: new Date('2026-11-21T01:15:00Z'),
    ip: '203.0.113.7',
    device: 'desktop',
    customer: {
      name: 'Nguyễn Văn An',
      phone: '0912345678',
      email: null,
      address: '12 Trần Quang Khải, Phường Tân Định, Thành phố Hồ Chí Minh',
    },
    return_url: 'https://shop.example/cart/success/way?code=DH261121-7K3M9QXZ',
    notify_url: 'https://shop.example/api/payment/notify/way',
    ...changes,
  }
}

/** Returns a fake provider that gives these answers in sequence and records the requests. */
export function fakeProvider(...answers: (unknown | ProviderAnswer)[]) {
  const requests: ProviderRequest[] = []
  const send = async (request: ProviderRequest): Promise<ProviderAnswer> => {
    requests.push(request)
    const answer = answers[requests.length - 1]
    return typeof answer === 'string'
      ? { status: 200, body: answer }
      : { status: 200, body: JSON.stringify(answer) }
  }
  return {
    requests,
    send,
    bodyOf: (index = 0): unknown => JSON.parse(requests[index]?.body ?? 'null'),
  }
}

/** A message as it reaches the notify route. */
export function noticeMessage(parts: {
  query?: URLSearchParams
  raw?: string
  headers?: Readonly<Record<string, string>>
}) {
  return {
    query: parts.query ?? new URLSearchParams(),
    headers: parts.headers ?? {},
    raw: parts.raw ?? '',
  }
}

/** Starts an attempt at a gateway that has a provider. */
export async function startAt<S>(
  gateway: Gateway<S>,
  attempt: Attempt,
  tools: GatewayTools<S>,
): Promise<Started> {
  if (gateway.start === null) throw new RangeError(`${gateway.code} has no provider`)
  return gateway.start(attempt, tools)
}

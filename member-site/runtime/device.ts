import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '#member-site/runtime/site.ts'

/** The longest time that browsers keep a cookie. */
const life_s = 400 * 86_400

/**
 * The browser that a request comes from, by a cookie that this site gave it (decision 209). Null: it has none, or one
 * that is not ours. It says which browser, never who: whoever uses it must still sign in.
 */
function deviceOf({ device, device_ids }: Site, { headers }: FastifyRequest): string | null {
  return device_ids.read(device.read(headers.cookie) ?? '')
}

/** Gives a browser its cookie with its first page. */
export function nameDevice(site: Site, request: FastifyRequest, reply: FastifyReply): void {
  if (request.method !== 'GET' || deviceOf(site, request) !== null) return
  void reply.header('set-cookie', site.device.line(site.device_ids.issue(), life_s))
}

/** The services with the rate limits of a request. */
export function servicesOf(site: Site, request: FastifyRequest) {
  return site.servicesFor(request.ip, deviceOf(site, request))
}

/** Where a request comes from: address and device, for what it asks to be sent. */
export function askerOf(site: Site, request: FastifyRequest) {
  return { ip: request.ip, device_id: deviceOf(site, request) }
}

/** Where a session begins. */
export function placeOf(site: Site, request: FastifyRequest) {
  const { ip, headers } = request
  return { address: ip, device: headers['user-agent'] ?? '', device_id: deviceOf(site, request) }
}

import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { esms } from '#shop/notification/transports/esms.ts'
import { smtpMail } from '#shop/notification/transports/smtp-mail.ts'
import { Undeliverable } from '#shop/notification/transports/transport.ts'
import { openTransports } from '#shop/notification/transports/transports.ts'

const message = {
  request_id: 'outbox-7',
  recipient: '0912345678',
  subject: 'Đặt hàng thành công',
  text: 'Da nhan don',
  html: '<p>x</p>',
}

describe('openTransports', () => {
  const providers = { mail: null, sms: null, zalo: null }
  test('a demo sends nothing; a live shop without a provider drops messages', async () => {
    const demo = openTransports({ ...providers, shop_mode: 'demo' })
    await expect(demo.email?.send(message)).resolves.toBeUndefined()
    expect(openTransports({ ...providers, shop_mode: 'live' })).toEqual({ email: null, sms: null })
  })
})

describe('eSMS', () => {
  const requests: { url: string; body: Record<string, string> }[] = []
  const answering = (answer: unknown): typeof fetch => {
    return async (url, init) => {
      requests.push({ url: String(url), body: JSON.parse(String(init?.body)) })
      return Response.json(answer)
    }
  }
  const settings = { api_key: 'a', secret_key: 's', brandname: 'CuaHangThu' }

  test('sends the documented request', async () => {
    await esms(settings, answering({ CodeResult: '100', SMSID: 'x' })).send(message)
    expect(requests.at(-1)).toEqual({
      url: 'https://rest.esms.vn/MainService.svc/json/SendMultipleMessage_V4_post_json/',
      body: {
        ApiKey: 'a',
        SecretKey: 's',
        Brandname: 'CuaHangThu',
        SmsType: '2',
        IsUnicode: '0',
        Phone: '0912345678',
        Content: 'Da nhan don',
        RequestId: 'outbox-7',
      },
    })
  })

  test('a repeated RequestId means that the message was sent before', async () => {
    await expect(
      esms(settings, answering({ CodeResult: 124 })).send(message),
    ).resolves.toBeUndefined()
  })

  test('distinguishes permanent from temporary errors, and refuses an unknown answer', async () => {
    const failing = (answer: unknown) => esms(settings, answering(answer)).send(message)
    await expect(failing({ CodeResult: '108' })).rejects.toBeInstanceOf(Undeliverable)
    await expect(failing({ CodeResult: '103' })).rejects.not.toBeInstanceOf(Undeliverable)
    await expect(failing('<html>')).rejects.toThrow(/expected|Invalid/i)
  })
})

describe('SMTP', () => {
  let server: Server
  let port = 0
  let mail = ''
  let refuses = false

  function converse(socket: Socket): void {
    let is_data = false
    socket.write('220 mail.test\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (is_data) {
        mail += text
        if (!mail.endsWith('\r\n.\r\n')) return
        is_data = false
        socket.write('250 taken\r\n')
        return
      }
      for (const line of text.split('\r\n').filter((text_line) => text_line !== '')) {
        if (line.startsWith('RCPT') && refuses) socket.write('550 nobody here\r\n')
        else if (line === 'DATA') {
          is_data = true
          socket.write('354 go on\r\n')
        } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
    socket.on('error', () => undefined)
  }

  beforeAll(async () => {
    server = createServer(converse)
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => void server.close())

  const transport = () =>
    smtpMail({
      smtp_url: `smtp://127.0.0.1:${port}`,
      mail_from: 'Cửa hàng <donhang@shop.example>',
    })

  test('sends a mail with text and HTML, with its own Message-ID', async () => {
    await transport().send({ ...message, recipient: 'an@mail.example' })
    expect(mail).toMatch(/^Message-ID: <outbox-7@shop\.example>/m)
    expect(mail).toMatch(/^To: an@mail\.example/m)
    expect(mail).toMatch(/multipart\/alternative/)
    expect(mail).toMatch(/^Subject: =\?UTF-8\?/m)
  })

  test('an unknown address is permanent; an unreachable server is not', async () => {
    refuses = true
    const refused = transport().send({ ...message, recipient: 'an@mail.example' })
    await expect(refused).rejects.toBeInstanceOf(Undeliverable)
    const unreachable = smtpMail({ smtp_url: 'smtp://127.0.0.1:1', mail_from: 'a@b.example' })
    await expect(unreachable.send(message)).rejects.not.toBeInstanceOf(Undeliverable)
  })
})

import { addresses } from '#admin/addresses/addresses.ts'
import { Message } from '#admin/pages/outbox/message.tsx'
import type { OutboxData } from '#admin/pages/outbox/page.server.ts'

export const title = 'Hộp thư gửi đi'

/** E-mails, SMS and messages by Zalo to shoppers, newest first. */
export function Page({ data: { messages, is_demo, shop_url } }: { data: OutboxData }) {
  const last = messages.at(-1)
  return (
    <>
      <p className="text-muted">
        {is_demo
          ? 'Cửa hàng mẫu không gửi gì ra ngoài: mọi email, SMS và tin Zalo nằm ở đây.'
          : 'Email, SMS và tin Zalo gửi cho khách, mới nhất trước.'}
      </p>
      {messages.length === 0 && <p className="sheet text-muted">Chưa có tin nào.</p>}
      {messages.map((message) => (
        <Message key={message.outbox_id} message={message} shop_url={shop_url} />
      ))}
      {last !== undefined && (
        <p>
          <a href={`${addresses.outbox.path}?before=${last.outbox_id}`} className="link">
            Tin cũ hơn
          </a>
        </p>
      )}
    </>
  )
}

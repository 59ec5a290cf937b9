/** The link for an invited member of staff. It is shown once; the shop stores only its hash. */
export function InviteNotice({ answer }: { answer: Readonly<Record<string, string>> }) {
  return (
    <section role="status" className="sheet grid gap-2 bg-success-soft">
      <p className="font-bold">{`Gửi liên kết này cho ${answer['name'] ?? ''}`}</p>
      <p>
        <code className="wrap-anywhere select-all">{answer['invite']}</code>
      </p>
      <p className="text-sm">
        Liên kết dùng được một lần trong 3 ngày và chỉ hiện ở đây. Liên kết cũ không còn dùng được.
      </p>
    </section>
  )
}

